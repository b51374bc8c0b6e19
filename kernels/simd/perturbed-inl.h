// The vector loop by perturbation. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is; what is for single samples has to be included before Highway.
#if defined(FATHOM_KERNELS_SIMD_PERTURBED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#undef FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#else
#define FATHOM_KERNELS_SIMD_PERTURBED_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/perturbation/perturbed_orbit-inl.h"
#include "kernels/simd/lanes-inl.h"

#include <limits>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// What RebaseRepetition is for one orbit, for a vector of them.
template <class Ops> class RebaseRepetitions {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Exponent = typename Ops::Exponent;

  public:
    /// Begins anew in the lanes of the mask, with nothing seen.
    HWY_INLINE void begin(Mask lanes) noexcept {
        const Value nothing = Ops::set(std::numeric_limits<typename Ops::Real>::quiet_NaN());
        put<Ops>(old_, Complex<Value>{nothing, nothing}, lanes);
        put_value<Ops>(looks_, Ops::set(0), lanes);
        put_value<Ops>(renewal_, Ops::set(1), lanes);
    }

    /// The rebased lanes whose state has been seen before.
    HWY_INLINE Mask seen(Mask rebased, const Complex<Value> &z, Exponent k) noexcept {
        const Mask same = Ops::both(hn::And(hn::Eq(z.x, old_.x), hn::Eq(z.y, old_.y)),
                                    Ops::both(rebased, Ops::equal_exponent(k, exponent_)));
        // Whole numbers; a float stops counting at 2^24, which only ends the renewals.
        looks_ = Ops::add(looks_, Ops::select(rebased, Ops::set(1), Ops::set(0)));
        const Mask renew = Ops::both(rebased, hn::Eq(looks_, renewal_));
        renewal_ = Ops::select(renew, Ops::add(renewal_, renewal_), renewal_);
        put<Ops>(old_, z, renew);
        exponent_ = Ops::select_exponent(renew, k, exponent_);
        return same;
    }

  private:
    Complex<Value> old_;
    Exponent exponent_;
    Value looks_;
    Value renewal_;
};

