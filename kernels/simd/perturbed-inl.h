// The vector loop by perturbation. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is; what is for single samples has to be included before Highway.
#if defined(FATHOM_KERNELS_SIMD_PERTURBED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#undef FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#else
#define FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/perturbed_lanes-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Runs one piece of work: orbits along the reference in the lanes of one vector, direct ones in
/// the pool. What passes from one to the other waits until there is a vector's worth of it.
template <class Formula, class Real, Tracks kTracks> class PerturbedVectorLoop {
    using Kind = PerturbedKind<Formula, Real, kTracks>;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using Mask = typename Ops::Mask;
    using Orbit = typename Kind::Orbit;
    using Pool = DirectPool<Kind>;
    using Parked = typename Pool::Parked;
    static constexpr int kLanes = Kind::kLanes;

  public:
    /// As a PerturbedLoop.
    static std::uint64_t run(const PerturbedWork<Real> &work) noexcept {
        return PerturbedVectorLoop(work).run();
    }

  private:
    // Between looks at the stop flag: a tenth of a millisecond at most.
    static constexpr int kPollRounds = 64;

    HWY_INLINE explicit PerturbedVectorLoop(const PerturbedWork<Real> &work) noexcept
        : stop_(*work.tile.stop), view_(work.template view<Orbit::kLinear>()),
          shortcuts_(work.tile.shortcuts &&
                     !(kTracks == Tracks::all && work.tile.tracking.interior)),
          ends_(work), pool_(work, ends_),
          lanes_(work, ends_, kTracks == Tracks::none ? ready_ : singly_, rebased_) {}

    HWY_INLINE std::uint64_t run() noexcept {
        for (bool live = true; live && !stop_.load(std::memory_order_relaxed);)
            for (int i = 0; i < kPollRounds && live; ++i)
                live = go_on();
        return ends_.iterations();
    }

    /// Does what can be done for whole vectors, or else what is left; false if there is nothing.
    HWY_INLINE bool go_on() noexcept {
        if (singly_.count() >= kLanes) {
            go_singly();
        } else if (ready_.count() >= pool_.free_slots()) {
            pool_.fill(ready_);
            pool_.run(kLanes, singly_);
        } else if (lanes_.is_live()) {
            lanes_.go_on();
        } else if (ready_.count() > 0 || pool_.is_live()) {
            pool_.fill(ready_);
            pool_.move_together(ready_);
            pool_.run(kLanes, singly_);
        } else if (singly_.count() > 0) {
            go_singly();
        } else {
            return false;
        }
        return true;
    }

    /// Takes a vector of direct orbits on by single steps: into the block in which something comes
    /// up, up to that, or to where the pool takes them in.
    HWY_NOINLINE void go_singly() noexcept {
        OrbitLanes<Kind> lanes;
        Orbit &orbit = lanes.orbit;
        lanes.for_each_vector([](auto &vector) HWY_ATTR { vector = hn::Xor(vector, vector); });
        lanes.complete(view_);
        Mask live = singly_.pop(lanes, Ops::every(), view_);
        Mask direct = live;
        const auto own = orbit.full_c(view_);
        for (std::uint32_t i = 0; i < pool_.steps() && Ops::any(direct); ++i) {
            const RoundEnd<Ops> end = orbit.direct_round(view_, direct, own);
            Mask over = end.over;
            if (shortcuts_ && Ops::any(end.rebased))
                over = Ops::either(over, ends_.find_bound(lanes, end.rebased));
            const Mask ended = Ops::either(end.escaped, over);
            if (Ops::any(ended)) {
                ends_.store(lanes, ended, end.escaped);
                live = Ops::but_not(live, ended);
            }
            direct = Ops::both(live, orbit.direct());
            if constexpr (kTracks != Tracks::none)
                direct = Ops::but_not(direct, Ops::multiple_of_16(orbit.n));
        }
        direct = Ops::both(live, orbit.direct());
        ready_.push(lanes, direct);
        rebased_.push(lanes, Ops::but_not(live, direct));
    }

    const std::atomic<bool> &stop_;
    const typename Kind::View &view_;
    const bool shortcuts_;
    PerturbedEnds<Kind> ends_;
    Parked ready_;   ///< for the pool
    Parked singly_;  ///< direct, but something comes up within a block
    Parked rebased_; ///< that follow the reference again
    Pool pool_;
    PerturbedLanes<Kind> lanes_;
};

/// Enters the loops of one shard of the formulas, see formula_shards.h and perturbed_shard.h. The
/// plain loops serve what has no vector loop.
template <int kShard> void enter_perturbed_vectors(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
