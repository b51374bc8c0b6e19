// Direct orbits by perturbation, many side by side. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_DIRECT_POOL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_DIRECT_POOL_INL_H
#undef FATHOM_KERNELS_SIMD_DIRECT_POOL_INL_H
#else
#define FATHOM_KERNELS_SIMD_DIRECT_POOL_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/perturbed_ends-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// The direct orbits of a piece of work. Orbits are very differently long; so each that ends or is
/// rebased makes room for another one, and all that are in the pool go on together by blocks of
/// steps. Within a block nothing is done but what nearly every one of them does: an orbit for which
/// something else comes up leaves the pool as it was before the block.
template <class Kind> class DirectPool {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using High = HighOps<Ops>;
    using Value = typename High::Value;
    using Mask = typename Ops::Mask;
    using Formula = typename Kind::Formula;
    using Orbit = typename Kind::Orbit;
    using Number = typename Orbit::Number;
    static constexpr int kLanes = Kind::kLanes;
    static constexpr bool kTracked = Kind::kTracks != Tracks::none;

    /// What a vector keeps in registers: z, the least |z|^2, and what is tracked.
    static constexpr int kValues = (kIsTwo<Real> ? 5 : 3) + (kTracked ? Orbit::kLinear : 0) +
                                   (Kind::kTracks == Tracks::all ? 3 : 0);
    /// As OrbitKind has it.
    static constexpr int kRegisters = HWY_TARGET == HWY_AVX2 ? 16 : 32;
    static constexpr int kChains = std::clamp((kRegisters - 4) / kValues, 2, 8);

  public:
    static constexpr int kSlots = kChains * kLanes;
    /// All that wait for one stage or another are as many at most: a vector of new orbits is begun
    /// only where the pool is short of some and less than a vector's worth waits elsewhere.
    using Parked = ParkedOrbits<Kind, kSlots + 4 * kLanes>;

    HWY_INLINE DirectPool(const PerturbedWork<Real> &work, PerturbedEnds<Kind> &ends) noexcept
        : view_(work.template view<Orbit::kLinear>()), ends_(ends),
          looks_(work.tile.shortcuts &&
                 !(Kind::kTracks == Tracks::all && work.tile.tracking.interior)),
          steps_(stays_outside<Formula>(work.tile.settings, work.tile.bailout_squared) ? kBlock
                                                                                       : 1) {
        for (OrbitLanes<Kind> &slots : slots_)
            slots.for_each_vector([](auto &vector) HWY_ATTR { vector = hn::Xor(vector, vector); });
        live_.fill(Ops::none());
    }

    /// Steps of a block. Where derivatives are tracked, orbits have to come at a multiple of it.
    [[nodiscard]] HWY_INLINE std::uint32_t steps() const noexcept { return steps_; }
    [[nodiscard]] HWY_INLINE int free_slots() const noexcept { return kSlots - count_; }
    [[nodiscard]] HWY_INLINE bool is_live() const noexcept { return count_ > 0; }

    /// Takes in orbits as long as there are any and room for them.
    HWY_NOINLINE void fill(Parked &from) noexcept {
        for (int i = 0; i < kChains && from.count() > 0; ++i) {
            const Mask open = hn::Not(live_[i]);
            if (Ops::any(open))
                put_in(i, from, open);
        }
    }

    /// Goes on by some blocks, fewer if as many as `enough` orbits leave or end before.
    HWY_INLINE void run(int enough, Parked &leaving) noexcept {
        int used = kChains;
        while (used > 1 && !Ops::any(live_[used - 1]))
            --used;
        run_used<kChains>(used, enough, leaving);
    }

    /// Puts all into as few vectors as they fill, if that is at most half of those they are in.
    HWY_NOINLINE void move_together(Parked &on_the_way) noexcept {
        int used = 0;
        for (const Mask live : live_)
            used += Ops::any(live) ? 1 : 0;
        if (2 * count_ > used * kLanes)
            return;
        for (int i = 0; i < kChains; ++i) {
            on_the_way.push(slots_[i], live_[i]);
            live_[i] = Ops::none();
        }
        count_ = 0;
        fill(on_the_way);
    }

  private:
    static constexpr std::uint32_t kBlock = 16;
    static constexpr std::uint32_t kMostBlocks = 64;
    static constexpr std::uint32_t kBlocksALook = 16; ///< for repetitions

    /// A vector's part that changes within a block.
    struct Chain {
        Number z;
        typename Orbit::Tracked tracks;
        Value least; ///< |z|^2 in the block
    };

    HWY_INLINE void put_in(int i, Parked &from, Mask open) noexcept {
        const Mask filled = from.pop(slots_[i], open, view_);
        own_[i] = slots_[i].orbit.full_c(view_);
        live_[i] = Ops::either(live_[i], filled);
        count_ += static_cast<int>(hn::CountTrue(Tag(), filled));
    }

    template <int kUsed> HWY_INLINE void run_used(int used, int enough, Parked &leaving) noexcept {
        if constexpr (kUsed > 1)
            if (used <= kUsed / 2)
                return run_used<kUsed / 2>(used, enough, leaving);
        run_vectors<kUsed>(enough, leaving);
    }

    template <int kUsed> HWY_NOINLINE void run_vectors(int enough, Parked &leaving) noexcept {
        std::array<Chain, kUsed> chains;
        FATHOM_UNROLL_CHAINS
        for (int i = 0; i < kUsed; ++i) {
            chains[i].z = slots_[i].orbit.z;
            chains[i].tracks = slots_[i].orbit.tracks;
        }
        const int wanted = count_ - enough;
        for (std::uint32_t block = 0; block < kMostBlocks && count_ > wanted; ++block) {
            run_block(chains);
            bool all_fine = true;
            FATHOM_UNROLL_CHAINS
            for (int i = 0; i < kUsed; ++i) {
                const Mask slow = Ops::but_not(live_[i], fine(i, chains[i]));
                all_fine = all_fine && !Ops::any(slow);
                if (HWY_UNLIKELY(Ops::any(slow))) {
                    leaving.push(slots_[i], slow);
                    take_out(i, slow);
                }
            }
            FATHOM_UNROLL_CHAINS
            for (int i = 0; i < kUsed; ++i) {
                keep(i, chains[i]);
            }
            if (looks_ && ++blocks_ % kBlocksALook == 0)
                look(kUsed);
        }
    }

    template <class Chains> HWY_INLINE void run_block(Chains &chains) noexcept {
        constexpr std::uint32_t kPart = Orbit::Tracked::kStepsALook;
        for (Chain &chain : chains)
            chain.least = High::set(kLargest<typename High::Real>);
        for (std::uint32_t done = 0; done < steps_;) {
            const std::uint32_t end = std::min(done + kPart, steps_);
            run_steps(chains, done, end);
            done = end;
            FATHOM_UNROLL_CHAINS
            for (std::size_t i = 0; i < chains.size(); ++i) {
                chains[i].tracks.look(view_, Ops::add_count(slots_[i].orbit.n, Ops::index(done)));
            }
        }
    }

    template <class Chains>
    HWY_INLINE void run_steps(Chains &chains, std::uint32_t from, std::uint32_t to) noexcept {
        const Number *own = own_.data();
        for (std::uint32_t step = from; step < to; ++step) {
            // c stays in memory, as in Chains of lanes-inl.h.
            asm("" : "+r"(own));
            FATHOM_UNROLL_CHAINS
            for (std::size_t i = 0; i < chains.size(); ++i) {
                Chain &chain = chains[i];
                chain.tracks.follow_unseen(high(chain.z));
                chain.z = Formula::template step<Ops>(Point<typename Ops::Value>{chain.z, {}},
                                                      Constants<typename Ops::Value>{own[i], {}});
                const Value size = high_norm<Ops>(chain.z);
                chain.least = hn::Min(size, chain.least);
                chain.tracks.note(view_, Ops::add_count(slots_[i].orbit.n, Ops::index(step + 1)),
                                  size, high(chain.z), Ops::every());
            }
        }
    }

    /// The lanes that were neither small on the way nor are outside now, with the limit beyond.
    /// What has left stays outside, or the block is one step. NaNs stay NaNs.
    HWY_INLINE Mask fine(int i, const Chain &chain) const noexcept {
        const Value size = high_norm<Ops>(chain.z);
        const Mask inside = High::less_equal(size, High::set(view_.bailout_squared));
        const auto left = Ops::subtract_count(Ops::count(view_.limit), slots_[i].orbit.n);
        return Ops::but_not(Ops::both(inside, Orbit::Direct::goes_on(chain.least)),
                            Ops::less_count(left, Ops::index(steps_ + 1)));
    }

    HWY_INLINE void keep(int i, const Chain &chain) noexcept {
        Orbit &orbit = slots_[i].orbit;
        orbit.z = chain.z;
        orbit.tracks = chain.tracks;
        orbit.n = Ops::add_count(orbit.n, Ops::index(steps_));
    }

    HWY_INLINE void take_out(int i, Mask lanes) noexcept {
        live_[i] = Ops::but_not(live_[i], lanes);
        count_ -= static_cast<int>(hn::CountTrue(Tag(), lanes));
    }

    /// Ends what never escapes.
    HWY_NOINLINE void look(int used) noexcept {
        for (int i = 0; i < used; ++i) {
            const Mask bound = ends_.find_bound(slots_[i], live_[i]);
            if (!Ops::any(bound))
                continue;
            ends_.store(slots_[i], bound, Ops::none());
            take_out(i, bound);
        }
    }

    const typename Kind::View &view_;
    PerturbedEnds<Kind> &ends_;
    const bool looks_;
    const std::uint32_t steps_;

    std::array<OrbitLanes<Kind>, kChains> slots_;
    std::array<Number, kChains> own_;
    std::array<Mask, kChains> live_;
    int count_ = 0;
    std::uint32_t blocks_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