/// The orbits of a vector's lanes, each at its own place of the reference, on their way through a
/// piece of work.
template <class Formula, class Real, bool kWide, Tracks kTracks> class PerturbedLanes {
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    using IndexTag = typename Ops::IndexTag;
    using ExponentTag = typename Ops::ExponentTag;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Word = typename Ops::Word;
    using Orbit = PerturbedOrbit<Formula, Ops, kWide, kTracks>;
    using Number = typename Orbit::Number;
    static constexpr int kLanes = Ops::kLanes;

  public:
    // The longest run of steps in a round.
    static constexpr std::uint32_t kLongestRun = 256;
    // Direct steps that are tested together.
    static constexpr int kBlock = kTracks == Tracks::all ? 1 : 16;

    HWY_INLINE explicit PerturbedLanes(const PerturbedWork<Real> &work) noexcept
        : work_(work), view_(work.template view<Orbit::kLinear>()),
          shortcuts_(work.tile.shortcuts &&
                     !(kTracks == Tracks::all && work.tile.tracking.interior)) {}

    /// Begins the first samples.
    HWY_INLINE void begin(SampleWalk<Real> &walk) noexcept {
        live_ = Ops::none();
        repetitions_.begin(Ops::every());
        const Value zero = Ops::set(0);
        orbit_.begin(view_, work_.tile.settings.julia, Number{zero, zero}, Ops::exponent(0));
        refill(walk);
    }

    /// Whether lanes have a sample.
    [[nodiscard]] HWY_INLINE bool is_live() const noexcept { return Ops::any(live_); }
    /// Whether all those are direct.
    [[nodiscard]] HWY_INLINE bool is_direct() const noexcept {
        return !Ops::any(Ops::but_not(live_, orbit_.direct()));
    }
    /// What the samples took so far.
    [[nodiscard]] HWY_INLINE std::uint64_t iterations() const noexcept { return iterations_; }

    /// A round of some lanes, of which at least one is not direct: direct ones wait until all are,
    /// as they seldom become anything else.
    HWY_INLINE void go_on(SampleWalk<Real> &walk) noexcept {
        go_round();
        refill_in_time(walk);
    }

    /// A block of steps of all lanes, which are direct. False where one no longer is.
    HWY_INLINE bool go_directly(SampleWalk<Real> &walk) noexcept {
        const Mask lanes = live_;
        const Number own = orbit_.full_c(view_);
        Mask slow = lanes;
        if constexpr (kTracks != Tracks::all) {
            const auto left = Ops::subtract_count(Ops::count(view_.limit), orbit_.n);
            const Mask near = Ops::less_count(left, Ops::index(kBlock + 1));
            slow = Ops::but_not(
                lanes, orbit_.template direct_steps<kBlock>(view_, Ops::but_not(lanes, near), own));
        }
        if (!Ops::any(slow))
            settle({Ops::none(), Ops::none(), lanes}, kBlock);
        else
            go_singly(slow, own);
        refill_in_time(walk);
        return is_direct();
    }

  private:
    // What rounds that are no runs of steps take, in steps.
    static constexpr std::uint32_t kRoundCost = 8;

    HWY_INLINE void go_round() noexcept {
        Mask rest = live_;
        if constexpr (Orbit::kHasCore) {
            if (view_.core.period != 0) {
                const Mask core = Ops::both(live_, orbit_.in_core());
                rest = Ops::but_not(rest, core);
                if (Ops::any(core)) {
                    go_through_core(core);
                    return;
                }
            }
        }
        Mask plain = Ops::but_not(rest, orbit_.direct());
        if constexpr (kWide) {
            const Mask wide = Ops::both(plain, orbit_.wide());
            plain = Ops::but_not(plain, wide);
            if (Ops::any(wide)) {
                settle(orbit_.wide_round(view_, wide), kRoundCost);
                if (!Ops::any(plain))
                    return;
            }
        }
        const std::uint32_t steps = calm_steps(plain);
        if (steps == 0)
            return settle(orbit_.plain_round(view_, plain), kRoundCost);
        const std::uint32_t done = make_steps(plain, steps);
        settle(orbit_.conclude(view_, plain, Ops::none()), done);
    }

    /// Rounds of those lanes until one of them leaves the core.
    HWY_NOINLINE void go_through_core(Mask lanes) noexcept {
        const Number own = orbit_.core_c(view_);
        for (std::uint32_t i = 0; i < kLongestRun; ++i) {
            settle(orbit_.core_round(view_, lanes, own), 1);
            if (Ops::any(Ops::but_not(lanes, Ops::both(live_, orbit_.in_core()))))
                return;
        }
    }

    /// Direct steps of those lanes, one by one, until all have left the stage: at most a block.
    HWY_NOINLINE void go_singly(Mask lanes, Number own) noexcept {
        for (int i = 0; i < kBlock && Ops::any(lanes); ++i) {
            settle(orbit_.direct_round(view_, lanes, own), 1);
            lanes = Ops::both(lanes, Ops::both(live_, orbit_.direct()));
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

    /// Makes those steps, fewer where a lane escapes, is to be rebased or becomes wide before:
    /// rounds whose last one has still to be concluded. Returns how many.
    HWY_INLINE std::uint32_t make_steps(Mask lanes, std::uint32_t steps) noexcept {
        using Pairs = typename Ops::template Pairs<OrbitPoint<Real>>;
        const Index base = Ops::select_index(lanes, orbit_.reference.m, Ops::index(0));
        const Word first = hn::GetLane(hn::MaxOfLanes(IndexTag(), base));
        const Mask same = hn::RebindMask(Tag(), hn::Eq(base, hn::Set(IndexTag(), first)));
        const std::uint32_t done =
            Ops::any(Ops::but_not(lanes, same))
                ? make_steps_along(Pairs(view_.tables.orbit, base, 0), lanes, steps)
                : make_steps_along(Common{view_.tables.orbit + first}, lanes, steps);
        orbit_.count_steps(view_, Ops::select_index(lanes, Ops::index(done), Ops::index(0)));
        return done;
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
    HWY_INLINE std::uint32_t make_steps_along(const Points &orbit, Mask lanes,
                                              std::uint32_t steps) noexcept {
        const Value bailout_squared = Ops::set(view_.bailout_squared);
        const Number c = orbit_.c.plain;
        Number z = orbit_.z;
        Number reference = orbit_.reference.z;
        typename Orbit::Tracked tracks = orbit_.tracks;
        std::uint32_t done = 0;
        Mask calm;
        do {
            ++done;
            tracks.follow_step(view_, {Ops::add(reference.x, z.x), Ops::add(reference.y, z.y)},
                               Ops::add_count(orbit_.n, Ops::index(done)));
            const Number next = Formula::template delta<Ops>(reference, z, NoScale{});
            z = {Ops::add(next.x, c.x), Ops::add(next.y, c.y)};
            orbit.load(done, reference.x, reference.y);
            calm = Orbit::calm(reference, z, bailout_squared);
        } while (done < steps && !Ops::any(Ops::but_not(lanes, calm)));
        put<Ops>(orbit_.z, z, lanes);
        put<Ops>(orbit_.reference.z, reference, lanes);
        orbit_.tracks.put_all(tracks, lanes);
        return done;
    }

    /// Stores what has ended in a round that took as long as `steps` steps.
    HWY_INLINE void settle(const RoundEnd<Ops> &end, std::uint32_t steps) noexcept {
        made_ += steps * static_cast<std::uint32_t>(kLanes);
        missed_ += steps * static_cast<std::uint32_t>(free_);
        Mask over = end.over;
        if (shortcuts_ && Ops::any(end.rebased))
            over = Ops::either(over, repetitions_.seen(end.rebased, orbit_.z, orbit_.k));
        const Mask ended = Ops::either(end.escaped, over);
        if (!Ops::any(ended))
            return;
        store(ended, end.escaped);
        live_ = Ops::but_not(live_, ended);
        free_ += static_cast<int>(hn::CountTrue(Tag(), ended));
    }

    /// Lanes that began together stay together, and their rounds are cheap: others come only when
    /// all are free, or too much is lost by those that are.
    [[nodiscard]] HWY_INLINE bool is_time_to_refill() const noexcept {
        return free_ == kLanes || missed_ * 4 > made_;
    }

    /// See perturbed_sample.
    HWY_NOINLINE void store(Mask ended, Mask escaped) noexcept {
        const Number z = orbit_.point();
        const auto found = lanes_of(Ops::select(escaped, Ops::set(1), Ops::set(0)));
        const auto n = numbers(orbit_.n);
        const auto zx = lanes_of(tame<Ops>(z.x));
        const auto zy = lanes_of(tame<Ops>(z.y));
        if constexpr (kTracks == Tracks::none) {
            store_each(ended, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Real>{n[i], zx[i], zy[i]} : Sample<Real>{};
            });
            return;
        }
        if constexpr (kTracks == Tracks::gradient) {
            const Number gradient = orbit_.tracks.gradient(z);
            const auto gx = lanes_of(gradient.x);
            const auto gy = lanes_of(gradient.y);
            store_each(ended, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Real>{n[i], zx[i], zy[i], gx[i], gy[i]}
                                     : Sample<Real>{};
            });
        }
        if constexpr (kTracks == Tracks::all) {
            const Number gradient = orbit_.tracks.gradient(z);
            const auto gx = lanes_of(gradient.x);
            const auto gy = lanes_of(gradient.y);
            const auto trap = lanes_of(orbit_.tracks.trap);
            const auto atom = numbers(orbit_.tracks.atom);
            store_each(ended, [&](int i) HWY_ATTR {
                Sample<Real> sample;
                if (found[i] != 0)
                    sample = {n[i], zx[i], zy[i], gx[i], gy[i]};
                if (found[i] != 0 || work_.tile.tracking.interior) {
                    sample.trap = trap[i];
                    sample.atom = static_cast<std::uint32_t>(atom[i]);
                }
                return sample;
            });
        }
    }

    /// Stores sample_of(i) for each lane i of the mask.
    template <class SampleOf> HWY_INLINE void store_each(Mask lanes, SampleOf sample_of) noexcept {
        LaneSet<Real> set;
        set.add(Tag(), lanes, 0);
        set.for_each([&](int i) HWY_ATTR {
            const Sample<Real> sample = sample_of(i);
            store_sample(work_.tile, position_[i], sample);
            iterations_ += sample.n == kInterior ? work_.limit : sample.n;
        });
    }

    HWY_INLINE void refill_in_time(SampleWalk<Real> &walk) noexcept {
        if (free_ > 0 && is_time_to_refill())
            refill(walk);
    }

    /// Begins the next samples, as long as there are any, in the lanes of the mask.
    HWY_NOINLINE void refill(SampleWalk<Real> &walk) noexcept {
        LaneValues x{};
        LaneValues y{};
        LaneExponents exponent{};
        LaneValues begun{};
        LaneSet<Real> set;
        set.add(Tag(), hn::Not(live_), 0);
        set.for_each([&](int i) HWY_ATTR {
            if (!walk.next())
                return;
            const auto at = rounded_place<Real>(walk.exact_place(), work_.map_exponent);
            x[i] = at.place.x;
            y[i] = at.place.y;
            exponent[i] = at.exponent;
            begun[i] = 1;
            position_[i] = walk.at();
        });
        const Mask fresh = Ops::less(Ops::set(0), hn::Load(Tag(), begun.data()));
        Orbit orbit;
        orbit.begin(view_, work_.tile.settings.julia,
                    Number{hn::Load(Tag(), x.data()), hn::Load(Tag(), y.data())},
                    hn::Load(ExponentTag(), exponent.data()));
        orbit_.put_all(orbit, fresh);
        repetitions_.begin(fresh);
        live_ = Ops::either(live_, fresh);
        free_ = 0;
        made_ = missed_ = 0;
    }

    struct alignas(64) LaneValues : std::array<Real, kLanes> {};
    struct alignas(64) LaneNumbers : std::array<Word, kLanes> {};
    struct alignas(64) LaneExponents : std::array<typename Ops::SignedWord, kLanes> {};

    static HWY_INLINE LaneValues lanes_of(Value value) noexcept {
        LaneValues values;
        hn::Store(value, Tag(), values.data());
        return values;
    }
    static HWY_INLINE LaneNumbers numbers(Index index) noexcept {
        LaneNumbers values;
        hn::Store(index, IndexTag(), values.data());
        return values;
    }

    const PerturbedWork<Real> &work_;
    const PerturbedView<Real, Orbit::kLinear> &view_;
    const bool shortcuts_;

    Orbit orbit_;
    Mask live_; ///< lanes that have a sample
    RebaseRepetitions<Ops> repetitions_;
    std::array<std::size_t, kLanes> position_{};
    int free_ = 0;             ///< lanes that have lost theirs since the last refill
    std::uint64_t made_ = 0;   ///< steps since then, of all lanes
    std::uint64_t missed_ = 0; ///< of those that were free
    std::uint64_t iterations_ = 0;
};

/// Runs one piece of work. The vectors' direct steps, whose latency is much longer than they need,
/// overlap; other rounds are long enough.
template <class Formula, class Real, bool kWide, Tracks kTracks> class PerturbedVectorLoop {
    using Lanes = PerturbedLanes<Formula, Real, kWide, kTracks>;

  public:
    /// As a PerturbedLoop.
    static std::uint64_t run(const PerturbedWork<Real> &work) noexcept {
        SampleWalk<Real> walk(work.tile);
        std::array<Lanes, kVectors> vectors{Lanes(work), Lanes(work)};
        for (Lanes &lanes : vectors)
            lanes.begin(walk);
        for (bool live = true; live && !work.tile.stop->load(std::memory_order_relaxed);)
            for (int i = 0; i < kPollRounds && live; ++i)
                live = go_on(vectors, walk);
        std::uint64_t iterations = 0;
        for (const Lanes &lanes : vectors)
            iterations += lanes.iterations();
        return iterations;
    }

  private:
    static constexpr std::size_t kVectors = 2;
    // Between looks at the stop flag: a tenth of a millisecond at most.
    static constexpr int kPollRounds = 64;

    /// A round of each vector; false if nothing is left.
    static HWY_INLINE bool go_on(std::array<Lanes, kVectors> &vectors,
                                 SampleWalk<Real> &walk) noexcept {
        bool direct = true;
        bool live = false;
        for (Lanes &lanes : vectors) {
            if (!lanes.is_direct()) {
                lanes.go_on(walk);
                direct = false;
            }
            live = live || lanes.is_live();
        }
        for (std::uint32_t done = 0; direct && live && done < Lanes::kLongestRun;
             done += Lanes::kBlock)
            for (Lanes &lanes : vectors)
                if (lanes.is_live())
                    direct = lanes.go_directly(walk) && direct;
        return live;
    }
};

/// Enters the loops of one shard of the formulas, see formula_shards.h. Only those of double:
/// floats are for GPUs, and the plain loop serves them here.
template <int kShard> void enter_perturbed_vectors(PerturbedTable<double> &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
