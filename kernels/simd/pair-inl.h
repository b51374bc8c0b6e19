// The vector loop by perturbation of formulas that look back. Included anew for each of Highway's
// targets, as mandelbrot_step-inl.h is; what is for single samples has to be included before
// Highway.
#if defined(FATHOM_KERNELS_SIMD_PAIR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PAIR_INL_H
#undef FATHOM_KERNELS_SIMD_PAIR_INL_H
#else
#define FATHOM_KERNELS_SIMD_PAIR_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/perturbation/pair_orbit-inl.h"
#include "kernels/simd/lane_values-inl.h"

#include <array>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Runs one piece of work: an orbit in each lane of a vector, all of which go on by a step, and a
/// new one wherever one has ended.
template <class Formula, class Real, Tracks kTracks> class PairVectorLoop {
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    using ExponentTag = typename Ops::ExponentTag;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Word = typename Ops::Word;
    using Orbit = PairOrbit<Formula, Ops, kTracks>;
    using Number = typename Orbit::Number;
    static constexpr int kLanes = Ops::kLanes;

  public:
    /// As a PerturbedLoop.
    static std::uint64_t run(const PerturbedWork<Real> &work) noexcept {
        return PairVectorLoop(work).run();
    }

  private:
    // Between looks at the stop flag: a tenth of a millisecond.
    static constexpr int kPollRounds = 1 << 13;

    HWY_INLINE explicit PairVectorLoop(const PerturbedWork<Real> &work) noexcept
        : work_(work), view_(work.template view<2>()),
          interior_(kTracks == Tracks::all && work.tile.tracking.interior),
          shortcuts_(work.tile.shortcuts && !interior_),
          origin_(static_cast<std::size_t>(work.tile.y0) * work.tile.planes.width),
          walk_(work.tile), walks_on_(walk_.next()), live_(Ops::none()) {
        orbit_.begin(view_, work_.tile.settings, {Ops::set(0), Ops::set(0)}, Ops::exponent(0));
        position_ = Ops::index(0);
    }

    HWY_INLINE std::uint64_t run() noexcept {
        while (!work_.tile.stop->load(std::memory_order_relaxed))
            for (int i = 0; i < kPollRounds; ++i) {
                if (free_ > 0 && walks_on_)
                    begin_next();
                if (free_ == kLanes)
                    return iterations_;
                go_round();
            }
        return iterations_;
    }

    HWY_INLINE void go_round() noexcept {
        Mask plain = live_;
        if (view_.can_be_wide()) {
            const Mask wide = Ops::both(live_, orbit_.wide());
            plain = Ops::but_not(plain, wide);
            if (Ops::any(wide))
                go_wide_round(wide);
        }
        if (Ops::any(plain))
            settle(orbit_.plain_round(view_, plain));
    }
    /// Apart, so that plain rounds keep their registers.
    HWY_NOINLINE void go_wide_round(Mask wide) noexcept { settle(orbit_.wide_round(view_, wide)); }

    /// Takes out what has ended in a round.
    HWY_INLINE void settle(const RoundEnd<Ops> &end) noexcept {
        Mask over = end.over;
        if (shortcuts_ && Ops::any(end.rebased))
            over = Ops::either(over, repeating(end.rebased));
        const Mask ended = Ops::either(end.escaped, over);
        if (!Ops::any(ended))
            return;
        store(ended, end.escaped);
        live_ = Ops::but_not(live_, ended);
        free_ += static_cast<int>(hn::CountTrue(Tag(), ended));
    }

    /// Those of the rebased lanes whose orbits repeat.
    HWY_NOINLINE Mask repeating(Mask rebased) noexcept {
        const auto zx = reals_of<Ops>(orbit_.z.x);
        const auto zy = reals_of<Ops>(orbit_.z.y);
        const auto yx = reals_of<Ops>(orbit_.y.x);
        const auto yy = reals_of<Ops>(orbit_.y.y);
        const auto k = exponents_of<Ops>(orbit_.k);
        LaneNumbers<Ops> repeats{};
        for_each_lane<Ops>(rebased, [&](int i) HWY_ATTR {
            repeats[i] = repetitions_[i].seen({zx[i], zy[i]}, {yx[i], yy[i]},
                                              static_cast<std::int32_t>(k[i]))
                             ? 1
                             : 0;
        });
        return mask_of<Ops>(repeats);
    }

    /// Stores the samples of the lanes in `ended`, see perturbed_sample.
    HWY_NOINLINE void store(Mask ended, Mask escaped) noexcept {
        const Number z = orbit_.point();
        const auto found = reals_of<Ops>(Ops::select(escaped, Ops::set(1), Ops::set(0)));
        const auto n = numbers_of<Ops>(orbit_.n);
        const auto position = numbers_of<Ops>(position_);
        const auto zx = reals_of<Ops>(tame<Ops>(z.x));
        const auto zy = reals_of<Ops>(tame<Ops>(z.y));
        LaneReals<Ops> gx{}, gy{}, trap{};
        LaneNumbers<Ops> atom{};
        if constexpr (kTracks != Tracks::none) {
            const Number gradient = orbit_.tracks.gradient(z);
            gx = reals_of<Ops>(gradient.x);
            gy = reals_of<Ops>(gradient.y);
        }
        if constexpr (kTracks == Tracks::all) {
            trap = reals_of<Ops>(orbit_.tracks.trap);
            atom = numbers_of<Ops>(orbit_.tracks.atom);
        }
        for_each_lane<Ops>(ended, [&](int i) HWY_ATTR {
            Sample<Real> sample;
            if (found[i] != 0) {
                sample = {n[i], zx[i], zy[i], gx[i], gy[i]};
                sample.atom = static_cast<std::uint32_t>(atom[i]);
            }
            if (found[i] != 0 || interior_)
                sample.trap = trap[i];
            store_sample(work_.tile, origin_ + position[i], sample);
            iterations_ += sample.n == kInterior ? work_.limit : sample.n;
        });
    }

    /// Begins the next samples, as long as there are any, in the lanes that are free.
    HWY_NOINLINE void begin_next() noexcept {
        LaneReals<Ops> x{}, y{};
        alignas(64) std::array<typename Ops::SignedWord, kLanes> exponent{};
        LaneNumbers<Ops> begun{}, position{};
        for_each_lane<Ops>(hn::Not(live_), [&](int i) HWY_ATTR {
            if (!walks_on_)
                return;
            const auto at = rounded_place<Real>(walk_.exact_place(), work_.map_exponent);
            x[i] = at.place.x;
            y[i] = at.place.y;
            exponent[i] = at.exponent;
            begun[i] = 1;
            position[i] = static_cast<Word>(walk_.at() - origin_);
            repetitions_[i] = {};
            walks_on_ = walk_.next();
        });
        const Mask fresh = mask_of<Ops>(begun);
        Orbit next;
        next.begin(view_, work_.tile.settings,
                   Number{hn::Load(Tag(), x.data()), hn::Load(Tag(), y.data())},
                   hn::Load(ExponentTag(), exponent.data()));
        orbit_.put_all(next, fresh);
        position_ = Ops::select_index(fresh, index_of<Ops>(position), position_);
        live_ = Ops::either(live_, fresh);
        free_ = kLanes - static_cast<int>(hn::CountTrue(Tag(), live_));
    }

    const PerturbedWork<Real> &work_;
    const PerturbedView<Real, 2> &view_;
    const bool interior_; ///< what is tracked of interior orbits is wanted
    const bool shortcuts_;
    const std::size_t origin_;
    SampleWalk<Real> walk_;
    bool walks_on_; ///< the walk is at a sample
    std::uint64_t iterations_ = 0;

    Orbit orbit_;
    Index position_; ///< of the samples in the planes, less that of the tile's first row
    std::array<PairRepetition<Real>, kLanes> repetitions_;
    Mask live_;         ///< lanes that have an orbit
    int free_ = kLanes; ///< that have none
};

/// Enters the loops of a shard whose formula looks back, of doubles; the plain loop serves sums of
/// two.
template <int kShard> void enter_pair_vectors(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
