#pragma once
#include "kernels/formulas/formula_ids.h"
#include "render/deep/attracting_cycle.h"
#include "render/deep/orbit_buffer.h"
#include "render/deep/orbit_end.h"
#include "render/deep/orbit_jacobian.h"
#include "render/deep/orbit_rounds.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {

/// Where an orbit may end.
struct OrbitGoal {
    std::uint64_t limit = 0; ///< last index at most
    double bailout_squared = 0;
    WideNumber radius; ///< of the ball for the period; 0: none is sought
    /// About c, in which all pixels lie; 0: anywhere. An orbit of z^p + c may end in a cycle where
    /// all of them lie in its component.
    WideNumber reach;
    std::uint64_t pixels = 0; ///< that go on by themselves where it ends so
};

/// One orbit in the making: its points so far and all that is needed to go on.
class OrbitBuilder {
  public:
    enum class Kind {
        kParameter, ///< z_0 = 0, c is the reference point: derivatives are by c
        kPoint,     ///< z_0 is the reference point, c a Julia set's seed: by z_0
        kCritical,  ///< z_0 = 0, c is the seed: by z_1, as z_1 does not depend on z_0
    };
    using End = OrbitEnd;
    struct Start {
        kernels::FormulaId formula;
        Kind kind = Kind::kParameter;
        FixedFormat format;
        /// Of `format`'s bits those that are spare for differences that shrink (kPoint only).
        long spare_bits = 0;
        long most_spare_bits = 0; ///< beyond which it does not ask for more
        FixedNumber zx, zy, cx, cy;
        std::size_t most_points = 1;
        std::size_t most_bytes = 0;          ///< that the points may take
        std::optional<OrbitPacking> packing; ///< how, where they may not fit as they are
        bool two = false;                    ///< points are kept to twice a double's digits
        bool rounds = true;                  ///< are passed over where that saves time
        FixedNumber px{}, py{};              ///< the parameter of a formula that looks back
    };

    explicit OrbitBuilder(const Start &start);

    /// Goes on until it ends or n() is the goal's limit; false if stopped. An end that the goal
    /// does not have is passed. `done` gets n() at every step. Throws InputError if the memory is
    /// full.
    bool advance(const OrbitGoal &goal, const std::atomic<bool> &stop,
                 std::atomic<std::uint64_t> *done);

    [[nodiscard]] End end() const noexcept { return end_; }
    /// Index of the last point.
    [[nodiscard]] std::uint64_t n() const noexcept { return store_->size() - 1; }
    [[nodiscard]] const std::shared_ptr<OrbitBuffer> &store() const noexcept { return store_; }
    [[nodiscard]] const std::vector<kernels::TinyPoint<double>> &tiny() const noexcept {
        return tiny_;
    }
    /// What the points are above `store`'s doubles, and the tiny ones above `tiny`'s, in their
    /// units; null and none unless that is wanted.
    [[nodiscard]] const std::shared_ptr<OrbitBuffer> &rest() const noexcept { return rest_; }
    [[nodiscard]] const std::vector<kernels::OrbitPoint<double>> &tiny_rest() const noexcept {
        return tiny_rest_;
    }
    /// Steps of rounds that were passed over.
    [[nodiscard]] std::uint64_t steps_passed() const noexcept {
        return rounds_ ? rounds_->steps_passed() : 0;
    }
    /// How many bits pixels' differences shrank at most (kPoint only).
    [[nodiscard]] double shrunk_bits() const noexcept { return -least_spread_; }

  private:
    template <class Formula>
    bool advance_as(const OrbitGoal &goal, const std::atomic<bool> &stop,
                    std::atomic<std::uint64_t> *done);
    template <class Formula> void follow_derivatives();
    template <class Formula> [[nodiscard]] End find_end(const OrbitGoal &goal);
    [[nodiscard]] bool is_outside(const OrbitGoal &goal) const;
    [[nodiscard]] bool ball_holds_0(const OrbitGoal &goal) const;
    [[nodiscard]] bool attracting_repetition();
    void look_for_cycle(int power);
    [[nodiscard]] bool spares_time(const OrbitGoal &goal, double log2_reach) const;
    [[nodiscard]] bool cycle_holds(const OrbitGoal &goal) const;
    [[nodiscard]] bool still_ends(const OrbitGoal &goal) const;
    /// Whether a round begins that is passed over; false if stopped.
    bool look_for_round(const OrbitGoal &goal, const std::atomic<bool> &stop);
    void record();
    /// The point is, in all that is kept, one that there was before.
    void record_again(std::uint64_t before);

    Kind kind_;
    kernels::FormulaId formula_;
    long spare_bits_;
    long most_spare_bits_;
    ThriftyStepper stepper_;
    std::optional<OrbitRounds> rounds_; ///< where they may be passed over
    OrbitJacobian jacobian_;
    End end_ = End::kNone;
    kernels::WidePoint<double> at_; ///< the last point, not normalised unless tiny
    std::shared_ptr<OrbitBuffer> store_;
    std::vector<kernels::TinyPoint<double>> tiny_;
    std::shared_ptr<OrbitBuffer> rest_;
    std::vector<kernels::OrbitPoint<double>> tiny_rest_;
    std::size_t most_bytes_;

    // log2 of how far two neighbouring pixels are apart, now and at the least so far, in units of
    // how far they were at first.
    double spread_ = 0;
    double least_spread_ = 0;

    std::optional<AttractingCycle> cycle_; ///< that kParameter has come to
    std::uint64_t may_end_at_ = 0;         ///< a point of it that is next to 0

    // A point to compare with (Brent's search for cycles).
    FixedNumber mark_x_, mark_y_;
    double mark_size_ = 0; ///< log2 of the derivative there
    std::uint64_t mark_at_ = 0;
};

} // namespace fathom
