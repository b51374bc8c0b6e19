#include "render/deep/packed_points.h"

#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/with_formula.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace fathom {
namespace {

using Point = PackedPoints::Point;
using Waypoint = PackedPoints::Waypoint;
using TwoOps = kernels::ScalarOps<kernels::Two<double>>;
using Value = TwoOps::Value;

template <class Formula> void step(Waypoint &z, const Waypoint &c) noexcept {
    const kernels::scalar::Complex<Value> to =
        Formula::template step<TwoOps>(kernels::scalar::Point<Value>{{z.x, z.y}, {}},
                                       kernels::scalar::Constants<Value>{{c.x, c.y}, {}});
    z = {to.x, to.y};
}

/// The point, rounded; a zero without a sign, as orbits have it.
Point rounded(const Waypoint &z) noexcept {
    return {z.x.hi + 0.0, z.y.hi + 0.0};
}

/// Writes z and the points behind it.
template <class Formula>
void run(Waypoint &z, const Waypoint &c, Point *to, std::uint64_t steps) noexcept {
    for (std::uint64_t i = 0; i < steps; ++i) {
        to[i] = rounded(z);
        step<Formula>(z, c);
    }
}

bool same_bits(double a, double b) noexcept {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

} // namespace

PackedPoints::PackedPoints(kernels::FormulaId formula, const Waypoint &c, std::uint64_t most_points,
                           std::uint64_t most_corrections)
    : c_(c), most_points_(most_points), waypoints_((most_points + kWindow - 1) / kWindow),
      corrections_(most_corrections) {
    kernels::with_formula(formula, [&]<class Formula>() {
        if constexpr (Formula::kPower > 0) {
            step_ = step<Formula>;
            run_ = run<Formula>;
        }
    });
    if (step_ == nullptr)
        throw std::logic_error("PackedPoints: only orbits of z^p + c are packed");
}

bool PackedPoints::follows(const Point &point) noexcept {
    if (size_ % kWindow == 0)
        return false;
    Waypoint next = last_;
    step_(next, c_);
    if (!same_bits(rounded(next).x, point.x) || !same_bits(rounded(next).y, point.y))
        return false;
    last_ = next;
    ++size_;
    return true;
}

void PackedPoints::keep(const Waypoint &z) noexcept {
    if (size_ % kWindow == 0)
        waypoints_.push_back(z);
    else
        corrections_.push_back({size_, z});
    last_ = z;
    ++size_;
}

bool PackedPoints::push_back_waypoint(const Waypoint &z) noexcept {
    if (waypoints_.is_full())
        return false;
    waypoints_.push_back(z);
    return true;
}

bool PackedPoints::push_back_correction(const Correction &correction) noexcept {
    const bool is_first = corrections_.size() == 0;
    if (corrections_.is_full() || correction.at >= most_points_ || correction.at % kWindow == 0 ||
        (!is_first && correction.at <= corrections_.data()[corrections_.size() - 1].at))
        return false;
    corrections_.push_back(correction);
    return true;
}

void PackedPoints::unpack(std::uint64_t window, Point *to) const noexcept {
    const std::uint64_t first = window * kWindow;
    const std::uint64_t end = first + kWindow;
    const Correction *const behind = corrections_.data() + corrections_.size();
    const Correction *next =
        std::lower_bound(corrections_.data(), behind, first,
                         [](const Correction &a, std::uint64_t at) { return a.at < at; });
    Waypoint z = window < waypoints_.size() ? waypoints_.data()[window] : Waypoint{};
    for (std::uint64_t at = first; at < end;) {
        const std::uint64_t until = next != behind && next->at < end ? next->at : end;
        run_(z, c_, to, until - at);
        to += until - at;
        at = until;
        if (at < end)
            z = (next++)->z;
    }
}

} // namespace fathom
