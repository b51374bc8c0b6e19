#include "render/places/plane_matrix.h"

#include "kernels/base/elementary.h"
#include "render/numbers/rounded.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace fathom {
namespace {

constexpr double kDeterminantTolerance = 1e-6;

PlaneMatrix scaled(const PlaneMatrix &m, double factor) {
    return {m.a * factor, m.b * factor, m.c * factor, m.d * factor};
}

} // namespace

PlaneVector operator*(const PlaneMatrix &matrix, const PlaneVector &vector) {
    if (matrix == PlaneMatrix())
        return vector;
    return {matrix.a * vector.re + matrix.b * vector.im,
            matrix.c * vector.re + matrix.d * vector.im};
}

PlaneMatrix operator*(const PlaneMatrix &second, const PlaneMatrix &first) {
    return {.a = second.a * first.a + second.b * first.c,
            .b = second.a * first.b + second.b * first.d,
            .c = second.c * first.a + second.d * first.c,
            .d = second.c * first.b + second.d * first.d};
}

double determinant(const PlaneMatrix &matrix) {
    return matrix.a * matrix.d - matrix.b * matrix.c;
}

PlaneMatrix inverse(const PlaneMatrix &matrix) {
    return scaled({matrix.d, -matrix.b, -matrix.c, matrix.a}, 1 / determinant(matrix));
}

double longest(const PlaneMatrix &matrix) {
    const double conformal = std::hypot(matrix.a + matrix.d, matrix.c - matrix.b);
    const double skew = std::hypot(matrix.a - matrix.d, matrix.c + matrix.b);
    return 0.5 * (conformal + skew);
}

bool is_view_matrix(const PlaneMatrix &matrix, double most) {
    // False for NaNs and infinities, too.
    return std::fabs(determinant(matrix) - 1) <= kDeterminantTolerance && longest(matrix) <= most;
}

std::string expected_matrix(double most) {
    return fmt::format(
        "four numbers [a, b, c, d] with a d - b c = 1 that make nothing more than {} "
        "times as long",
        most);
}

PlaneMatrix stretching(double ratio, double degrees) {
    if (ratio == 1)
        return {}; // exactly
    const auto [sine, cosine] = kernels::sine_cosine_degrees(degrees);
    const double across = std::sqrt(ratio);
    const double along = 1 / across;
    const double mixed = cosine * sine * (along - across);
    return {.a = cosine * cosine * along + sine * sine * across,
            .b = mixed,
            .c = mixed,
            .d = sine * sine * along + cosine * cosine * across};
}

PlaneMatrix stretch_of(const PlaneMatrix &matrix) {
    const double size = std::hypot(matrix.a + matrix.d, matrix.c - matrix.b);
    const double cosine = (matrix.a + matrix.d) / size;
    const double sine = (matrix.c - matrix.b) / size;
    PlaneMatrix part = matrix * PlaneMatrix{cosine, sine, -sine, cosine};
    part.b = part.c = 0.5 * (part.b + part.c);
    return part;
}

Stretching stretching_of(const PlaneMatrix &matrix) {
    const PlaneMatrix part = stretch_of(matrix);
    const double size = longest(part);
    if (!(size > 1 + 1e-9))
        return {};
    // The longest direction of the matrix is across what appears long.
    const double across = 0.5 * std::atan2(part.b + part.c, part.a - part.d);
    const double degrees = across * 180 / std::numbers::pi;
    return {size * size, degrees > 0 ? degrees - 90 : degrees + 90};
}

bool has_way(const PlaneMatrix &from, const PlaneMatrix &to) {
    const PlaneMatrix way = to * inverse(from);
    constexpr double kLeastTrace = 2 - 1e-3; // 2 or more of symmetric ones
    return way.a + way.d >= kLeastTrace;
}

PlaneMatrix matrix_between(const PlaneMatrix &from, const PlaneMatrix &to, double share) {
    const PlaneMatrix way = inverse(from) * to;
    const double half_trace = 0.5 * (way.a + way.d);
    double of_from = 1 - share, of_to = share; // as near to each other these are the same
    constexpr double kNearest = 1 + 1e-9;
    if (half_trace > kNearest) {
        const double length = rounded::acosh(half_trace);
        of_from = rounded::sinh(of_from * length) / rounded::sinh(length);
        of_to = rounded::sinh(of_to * length) / rounded::sinh(length);
    }
    const auto sum = [&](double a, double b) { return of_from * a + of_to * b; };
    const PlaneMatrix there{sum(from.a, to.a), sum(from.b, to.b), sum(from.c, to.c),
                            sum(from.d, to.d)};
    return scaled(there, 1 / std::sqrt(determinant(there)));
}

} // namespace fathom
