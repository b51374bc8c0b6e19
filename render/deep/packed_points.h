#pragma once
#include "kernels/base/reference_point.h"
#include "kernels/base/two.h"
#include "kernels/formulas/formula_ids.h"
#include "render/base/lazy_memory.h"

#include <cstdint>
#include <span>

namespace fathom {

/// The points of an orbit of z^p + c as few of them, from which the others follow, in every bit.
///
/// Every 1024th point is kept to twice a double's digits, and so is c. From there z' = z^p + c in
/// sums of two doubles, which are off by some 2^-104 a step, gives the points in between; rounded
/// to doubles they are the orbit's own, because what the error has grown to is still far below what
/// they are rounded by. Where that fails (it is tried for every point as it is appended), the point
/// is kept, too: a correction. That is where errors have grown by 2^50 or digits were lost next to
/// 0; an orbit grows no more than the bits that it has, so corrections are few.
///
/// (Zhuoran Yu's Imagina keeps points where doubles have strayed by more than a tolerance, and
/// FractalShark likewise: those orbits are not the same ones afterwards.)
class PackedPoints {
  public:
    using Point = kernels::OrbitPoint<double>;
    using Two = kernels::Two<double>;
    struct Waypoint {
        Two x, y;
    };
    struct Correction {
        std::uint64_t at = 0; ///< index in the orbit
        Waypoint z;
    };
    static constexpr std::uint64_t kWindow = 1024;

    /// For an orbit of at most so many points, with so many corrections. Throws std::bad_alloc.
    PackedPoints(kernels::FormulaId formula, const Waypoint &c, std::uint64_t most_points,
                 std::uint64_t most_corrections);

    /// Appends the orbit's next point, rounded to nearest. rest() tells what it is above that; it
    /// is asked for where the point is kept.
    template <class Rest> void push_back(const Point &rounded, Rest rest) {
        if (follows(rounded))
            return;
        const Point above = rest();
        keep({{rounded.x, above.x}, {rounded.y, above.y}});
    }
    /// For who reads them from a file: the next ones. False where they cannot be: too many, or not
    /// in order.
    bool push_back_waypoint(const Waypoint &z) noexcept;
    bool push_back_correction(const Correction &correction) noexcept;

    /// Writes the points from kWindow * window on: kWindow of them, also beyond the orbit's last
    /// one.
    void unpack(std::uint64_t window, Point *to) const noexcept;

    [[nodiscard]] std::span<const Waypoint> waypoints() const noexcept {
        return {waypoints_.data(), waypoints_.size()};
    }
    [[nodiscard]] std::span<const Correction> corrections() const noexcept {
        return {corrections_.data(), corrections_.size()};
    }
    /// Whether there is room for another correction; else no point may be appended.
    [[nodiscard]] bool is_full() const noexcept { return corrections_.is_full(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return waypoints_.size() * sizeof(Waypoint) + corrections_.size() * sizeof(Correction);
    }

  private:
    using Step = void (*)(Waypoint &z, const Waypoint &c);
    using Run = void (*)(Waypoint &z, const Waypoint &c, Point *to, std::uint64_t steps);

    /// Whether the next point, which is neither a window's first nor another than z' = z^p + c
    /// gives, is appended.
    bool follows(const Point &point) noexcept;
    void keep(const Waypoint &z) noexcept;

    Waypoint c_;
    Step step_ = nullptr;
    Run run_ = nullptr;
    std::uint64_t most_points_;
    ReservedArray<Waypoint> waypoints_;
    ReservedArray<Correction> corrections_;
    Waypoint last_; ///< the last point, as it is unpacked
    std::uint64_t size_ = 0;
};

} // namespace fathom
