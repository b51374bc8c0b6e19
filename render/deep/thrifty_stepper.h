#pragma once
#include "render/deep/orbit_stepper.h"
#include "render/deep/sure_rounding.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace fathom {

/// What a step of z^p + c, or of another formula of that degree, may be off by in a format, from
/// |z| <= max(size, 1): as OrbitStepper says, and c may be cut off.
LengthBound step_error(FixedFormat format, int power, double size);

/// An OrbitStepper's orbit with only as many limbs as still matter, and how far it may be from the
/// one with all of them. See docs/explanation/fast-reference-orbits.md, "Dropping limbs".
class ThriftyOrbit {
  public:
    /// Arguments as of OrbitStepper.
    ThriftyOrbit(kernels::FormulaId formula, FixedFormat format, int threads);

    /// Whether any limb is ever left out in this format.
    [[nodiscard]] static bool saves_limbs(FixedFormat format);

    /// Goes to z, exactly, with c for all steps to come; both have all the limbs.
    void start(const FixedNumber &zx, const FixedNumber &zy, const FixedNumber &cx,
               const FixedNumber &cy);
    /// As of OrbitStepper, of all the limbs.
    void set_parameter(const FixedNumber &px, const FixedNumber &py) {
        steppers_.front()->set_parameter(px, py);
    }
    /// Goes to z, with the same c, where the orbit with all the limbs is off by `error` already, as
    /// error() has it, and within `away` of z.
    void go_on_at(const FixedNumber &zx, const FixedNumber &zy, const LengthBound &error,
                  const LengthBound &away);
    /// From a point with |z| = size 2^exponent, to a double's precision.
    void step(double size, long exponent);
    /// With all the limbs, which it must have; nothing is bounded.
    void step_with_all() { steppers_.front()->step(); }

    /// Where it is, with the limbs that there are now.
    [[nodiscard]] const OrbitStepper &stepper() const noexcept { return *steppers_[at_]; }
    [[nodiscard]] FixedFormat format() const noexcept { return steppers_.front()->format(); }
    /// What the orbit with all the limbs would be off by if each step were by a unit.
    [[nodiscard]] const LengthBound &error() const noexcept { return error_; }
    /// From that orbit, at most; zero where it is the same.
    [[nodiscard]] const LengthBound &away() const noexcept { return away_; }

  private:
    [[nodiscard]] std::size_t limbs_that_matter() const;
    [[nodiscard]] std::size_t stepper_of(std::size_t fraction);
    void go_to(std::size_t stepper);
    /// The next step loses nothing, nor has c lost anything.
    [[nodiscard]] bool steps_exactly() const;

    kernels::FormulaId formula_;
    int power_;
    int threads_;
    FixedNumber cx_, cy_;
    std::vector<std::unique_ptr<OrbitStepper>> steppers_; ///< of fewer and fewer limbs
    std::size_t at_ = 0;
    std::size_t tried_; ///< limbs of the last one, or of one that would gain nothing
    LengthBound error_, away_;
};

/// An OrbitStepper's orbit, its points rounded to doubles, and where it may be thrifty a
/// ThriftyOrbit: errors grow as differences of c do, and what is far below those of the first steps
/// need not be computed. The points are, bit for bit, those of all the limbs: how far both may be
/// apart is bounded at each step, and where that does not tell the doubles, the orbit is computed
/// anew and goes on with all limbs.
class ThriftyStepper {
  public:
    struct Start {
        kernels::FormulaId formula{};
        FixedFormat format; ///< of all the limbs
        FixedNumber zx, zy, cx, cy;
        bool thrifty = false;   ///< wanted
        bool two = false;       ///< rests are wanted
        int threads = 0;        ///< as of OrbitStepper
        FixedNumber px{}, py{}; ///< the parameter of a formula that looks back, never thrifty
    };
    /// A point further on, come to in another way: as of ThriftyOrbit::go_on_at().
    struct Landing {
        std::uint64_t n = 0;
        FixedNumber x, y;
        LengthBound error, away;
    };
    explicit ThriftyStepper(const Start &start);

    /// To the next point; false if stopped before that is known: the next call goes on with it.
    bool step(const std::atomic<bool> &stop);
    /// To the landing's point, likewise. Only where it may.
    bool land(const Landing &landing, const std::atomic<bool> &stop);
    [[nodiscard]] bool may_land() const noexcept { return may_land_; }

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
    [[nodiscard]] const FixedNumber &x() const { return orbit_.stepper().x(); }
    [[nodiscard]] const FixedNumber &y() const { return orbit_.stepper().y(); }
    [[nodiscard]] FixedFormat format() const noexcept { return start_.format; }
    /// That the point has.
    [[nodiscard]] std::size_t limbs_now() const noexcept {
        return orbit_.stepper().format().size();
    }
    [[nodiscard]] bool is_thrifty() const noexcept { return is_thrifty_; }
    /// Its bounds are those of a thrifty one; of others they are zero.
    [[nodiscard]] const ThriftyOrbit &orbit() const noexcept { return orbit_; }

  private:
    void read();
    /// Of all the limbs from what there is; false if that does not tell it.
    bool read_surely();
    /// Reads the point; where it is not told, with all the limbs.
    bool settle(const std::atomic<bool> &stop);
    bool catch_up(const std::atomic<bool> &stop);

    Start start_;
    int power_;
    double tiny_; ///< see is_tiny()
    bool y_is_0_; ///< at all points
    bool may_land_;
    bool is_thrifty_;

    ThriftyOrbit orbit_;
    std::uint64_t n_ = 0;
    bool is_behind_ = false;   ///< point_ is before the n-th
    std::uint64_t all_at_ = 0; ///< where the orbit with all limbs is that catches up

    kernels::OrbitPoint<double> point_{}, rest_{}, wide_rest_{};
    kernels::WidePoint<double> wide_{};
    bool is_tiny_ = false;
};

} // namespace fathom
