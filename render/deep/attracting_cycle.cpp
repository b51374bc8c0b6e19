#include "render/deep/attracting_cycle.h"

#include "render/deep/newton.h"
#include "render/numbers/wide_complex.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

using Point = kernels::OrbitPoint<double>;
using Tiny = kernels::TinyPoint<double>;

/// Points as they are, tiny ones with their exponents.
class WidePoints {
  public:
    WidePoints(std::span<const Point> z, const std::vector<Tiny> &tiny) : z_(z), tiny_(tiny) {}

    [[nodiscard]] std::size_t size() const { return z_.size(); }
    [[nodiscard]] WideComplex operator[](std::size_t at) const {
        const auto found = first_tiny(at);
        if (found != tiny_.end() && found->at == at)
            return normalised({found->z.x, found->z.y, found->z.exponent});
        return wide(z_[at].x, z_[at].y);
    }
    /// Of the points from `from` to before `to` the nearest to 0.
    [[nodiscard]] std::size_t nearest(std::size_t from, std::size_t to) const {
        auto tiny = first_tiny(from);
        if (tiny != tiny_.end() && tiny->at < to) {
            std::size_t best = tiny->at;
            for (; tiny != tiny_.end() && tiny->at < to; ++tiny)
                if (is_smaller((*this)[tiny->at], (*this)[best]))
                    best = tiny->at;
            return best;
        }
        const auto size = [](const Point &z) { return z.x * z.x + z.y * z.y; };
        const auto *const least =
            std::min_element(z_.data() + from, z_.data() + to,
                             [&](const Point &a, const Point &b) { return size(a) < size(b); });
        return static_cast<std::size_t>(least - z_.data());
    }
    /// The next point after `at` that is the same to a double's last bit but one; the size if none.
    [[nodiscard]] std::size_t next_same(std::size_t at) const {
        constexpr double kSame = 0x1p-51;
        const Point &z = z_[at];
        const double apart = kSame * std::max(std::fabs(z.x), std::fabs(z.y));
        for (std::size_t next = at + 1; next < z_.size(); ++next)
            if (std::fabs(z_[next].x - z.x) <= apart && std::fabs(z_[next].y - z.y) <= apart &&
                same_exponent(at, next))
                return next;
        return z_.size();
    }

    /// Of the divisors of `period` the least after which the point at `at` comes back about.
    /// Turning as it converges, an orbit may be the same after several periods first.
    [[nodiscard]] std::size_t least_period(std::size_t at, std::size_t period) const {
        const WideComplex bound = (*this)[at] * wide(0x1p-25);
        for (std::size_t divisor = 1; divisor <= period / 2; ++divisor)
            if (period % divisor == 0 && is_smaller((*this)[at + divisor] - (*this)[at], bound))
                return divisor;
        return period;
    }

  private:
    [[nodiscard]] std::vector<Tiny>::const_iterator first_tiny(std::size_t from) const {
        return std::lower_bound(
            tiny_.begin(), tiny_.end(), from,
            [](const Tiny &tiny, std::size_t index) { return tiny.at < index; });
    }
    // Where doubles end, tiny points are all alike in them.
    [[nodiscard]] bool same_exponent(std::size_t a, std::size_t b) const {
        constexpr std::int64_t kPlain = -900;
        const std::int64_t exponent = (*this)[a].exponent;
        return exponent > kPlain || ((*this)[b].exponent == exponent && is_close(a, b));
    }
    [[nodiscard]] bool is_close(std::size_t a, std::size_t b) const {
        const WideComplex difference = (*this)[a] - (*this)[b];
        return difference.x == 0 && difference.y == 0;
    }

    std::span<const Point> z_;
    const std::vector<Tiny> &tiny_;
};

/// The cycle from `from` to `to`, if it attracts.
std::optional<AttractingCycle> cycle_of(const WidePoints &points, std::size_t from, std::size_t to,
                                        int power) {
    // Of z_to by z_from and by c, and the second ones.
    WideComplex by_z = wide(1);
    WideComplex by_c;
    WideComplex by_z_z;
    WideComplex by_z_c;
    const WideComplex curvature = wide(static_cast<double>(power) * (power - 1));
    for (std::size_t at = from; at < to; ++at) {
        const WideComplex z = points[at];
        const WideComplex slope = slope_at(z, power);
        const WideComplex second = curvature * fathom::power(z, power - 2);
        by_z_z = second * by_z * by_z + slope * by_z_z;
        by_z_c = second * by_z * by_c + slope * by_z_c;
        by_z = slope * by_z;
        by_c = slope * by_c + wide(1);
    }
    const double log2_multiplier = log2_size(by_z);
    const double multiplier = std::exp2(log2_multiplier);
    // A double's noise in the points must not decide; at 0 a root has no derivative.
    constexpr double kSurely = 0x1p-30;
    if (!(multiplier < 1 - kSurely) || (power > 2 && multiplier < kSurely))
        return std::nullopt;
    const WideComplex of_c = by_z_c + by_z_z * by_c * inverse(wide(1) - by_z);
    double w = multiplier;
    double log2_slope = log2_size(of_c);
    if (power > 2) {
        const double root = 1.0 / (power - 1);
        w = std::pow(multiplier, root);
        log2_slope += (root - 1) * log2_multiplier - std::log2(power - 1);
    }
    constexpr double kQuarterAndHalf = 3;
    const double room = std::log2(1 - w * w) - log2_slope - kQuarterAndHalf;
    // Relative errors of jumps and doubles, in c.
    constexpr double kNoise = -30;
    const double noise = kNoise + log2_size(points[from]) - log2_size(by_c);
    if (room - 1 <= noise)
        return std::nullopt;
    return AttractingCycle{from, to - from, multiplier, room - 1};
}

} // namespace

double AttractingCycle::rounds_to_repeat() const {
    // Jumps take most of a long period, but not those about its point next to 0.
    const double rounds =
        std::min(static_cast<double>(period), 8 + static_cast<double>(period) / 8);
    constexpr double kBits = 53;
    return rounds * (1 + kBits / -std::log2(std::max(multiplier, 0x1p-53)));
}

std::optional<AttractingCycle> find_attracting_cycle(std::span<const Point> z,
                                                     const std::vector<Tiny> &tiny, int power) {
    const WidePoints points(z, tiny);
    const std::size_t half = z.size() / 2;
    const std::size_t nearest = points.nearest(half, z.size() - z.size() / 4);
    const WideComplex least = points[nearest];
    const std::size_t again = points.next_same(nearest);
    if ((least.x == 0 && least.y == 0) || again == z.size())
        return std::nullopt;
    const std::size_t period = points.least_period(nearest, again - nearest);
    return cycle_of(points, nearest, nearest + period, power);
}

} // namespace fathom
