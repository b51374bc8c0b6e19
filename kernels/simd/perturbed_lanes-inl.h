// Perturbed orbits along the reference, in vectors. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_PERTURBED_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PERTURBED_LANES_INL_H
#undef FATHOM_KERNELS_SIMD_PERTURBED_LANES_INL_H
#else
#define FATHOM_KERNELS_SIMD_PERTURBED_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/direct_pool-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// The orbits of a vector's lanes, each at its own place of the reference, wide or plain, or in the
/// core. Those that become direct leave.
template <class Kind> class PerturbedLanes {
    using Real = typename Kind::Real;
    using Formula = typename Kind::Formula;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using IndexTag = typename Ops::IndexTag;
    using ExponentTag = typename Ops::ExponentTag;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Word = typename Ops::Word;
    using Orbit = typename Kind::Orbit;
    using Number = typename Orbit::Number;
    using Parked = typename DirectPool<Kind>::Parked;
    static constexpr int kLanes = Kind::kLanes;

  public:
    /// Direct orbits go to `direct`; those of `rebased` come back.
    HWY_INLINE PerturbedLanes(const PerturbedWork<Real> &work, PerturbedEnds<Kind> &ends,
                              Parked &direct, Parked &rebased) noexcept
        : work_(work), view_(work.template view<Orbit::kLinear>()), ends_(ends), direct_(direct),
          rebased_(rebased), shortcuts_(work.tile.shortcuts && !(Kind::kTracks == Tracks::all &&
                                                                 work.tile.tracking.interior)),
          walk_(work.tile), walks_on_(walk_.next()), orbit_(lanes_.orbit) {
        lanes_.for_each_vector([](auto &vector) HWY_ATTR { vector = hn::Xor(vector, vector); });
        lanes_.complete(view_);
        live_ = Ops::none();
    }

    /// Whether there is something to do.
    [[nodiscard]] HWY_INLINE bool is_live() const noexcept { return Ops::any(live_) || any_come(); }

    /// A round of some of the lanes.
    HWY_INLINE void go_on() noexcept {
        if (free_ > 0 && is_time_to_refill() && any_come())
            refill();
        go_round();
    }

  private:
    // The longest run of steps in a round.
    static constexpr std::uint32_t kLongestRun = 256;
    // What rounds that are no runs of steps take, in steps.
    static constexpr std::uint32_t kRoundCost = 8;
    // The part of all steps, one of so many, that free lanes may miss: of sums of two fewer, whose
    // steps take five times as long.
    static constexpr std::uint64_t kMissedOf = kIsTwo<Real> ? 8 : 4;

    /// Whether orbits may still be begun or gone on with.
    [[nodiscard]] HWY_INLINE bool any_come() const noexcept {
        return walks_on_ || rebased_.count() > 0;
    }

    HWY_INLINE void go_round() noexcept {
        Mask plain = live_;
        if constexpr (Orbit::kHasCore) {
            if (view_.core.period != 0) {
                const Mask core = Ops::both(live_, orbit_.in_core());
                plain = Ops::but_not(plain, core);
                if (Ops::any(core)) {
                    go_through_core(core);
                    return;
                }
            }
        }
        if (view_.can_be_wide()) {
            const Mask wide = Ops::both(plain, orbit_.wide());
            plain = Ops::but_not(plain, wide);
            if (Ops::any(wide)) {
                go_wide_round(wide);
                if (!Ops::any(plain))
                    return;
            }
        }
        if (const std::uint32_t steps = calm_steps(plain); steps > 0) {
            const Run run = make_steps(plain, steps);
            if (!run.calm)
                return settle(orbit_.conclude(view_, plain, Ops::none()), run.steps);
            count_made(run.steps); // there is nothing to conclude
        }
        settle(orbit_.plain_round(view_, plain), kRoundCost);
    }

    /// Apart, so that plain rounds keep their registers.
    HWY_NOINLINE void go_wide_round(Mask lanes) noexcept {
        settle(orbit_.wide_round(view_, lanes), kRoundCost);
    }

    /// Rounds of those lanes until one of them leaves the core.
    HWY_NOINLINE void go_through_core(Mask lanes) noexcept {
        const Number own = orbit_.core_c(view_);
        for (std::uint32_t i = 0; i < kLongestRun; ++i) {
            settle_in_core(orbit_.core_round(view_, lanes, own));
            if (Ops::any(Ops::but_not(lanes, Ops::both(live_, orbit_.in_core()))))
                return;
        }
    }

    /// Steps of all those lanes in which none may try a jump, comes to the limit or to the end of
    /// the reference.
    HWY_INLINE std::uint32_t calm_steps(Mask lanes) const noexcept {
        Index steps = orbit_.calm_steps(view_);
        steps = Ops::select_index(lanes, steps, Ops::index(kLongestRun));
        steps = Ops::smaller_index(steps, Ops::index(kLongestRun));
        return static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(IndexTag(), steps)));
    }

    /// Steps that were made.
    struct Run {
        std::uint32_t steps;
        bool calm; ///< behind the last one, too: see PerturbedOrbit::calm
    };

    /// Makes those steps, fewer where a lane escapes, is to be rebased or becomes wide before:
    /// where that is so the last round has still to be concluded.
    HWY_INLINE Run make_steps(Mask lanes, std::uint32_t steps) noexcept {
        using Pairs = typename Ops::template Pairs<OrbitPoint<Real>>;
        const Index base = Ops::select_index(lanes, orbit_.reference.m, Ops::index(0));
        const Word first = hn::GetLane(hn::MaxOfLanes(IndexTag(), base));
        const Mask same = hn::RebindMask(Tag(), hn::Eq(base, hn::Set(IndexTag(), first)));
        const Run run = Ops::any(Ops::but_not(lanes, same))
                            ? make_steps_along(Pairs(view_.tables.orbit, base, 0), lanes, steps)
                            : make_steps_along(Common{view_.tables.orbit + first}, lanes, steps);
        orbit_.count_steps(view_, Ops::select_index(lanes, Ops::index(run.steps), Ops::index(0)));
        return run;
    }

    /// Loads as Pairs where all lanes are at the same point of the reference.
    struct Common {
        const OrbitPoint<Real> *orbit;
        HWY_INLINE void load(std::uint32_t behind, Value &x, Value &y) const noexcept {
            x = Ops::set(orbit[behind].x);
            y = Ops::set(orbit[behind].y);
        }
    };

    template <class Points>
    HWY_INLINE Run make_steps_along(const Points &orbit, Mask lanes, std::uint32_t steps) noexcept {
        const auto bailout_squared = Orbit::High::set(view_.bailout_squared);
        const bool can_be_wide = view_.can_be_wide();
        const auto wide_norm = Orbit::High::set(view_.wide_norm);
        const Number c = orbit_.c.plain;
        Number z = orbit_.z;
        Number reference = orbit_.reference.z;
        typename Orbit::Tracked tracks = orbit_.tracks;
        std::uint32_t done = 0;
        bool calm;
        do {
            ++done;
            tracks.follow_step(view_, high_sum<Ops>(reference, z),
                               Ops::add_count(orbit_.n, Ops::index(done)));
            z = sum<Ops>(Formula::template delta<Ops>(reference, z, NoScale{}), c);
            orbit.load(done, reference.x, reference.y);
            calm = !Ops::any(Ops::but_not(
                lanes, Orbit::calm(reference, z, bailout_squared, can_be_wide, wide_norm)));
        } while (done < steps && calm);
        put<Ops>(orbit_.z, z, lanes);
        put<Ops>(orbit_.reference.z, reference, lanes);
        orbit_.tracks.put_all(tracks, lanes);
        return {done, calm};
    }

    /// Takes out what has ended in a round that took as long as `steps` steps, and what has become
    /// direct.
    HWY_INLINE void settle(const RoundEnd<Ops> &end, std::uint32_t steps) noexcept {
        Mask over = end.over;
        if (shortcuts_ && Ops::any(end.rebased))
            over = Ops::either(over, ends_.find_bound(lanes_, end.rebased));
        take_out(end, over, steps);
    }
    HWY_INLINE void settle_in_core(const RoundEnd<Ops> &end) noexcept {
        Mask over = end.over;
        if (shortcuts_)
            over = Ops::either(over, lanes_.repetitions.seen(end.rebased, orbit_.z, orbit_.k));
        take_out(end, over, 1);
    }
    HWY_INLINE void take_out(const RoundEnd<Ops> &end, Mask over, std::uint32_t steps) noexcept {
        count_made(steps);
        const Mask ended = Ops::either(end.escaped, over);
        if (Ops::any(ended))
            ends_.store(lanes_, ended, end.escaped);
        const Mask direct = Ops::both(Ops::but_not(live_, ended), orbit_.direct());
        if (Ops::any(direct))
            direct_.push(lanes_, direct);
        const Mask gone = Ops::either(ended, direct);
        live_ = Ops::but_not(live_, gone);
        free_ += static_cast<int>(hn::CountTrue(Tag(), gone));
    }

    HWY_INLINE void count_made(std::uint32_t steps) noexcept {
        made_ += steps * static_cast<std::uint32_t>(kLanes);
        missed_ += steps * static_cast<std::uint32_t>(free_);
    }

    /// Lanes that began together stay together, and their rounds are cheap: others come only when
    /// all are free, or too much is lost by those that are.
    [[nodiscard]] HWY_INLINE bool is_time_to_refill() const noexcept {
        return free_ == kLanes || missed_ * kMissedOf > made_;
    }

    /// Fills the free lanes: with rebased orbits where these fill a vector or nothing else comes.
    HWY_NOINLINE void refill() noexcept {
        const Mask open = hn::Not(live_);
        if (rebased_.count() >= kLanes || !walks_on_)
            live_ = Ops::either(live_, rebased_.pop(lanes_, open, view_));
        else
            begin_next(open);
        free_ = kLanes - static_cast<int>(hn::CountTrue(Tag(), live_));
        made_ = missed_ = 0;
    }

    /// Begins the next samples, as long as there are any, in the lanes of the mask.
    HWY_INLINE void begin_next(Mask lanes) noexcept {
        alignas(64) std::array<Real, kLanes> x{};
        alignas(64) std::array<Real, kLanes> y{};
        alignas(64) std::array<typename Ops::SignedWord, kLanes> exponent{};
        alignas(64) std::array<Word, kLanes> begun{};
        alignas(64) std::array<Word, kLanes> position{};
        LaneSet<Stored<Real>> set;
        set.add(Tag(), lanes, 0);
        set.for_each([&](int i) HWY_ATTR {
            if (!walks_on_)
                return;
            const auto at = rounded_place<Real>(walk_.exact_place(), work_.map_exponent);
            x[i] = at.place.x;
            y[i] = at.place.y;
            exponent[i] = at.exponent;
            begun[i] = 1;
            position[i] = ends_.position(walk_);
            walks_on_ = walk_.next();
        });
        const Mask fresh = Ops::equal_index(hn::Load(IndexTag(), begun.data()), Ops::index(1));
        OrbitLanes<Kind> next;
        next.orbit.begin(view_, work_.tile.settings.julia,
                         Number{Ops::from_lanes(x.data()), Ops::from_lanes(y.data())},
                         hn::Load(ExponentTag(), exponent.data()));
        next.orbit.jumps.taken = Ops::index(0);
        next.repetitions.begin();
        next.position = hn::Load(IndexTag(), position.data());
        lanes_.put_all(next, fresh);
        live_ = Ops::either(live_, fresh);
    }

    const PerturbedWork<Real> &work_;
    const typename Kind::View &view_;
    PerturbedEnds<Kind> &ends_;
    Parked &direct_;
    Parked &rebased_;
    const bool shortcuts_;
    SampleWalk<Real> walk_;
    bool walks_on_; ///< the walk is at a sample

    OrbitLanes<Kind> lanes_;
    Orbit &orbit_;             ///< theirs
    Mask live_;                ///< lanes that have an orbit
    int free_ = kLanes;        ///< that have none
    std::uint64_t made_ = 0;   ///< steps since the last refill, of all lanes
    std::uint64_t missed_ = 0; ///< of those that were free
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
