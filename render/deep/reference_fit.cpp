#include "render/deep/reference_fit.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

// In quarters of the picture's height.
constexpr double kFarthest = 1024;
constexpr double kFarthestOfFloat = 4;

double half_diagonal(const View &view, Size size) {
    return 2 * longest(view.matrix) * std::hypot(size.width, size.height) / size.height;
}

double farthest_of(const TableNeeds &needs) {
    return needs.f32 ? kFarthestOfFloat : kFarthest;
}

} // namespace

bool same_formula(const FormulaChoice &a, const FormulaChoice &b) {
    return a.id == b.id && a.julia == b.julia &&
           (!a.julia || (a.seed_re == b.seed_re && a.seed_im == b.seed_im));
}

double in_views(const Decimal &value, const Decimal &zoom) {
    return (value * zoom).to_double();
}

PointOfPlane heading(const View &before, const View &now, Size size, const TableNeeds &needs) {
    const PointOfPlane middle{now.re, now.im};
    const double shrunk = std::pow(10, before.zoom.log10() - now.zoom.log10());
    constexpr double kSurely = 0.95; // the point is blurred by 1 / (1 - shrunk)
    if (!(shrunk < kSurely))
        return middle;
    const double ahead = shrunk / (1 - shrunk);
    const double re = ahead * in_views(now.re - before.re, now.zoom);
    const double im = ahead * in_views(now.im - before.im, now.zoom);
    constexpr double kRoom = 0.9; // for views that are rounded
    const double farthest = std::min(half_diagonal(now, size), kRoom * farthest_of(needs));
    if (!(std::hypot(re, im) <= farthest))
        return middle;
    constexpr long kDigits = 8;
    const auto beside = [&](const Decimal &of, double offset) {
        return of + divide(Decimal::from_double(offset), now.zoom, kDigits);
    };
    return {beside(now.re, re), beside(now.im, im)};
}

Decimal reach_of(const View &view, Size size, const Decimal &re, const Decimal &im) {
    constexpr double kForRoundings = 1.001;
    constexpr long kDigits = 20;
    const double away =
        std::hypot(in_views(view.re - re, view.zoom), in_views(view.im - im, view.zoom));
    return divide(Decimal::from_double(kForRoundings * (away + half_diagonal(view, size))),
                  view.zoom, kDigits);
}

bool is_near(const ReferenceSpec &reference, const View &view, const TableNeeds &needs) {
    const double farthest = farthest_of(needs);
    return std::fabs(in_views(view.re - reference.re, view.zoom)) <= farthest &&
           std::fabs(in_views(view.im - reference.im, view.zoom)) <= farthest;
}

} // namespace fathom
