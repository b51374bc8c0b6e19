// The vector loop of every formula, plain or tracked. Included anew for each of Highway's targets,
// as mandelbrot_step-inl.h is; what is for single samples has to be included before Highway.
#if defined(FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#undef FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#else
#define FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/formulas/formula_list-inl.h"
#include "kernels/formulas/orbit-inl.h"
#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/repetition-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Runs one piece of work: orbits side by side, each tested at each step, because nothing is
/// assumed about how they grow. A lane whose orbit ends gets the next sample.
template <std::size_t kIndex, class Real, Tracks kTracks> class AnyFormulaLoop {
    using Formula = typename FormulaAt<kIndex, Formulas>::Type;
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    using IndexTag = typename Ops::IndexTag;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Number = hn::TFromD<IndexTag>;
    using Orbit = OrbitOf<kTracks, Formula, Ops>;
    static constexpr bool kAll = kTracks == Tracks::all;
    static constexpr int kVector = Ops::kLanes;
    /// Independent vectors, to hide the latencies; those that spill registers still pay.
    static constexpr int kChains = kTracks == Tracks::none ? 4 : 2;
    static constexpr int kLanes = kChains * kVector;

  public:
    /// As a loop of the tables.
    static std::uint64_t run(const TileWork<Real> &work) noexcept {
        return AnyFormulaLoop(work).run();
    }

  private:
    // Steps between looks at what has ended: few where much does.
    static constexpr std::uint32_t kShortestBurst = 8;
    static constexpr std::uint32_t kLongestBurst = 128;
    // Steps between looks for a repetition.
    static constexpr std::uint64_t kStepsPerLook = 64;
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    HWY_INLINE explicit AnyFormulaLoop(const TileWork<Real> &work) noexcept
        : work_(work), walk_(work), julia_(work.settings.julia),
          shortcuts_(work.shortcuts && !(kAll && work.tracking.interior)) {}

    HWY_INLINE std::uint64_t run() noexcept {
        const Mask all = Ops::less(Ops::set(0), Ops::set(1));
        for (int k = 0; k < kChains; ++k) {
            live_[k] = all;
            inside_[k] = hn::Not(all);
        }
        refill();
        while (next_end_ != kNever && !work_.stop->load(std::memory_order_relaxed)) {
            const std::uint64_t steps = std::min<std::uint64_t>(burst_, next_end_ - now_);
            burst(static_cast<std::uint32_t>(steps));
            now_ += steps;
            settle();
        }
        return iterations_;
    }

    /// Some steps of all lanes. What leaves stays as it is from there on.
    HWY_INLINE void burst(std::uint32_t steps) noexcept {
        const Value bailout_squared = Ops::set(work_.bailout_squared);
        const Value own = Ops::set(julia_ ? 0 : 1);
        const Complex<Value> parameter{Ops::set(work_.settings.parameter_re),
                                       Ops::set(work_.settings.parameter_im)};
        const Trap<Real> &trap = work_.tracking.trap;
        const Trap<Value> to{trap.shape, Ops::set(trap.re), Ops::set(trap.im),
                             Ops::set(trap.radius)};
        const Index one = hn::Set(IndexTag(), Number{1});
        Orbit orbits[kChains];
        Index n[kChains];
        Mask active[kChains];
        for (int k = 0; k < kChains; ++k) {
            orbits[k] = orbits_[k];
            n[k] = n_[k];
            active[k] = live_[k];
        }
        for (std::uint32_t i = 0; i < steps; ++i) {
            for (int k = 0; k < kChains; ++k) {
                Orbit next = orbits[k];
                next.step(Constants<Value>{c_[k], parameter}, own);
                orbits[k].put_step(next, active[k]);
                n[k] = Ops::select_index(active[k], hn::Add(n[k], one), n[k]);
                const Complex<Value> z = orbits[k].at.z;
                const Value size = norm<Ops>(z.x, z.y);
                // "<=" is false for the NaN of an overflowed orbit: outside, too.
                active[k] = Ops::both(active[k], Ops::less_equal(size, bailout_squared));
                orbits[k].note(size, n[k], to, active[k]);
            }
        }
        for (int k = 0; k < kChains; ++k) {
            orbits_[k] = orbits[k];
            n_[k] = n[k];
            inside_[k] = active[k];
        }
    }

    [[nodiscard]] HWY_INLINE Mask ended(int k) const noexcept {
        return hn::AndNot(inside_[k], live_[k]);
    }

    /// Stores what has ended, and gives its lanes the next samples.
    HWY_INLINE void settle() noexcept {
        bool any = now_ == next_end_;
        for (int k = 0; k < kChains; ++k) {
            if (hn::AllFalse(Tag(), ended(k)))
                continue;
            any = true;
            store_escaped(k);
        }
        burst_ = any ? kShortestBurst : std::min(2 * burst_, kLongestBurst);
        if (now_ == next_end_) {
            for (int k = 0; k < kChains; ++k)
                retire(k);
        }
        if (shortcuts_ && now_ - last_look_ >= kStepsPerLook) {
            last_look_ = now_;
            for (int k = 0; k < kChains; ++k)
                any = look(k) || any;
        }
        if (any)
            refill();
    }

    HWY_NOINLINE void store_escaped(int k) noexcept {
        const Orbit &orbit = orbits_[k];
        const Complex<Value> z = orbit.at.z;
        const auto n = numbers(n_[k]);
        const auto zx = lanes_of(tame<Ops>(z.x));
        const auto zy = lanes_of(tame<Ops>(z.y));
        LaneValues gx{}, gy{}, trap{};
        LaneNumbers atom{};
        if constexpr (kTracks != Tracks::none) {
            const Complex<Value> gradient_of_z = gradient<Ops>(orbit.derivative, z);
            gx = lanes_of(gradient_of_z.x);
            gy = lanes_of(gradient_of_z.y);
        }
        if constexpr (kAll) {
            trap = lanes_of(orbit.trap);
            atom = numbers(orbit.atom);
        }
        store(k, ended(k), [&](int i) HWY_ATTR {
            return Sample<Real>{
                static_cast<std::uint32_t>(n[i]),   zx[i], zy[i], gx[i], gy[i], trap[i],
                static_cast<std::uint32_t>(atom[i])};
        });
    }

    /// Takes out what has come to the limit.
    HWY_NOINLINE void retire(int k) noexcept {
        const Index limit = hn::Set(IndexTag(), Number{work_.direct_limit()});
        const Mask over = Ops::both(inside_[k], hn::RebindMask(Tag(), hn::Eq(n_[k], limit)));
        store(k, over, [&](int i) HWY_ATTR { return interior(k, i); });
        inside_[k] = hn::AndNot(over, inside_[k]);
    }

    HWY_NOINLINE Sample<Real> interior(int k, int i) const noexcept {
        if constexpr (kAll) {
            if (work_.tracking.interior) {
                using ScalarFormula = typename FormulaAt<kIndex, scalar::Formulas>::Type;
                const scalar::Point<Real> at{lane_of(orbits_[k].at.z, i),
                                             lane_of(orbits_[k].at.before, i)};
                const scalar::Constants<Real> constants{
                    lane_of(c_[k], i), {work_.settings.parameter_re, work_.settings.parameter_im}};
                return tracked_interior<ScalarFormula>(at, constants, julia_,
                                                       lanes_of(orbits_[k].trap)[i]);
            }
        }
        return {};
    }

    /// Takes out what repeats. Returns whether anything did.
    HWY_NOINLINE bool look(int k) noexcept {
        const Mask found = Ops::both(inside_[k], repetitions_[k].seen(orbits_[k].at));
        if (hn::AllFalse(Tag(), found))
            return false;
        store(k, found, [](int) { return Sample<Real>{}; });
        inside_[k] = hn::AndNot(found, inside_[k]);
        return true;
    }

    /// Stores sample_of(i) for each lane i of the mask.
    template <class SampleOf>
    HWY_INLINE void store(int k, Mask lanes, SampleOf sample_of) noexcept {
        LaneSet<Real> set;
        set.add(Tag(), lanes, 0);
        set.for_each([&](int i) HWY_ATTR {
            iterations_ += store_sample(work_, position_[k * kVector + i], sample_of(i));
        });
    }

    /// Begins the next samples in the lanes that have ended.
    HWY_NOINLINE void refill() noexcept {
        for (int k = 0; k < kChains; ++k)
            if (!hn::AllFalse(Tag(), ended(k)))
                begin(k);
        if (now_ == next_end_ || idle_ == kLanes)
            next_end_ = *std::min_element(end_.begin(), end_.end());
    }

    HWY_INLINE void begin(int k) noexcept {
        alignas(64) std::array<Real, kVector> re{};
        alignas(64) std::array<Real, kVector> im{};
        alignas(64) std::array<Real, kVector> begun{};
        LaneSet<Real> set;
        set.add(Tag(), ended(k), 0);
        set.for_each([&](int i) HWY_ATTR {
            const int lane = k * kVector + i;
            const bool any = next_sample(re[i], im[i]);
            begun[i] = any ? Real(1) : Real(0);
            idle_ += any ? 0 : 1;
            end_[lane] = any ? now_ + work_.direct_limit() : kNever;
            position_[lane] = any ? walk_.at() : 0;
        });
        const Mask lanes = ended(k);
        const Complex<Value> place{hn::Load(Tag(), re.data()), hn::Load(Tag(), im.data())};
        const Complex<Value> zero{Ops::set(0), Ops::set(0)};
        const Complex<Value> seed{Ops::set(work_.settings.seed_re),
                                  Ops::set(work_.settings.seed_im)};
        const Index no_number = hn::Zero(IndexTag());
        Orbit fresh;
        fresh.begin(julia_ ? place : zero, julia_, no_number);
        orbits_[k].put_all(fresh, lanes);
        put<Ops>(c_[k], julia_ ? seed : place, lanes);
        n_[k] = Ops::select_index(lanes, no_number, n_[k]);
        repetitions_[k].begin(lanes);
        const Mask idle = hn::AndNot(Ops::less(Ops::set(0), hn::Load(Tag(), begun.data())), lanes);
        live_[k] = hn::AndNot(idle, live_[k]);
    }

    /// Goes to the next sample that has to be iterated, if there is one.
    HWY_INLINE bool next_sample(Real &re, Real &im) noexcept {
        while (walk_.next()) {
            const scalar::Complex<Real> place = walk_.place();
            re = place.x;
            im = place.y;
            if constexpr (FormulaId(kIndex) == kMandelbrot) {
                if (shortcuts_ && !julia_ && in_main_components(re, im)) {
                    iterations_ += store_sample(work_, walk_.at(), Sample<Real>{});
                    continue;
                }
            }
            return true;
        }
        return false;
    }

    struct alignas(64) LaneValues : std::array<Real, kVector> {};
    struct alignas(64) LaneNumbers : std::array<Number, kVector> {};

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
    static HWY_INLINE scalar::Complex<Real> lane_of(const Complex<Value> &value, int i) noexcept {
        return {lanes_of(value.x)[i], lanes_of(value.y)[i]};
    }

    const TileWork<Real> &work_;
    SampleWalk<Real> walk_;
    const bool julia_;
    const bool shortcuts_;

    Orbit orbits_[kChains]{};
    Complex<Value> c_[kChains]{};
    Index n_[kChains]{};
    Mask live_[kChains];   ///< lanes that have a sample
    Mask inside_[kChains]; ///< and whose orbit goes on
    VectorRepetition<Formula, Ops> repetitions_[kChains]{};
    std::array<std::size_t, kLanes> position_{};
    std::array<std::uint64_t, kLanes> end_{}; ///< the step at which a lane is at the limit

    int idle_ = 0; ///< lanes that get no sample any more
    std::uint32_t burst_ = kShortestBurst;
    std::uint64_t now_ = 0; ///< steps done
    std::uint64_t last_look_ = 0;
    std::uint64_t next_end_ = 0; ///< no lane is at the limit before
    std::uint64_t iterations_ = 0;
};

/// Enters the loops of one shard of the formulas, see formula_shards.h.
template <int kShard> void enter_any_formula_loops(TileLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
