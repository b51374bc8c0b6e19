#pragma once
#include "kernels/perturbation/cycle_walk.h"

namespace fathom::kernels {

/// Finds the cycle that an orbit has come to, see PerturbedAids. Its source: of a cycle's points
/// the one nearest to 0 is known to the most digits, since there an orbit begins anew. From it on
/// the orbit is followed until it returns so near to it that Newton's method on z_n - z converges
/// (the criterion is Kantorovich's). The distance is interior_distance's, C. Heiland-Allen's.
template <class Formula, class Real> class CycleSearch {
    using Walk = CycleWalk<Formula, Real>;
    using Ops = typename Walk::Ops;
    using High = typename Walk::High;
    using Part = Stored<Real>;
    using Point = typename Walk::Point;
    using Number = typename Walk::Number;
    static constexpr int kPower = Formula::kPower;
    static constexpr bool kIsFloat = sizeof(Part) == sizeof(float);

  public:
    static constexpr int kLinear = Walk::Orbit::kLinear;

    FATHOM_INLINE CycleSearch(const typename Walk::View &view,
                              const PerturbedState<Real> &state) noexcept
        : view_(view), on_(view, state), trial_(on_) {}

    [[nodiscard]] FATHOM_INLINE PerturbedCycle<Real> find() noexcept {
        for (std::uint32_t rounds = 0; rounds < kMostRounds && tries_ < kMostTries;) {
            // One loop for both walks, whose rounds are much code.
            Walk &walk = is_trial_ ? trial_ : on_;
            const bool goes = walk.go_on(is_trial_ ? length_ - walk.steps() : ~std::uint64_t{0});
            if (!goes && !is_trial_)
                break;
            if (!goes) {
                give_up();
                continue;
            }
            const Point at = walk.at();
            if (look(walk, at))
                break;
            if (!is_trial_)
                choose_start(at, rounds++);
        }
        return cycle_;
    }

  private:
    // Rounds in which an orbit has to come back.
    static constexpr std::uint32_t kMostRounds = 1U << 15;
    static constexpr int kMostTries = 32;
    // Of a return from which Newton's method begins.
    static constexpr Part kMostError = Part(0.125);
    static constexpr int kNewtonSteps = 8;
    // What a Newton step may change of the multiplier in the end; where no step changes less,
    // roundings do.
    static constexpr Part kExact = kIsFloat ? Part(0x1p-16) : Part(0x1p-36);
    static constexpr Part kFair = kIsFloat ? Part(0x1p-8) : Part(0x1p-22);

    /// What Newton's method needs after a way.
    struct Return {
        Number multiplier, bent; ///< the derivatives by z
        Number step;             ///< Newton's
        Part size = 0;           ///< |multiplier|
        Part change = 0;         ///< how much the step changes that
        Part error = 0;          ///< the same over |1 - multiplier|

        [[nodiscard]] FATHOM_INLINE bool may_attract() const noexcept {
            return size < 1 + 2 * change;
        }
    };

    [[nodiscard]] static FATHOM_APART Return return_of(const Walk &walk, const Point &at) noexcept {
        const auto &by = walk.derivatives();
        const Number start = scalar::high(walk.start());
        const Number slope = Walk::slope(start);
        Return to{};
        to.multiplier = product<High>(slope, by.u);
        to.bent = total<High>(product<High>(Walk::bend(start), by.u),
                              product<High>(product<High>(slope, slope), by.uu));
        to.size = plain_size<High>(to.multiplier);
        const Number left = difference<High>(wide<High>({1, 0}), to.multiplier);
        if (left.k == kZeroExponent) {
            to.error = kLargest<Part>;
            return to;
        }
        const Number over = inverse<High>(left);
        to.step = product<High>(scalar::high(difference<Ops>(at, walk.start())), over);
        // Next to 0 a power above 2 bends more than its derivative there tells.
        const Number near = product<High>(by.u, Walk::bend(to.step));
        const Number bent = is_nearer<High>(to.bent, near) ? near : to.bent;
        const Number change = product<High>(bent, to.step);
        to.change = plain_size<High>(change);
        to.error = plain_size<High>(product<High>(change, over));
        return to;
    }

    /// Whether the point is about as near to 0 as the start, or so near that all of a component's
    /// points are alike there.
    [[nodiscard]] static FATHOM_INLINE bool is_alike(const Walk &walk, const Point &at) noexcept {
        if (!is_nearer<Ops>(walk.start(), at, -1))
            return true;
        return plain_size<High>(product<High>(wide_power<kPower - 1, High>(scalar::high(at)),
                                              walk.derivatives().u)) < Part(0x1p-4);
    }
    [[nodiscard]] static FATHOM_INLINE bool is_back(const Walk &walk, const Point &at) noexcept {
        const Point left = difference<Ops>(at, walk.start());
        return left.k == kZeroExponent || is_nearer<Ops>(left, at, kIsFloat ? -10 : -20);
    }

    /// Looks at where the walk is: true if the cycle is found.
    [[nodiscard]] FATHOM_INLINE bool look(Walk &walk, const Point &at) noexcept {
        if constexpr (kPower == 0) {
            if (!is_back(walk, at))
                return false;
            cycle_.period = walk.steps();
            return true;
        } else {
            const bool alike = is_alike(walk, at);
            const bool at_end = is_trial_ && walk.steps() == length_;
            if (!alike && !at_end)
                return false;
            const Return to = return_of(walk, at);
            if (is_trial_)
                return judge(to, at_end, alike);
            if (to.error < most_error_ && to.may_attract()) {
                is_trial_ = true;
                length_ = walk.steps();
                newton_steps_ = 0;
                most_error_ = to.error / 4; // for what comes behind a pass by a cycle that repels
                start_trial(walk.start(), to);
            }
            return false;
        }
    }

    /// Begins a Newton step's way.
    FATHOM_INLINE void start_trial(const Point &from, const Return &to) noexcept {
        error_ = to.error;
        trial_.begin_at(total<Ops>(from, {{Real(to.step.z.x), Real(to.step.z.y)}, to.step.k}));
    }
    FATHOM_INLINE void give_up() noexcept {
        is_trial_ = false;
        ++tries_;
    }

    /// What a trial's way tells: true if it has found the cycle. A shorter way that comes back as
    /// exactly is the period.
    [[nodiscard]] FATHOM_INLINE bool judge(const Return &to, bool at_end, bool alike) noexcept {
        if (!at_end && !(alike && to.error < kExact && to.size < 1))
            return false;
        const bool is_last = ++newton_steps_ == kNewtonSteps;
        const bool is_done = to.error < kExact || (is_last || error_ < 4 * to.error);
        if (is_done && to.error < kFair && is_attracting(trial_, to))
            return true;
        if (is_last || to.error < kExact)
            give_up();
        else
            start_trial(trial_.start(), to);
        return false;
    }

    /// Begins the search where the orbit is nearer to 0, and from time to time anyhow: what was
    /// nearest at first need not belong to the cycle.
    FATHOM_INLINE void choose_start(const Point &at, std::uint32_t rounds) noexcept {
        if (is_nearer<Ops>(at, on_.start(), -1))
            most_error_ = kMostError;
        if ((rounds & (rounds - 1)) == 0 || is_nearer<Ops>(at, on_.start()))
            on_.begin_here();
    }

    [[nodiscard]] FATHOM_INLINE bool is_attracting(const Walk &walk, const Return &to) noexcept {
        if (!(to.size < 1))
            return false;
        cycle_.period = walk.steps();
        if (view_.own == 0) // a Julia set: there is no component whose boundary could be meant
            return true;
        const auto &by = walk.derivatives();
        const Number over = inverse<High>(difference<High>(wide<High>({1, 0}), to.multiplier));
        const Number with_c = product<High>(Walk::slope(scalar::high(walk.start())), by.uc);
        const Number bottom =
            total<High>(with_c, product<High>(product<High>(to.bent, by.c), over));
        if (bottom.k == kZeroExponent)
            return true;
        const Part distance =
            High::mul(High::fma(-to.size, to.size, 1), plain_size<High>(inverse<High>(bottom)));
        if (distance > 0 && distance <= kLargest<Part>)
            cycle_.distance = distance;
        return true;
    }

    const typename Walk::View &view_;
    Walk on_;    ///< the orbit itself
    Walk trial_; ///< a period of a Newton step
    bool is_trial_ = false;
    int newton_steps_ = 0;
    int tries_ = 0;
    std::uint64_t length_ = 0; ///< the trial's
    Part most_error_ = kMostError;
    Part error_ = 0; ///< of the way before
    PerturbedCycle<Real> cycle_;
};

} // namespace fathom::kernels
