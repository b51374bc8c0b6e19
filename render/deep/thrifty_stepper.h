#pragma once
#include "render/deep/orbit_stepper.h"
#include "render/deep/sure_rounding.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace fathom {

/// An OrbitStepper's orbit, its points rounded to doubles, and where it may be thrifty with only as
/// many limbs as still matter: errors grow as differences of c do, and what is far below those of
/// the first steps need not be computed. The points are, bit for bit, those of all the limbs: how
/// far both may be apart is bounded at each step, and where that does not tell the doubles, the
/// orbit is computed anew and goes on with all limbs. See docs/deep-zoom.md, "Limbs that matter".
class ThriftyStepper {
  public:
    struct Start {
        kernels::FormulaId formula{};
        FixedFormat format; ///< of all the limbs
        FixedNumber zx, zy, cx, cy;
        bool thrifty = false; ///< wanted
        bool two = false;     ///< rests are wanted
        int threads = 0;      ///< as of OrbitStepper
    };
    explicit ThriftyStepper(const Start &start);

    /// To the next point; false if stopped before that is known: the next call goes on with it.
    bool step(const std::atomic<bool> &stop);

    /// The point as of fixed_point.h.
    [[nodiscard]] const kernels::OrbitPoint<double> &nearest_point() const noexcept {
        return point_;
    }
    /// Both its parts are below 2^tiny_exponent<float>; then it is a wide one, too.
    [[nodiscard]] bool is_tiny() const noexcept { return is_tiny_; }
    [[nodiscard]] const kernels::WidePoint<double> &nearest_wide_point() const noexcept {
        return wide_;
    }
    /// What the exact one is above these, in their units; of a wide 0 it is 0.
    [[nodiscard]] const kernels::OrbitPoint<double> &rest() const noexcept { return rest_; }
    [[nodiscard]] const kernels::OrbitPoint<double> &wide_rest() const noexcept {
        return wide_rest_;
    }

    /// Of the exact parts: -1, 0, or 1.
    [[nodiscard]] int sign_of_x() const;
    [[nodiscard]] int sign_of_y() const;
    /// All limbs; not of a thrifty one.
    [[nodiscard]] const FixedNumber &x() const { return steppers_[at_]->x(); }
    [[nodiscard]] const FixedNumber &y() const { return steppers_[at_]->y(); }
    [[nodiscard]] FixedFormat format() const noexcept { return start_.format; }
    /// That the point has.
    [[nodiscard]] std::size_t limbs_now() const noexcept { return steppers_[at_]->format().size(); }
    [[nodiscard]] bool is_thrifty() const noexcept { return is_thrifty_; }

  private:
    void step_thriftily();
    [[nodiscard]] std::size_t limbs_that_matter(const LengthBound &error) const;
    [[nodiscard]] std::size_t stepper_of(std::size_t fraction);
    void go_to(std::size_t stepper);
    /// The next step loses nothing, nor has c lost anything.
    [[nodiscard]] bool steps_exactly() const;
    [[nodiscard]] LengthBound step_error(const OrbitStepper &stepper) const;
    void read();
    /// Of all the limbs from what there is; false if that does not tell it.
    bool read_surely();
    bool catch_up(const std::atomic<bool> &stop);

    Start start_;
    int power_;
    double tiny_; ///< see is_tiny()
    bool y_is_0_; ///< at all points
    bool is_thrifty_;

    std::vector<std::unique_ptr<OrbitStepper>> steppers_; ///< of fewer and fewer limbs
    std::size_t at_ = 0;
    std::size_t tried_; ///< limbs of the last one, or of one that would gain nothing
    std::uint64_t n_ = 0;
    bool is_behind_ = false;   ///< point_ is before the n-th
    std::uint64_t all_at_ = 0; ///< where the orbit with all limbs is that catches up

    LengthBound error_; ///< of all the limbs' orbit if each step were off by a unit
    LengthBound away_;  ///< from it, at most

    kernels::OrbitPoint<double> point_{}, rest_{}, wide_rest_{};
    kernels::WidePoint<double> wide_{};
    bool is_tiny_ = false;
};

} // namespace fathom
