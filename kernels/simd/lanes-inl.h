// Orbits side by side in independent vectors. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANES_INL_H
#undef FATHOM_KERNELS_SIMD_LANES_INL_H
#else
#define FATHOM_KERNELS_SIMD_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/formulas/formula_list-inl.h"
#include "kernels/formulas/orbit-inl.h"
#include "kernels/formulas/tile.h"
#include "kernels/simd/lane_set-inl.h"

#include <cstddef>

// Before a loop over chains: one that is not unrolled keeps the orbits of all of them in memory.
#ifndef FATHOM_UNROLL_CHAINS
#ifdef __clang__
#define FATHOM_UNROLL_CHAINS _Pragma("unroll")
#else
#define FATHOM_UNROLL_CHAINS _Pragma("GCC unroll 8")
#endif
#endif

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// The orbits of one formula, in one type, of which so much is tracked; and how many of them run
/// side by side.
template <std::size_t kOfIndex, class RealType, Tracks kOfTracks> struct OrbitKind {
    static constexpr std::size_t kIndex = kOfIndex; ///< of the formula
    using Formula = typename FormulaAt<kIndex, Formulas>::Type;
    using Real = RealType;
    using Ops = VectorOps<Real>;
    using Value = typename Ops::Value;
    using Orbit = OrbitOf<kOfTracks, Formula, Ops>;
    static constexpr Tracks kTracks = kOfTracks;
    static constexpr bool kAll = kTracks == Tracks::all;
    static constexpr bool kAnalytic = SlopeOf<Formula, Ops>::kReals == 2;

    /// Of an orbit: z and what is tracked, as for_each_value has them; then c follows in memory.
    static constexpr int kOfPoint = Formula::kLooksBack ? 4 : 2;
    static constexpr int kOfDerivative = kAnalytic ? kOfPoint : 4;
    static constexpr int kValues =
        kOfPoint + (kTracks == Tracks::none ? 0 : kOfDerivative) + (kAll ? 4 : 0);

    static constexpr int kVector = Ops::kLanes;
    /// Independent vectors in flight. One takes the latency of two fused operations a step, so that
    /// eight saturate two units; more than the registers hold spill.
    static constexpr int kRegisters = HWY_TARGET == HWY_AVX2 ? 16 : 32;
    static constexpr int kChains =
        std::clamp((kRegisters - (kTracks == Tracks::none ? 2 : 4)) / kValues, 2, 8);
    static constexpr int kLanes = kChains * kVector;
};

/// An orbit with what it counts itself.
template <class Kind, Tracks kTracks = Kind::kTracks> struct LaneOrbit : Kind::Orbit {};
template <class Kind> struct LaneOrbit<Kind, Tracks::all> : Kind::Orbit {
    typename Kind::Ops::Index n; ///< steps taken, for the atom's index
};

/// Calls use(i, value) for each value of an orbit that is not constant.
template <class Kind, class Use>
HWY_INLINE void for_each_value(LaneOrbit<Kind> &orbit, Use use) noexcept {
    using Formula = typename Kind::Formula;
    using Ops = typename Kind::Ops;
    int i = 0;
    const auto complex = [&](Complex<typename Ops::Value> &value) HWY_ATTR {
        use(i++, value.x);
        use(i++, value.y);
    };
    complex(orbit.at.z);
    if constexpr (Formula::kLooksBack)
        complex(orbit.at.before);
    if constexpr (Kind::kTracks != Tracks::none) {
        if constexpr (Kind::kAnalytic) {
            complex(orbit.derivative.d);
            if constexpr (Formula::kLooksBack)
                complex(orbit.derivative.before);
        } else {
            use(i++, orbit.derivative.xx);
            use(i++, orbit.derivative.xy);
            use(i++, orbit.derivative.yx);
            use(i++, orbit.derivative.yy);
        }
    }
    if constexpr (Kind::kAll) {
        const auto index = [&](typename Ops::Index &value) HWY_ATTR {
            auto bits = hn::BitCast(typename Ops::Tag(), value);
            use(i++, bits);
            value = hn::BitCast(typename Ops::IndexTag(), bits);
        };
        use(i++, orbit.nearest);
        use(i++, orbit.trap);
        index(orbit.atom);
        index(orbit.n);
    }
}

/// What all orbits of a piece of work share.
template <class Kind> struct OrbitSettings {
    using Ops = typename Kind::Ops;
    using Value = typename Ops::Value;

    HWY_INLINE explicit OrbitSettings(const TileWork<typename Kind::Real> &work) noexcept
        : own(Ops::set(work.settings.julia ? 0 : 1)),
          bailout_squared(Ops::set(work.bailout_squared)),
          parameter{Ops::set(work.settings.parameter_re), Ops::set(work.settings.parameter_im)},
          trap{work.tracking.trap.shape, Ops::set(work.tracking.trap.re),
               Ops::set(work.tracking.trap.im), Ops::set(work.tracking.trap.radius)} {}

    Value own;
    Value bailout_squared;
    Complex<Value> parameter;
    Trap<Value> trap;
};

/// Where the states of a block's orbits are in memory: value i of lane 0 at first[i * stride], with
/// c behind an orbit's values.
template <class Kind> struct LaneBlock {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;

    Real *first;
    std::ptrdiff_t stride;

    [[nodiscard]] HWY_INLINE Real *value(int i) const noexcept { return first + i * stride; }
    [[nodiscard]] HWY_INLINE Real *cx() const noexcept { return value(Kind::kValues); }
    [[nodiscard]] HWY_INLINE Real *cy() const noexcept { return value(Kind::kValues + 1); }

    HWY_INLINE void load(int k, LaneOrbit<Kind> &orbit) const noexcept {
        for_each_value<Kind>(orbit, [&](int i, auto &to) HWY_ATTR {
            to = hn::Load(Tag(), value(i) + k * Kind::kVector);
        });
    }
    HWY_INLINE void store(int k, LaneOrbit<Kind> &orbit) const noexcept {
        for_each_value<Kind>(orbit, [&](int i, auto &of) HWY_ATTR {
            hn::Store(of, Tag(), value(i) + k * Kind::kVector);
        });
    }
    /// What follows z_0 = `start`.
    HWY_INLINE void begin(int k, Complex<typename Ops::Value> start, bool julia) const noexcept {
        LaneOrbit<Kind> orbit;
        orbit.begin(start, julia, hn::Zero(typename Ops::IndexTag()));
        if constexpr (Kind::kAll)
            orbit.n = hn::Zero(typename Ops::IndexTag());
        store(k, orbit);
    }
};

/// The states of `blocks` blocks of orbits.
template <class Kind, int blocks> struct Lanes {
    using Real = typename Kind::Real;
    static constexpr int kCount = blocks * Kind::kLanes;
    static constexpr int kAll = Kind::kValues + 2;
    /// Writers of whole vectors may run over the end by less than one.
    static constexpr int kStride = kCount + Kind::kVector;

    alignas(64) std::array<Real, kAll * kStride> values{};

    [[nodiscard]] HWY_INLINE LaneBlock<Kind> block(int index) noexcept {
        return {&values[static_cast<std::size_t>(index) * Kind::kLanes], kStride};
    }

    template <int others>
    HWY_INLINE void set(int lane, const Lanes<Kind, others> &from, int index) noexcept {
        for (int i = 0; i < kAll; ++i)
            values[i * kStride + lane] = from.values[i * Lanes<Kind, others>::kStride + index];
    }
    /// Copies a whole vector to aligned lanes from any.
    template <int others>
    HWY_INLINE void set_vector(int lane, const Lanes<Kind, others> &from, int index) noexcept {
        const typename Kind::Ops::Tag tag;
        for (int i = 0; i < kAll; ++i)
            hn::Store(hn::LoadU(tag, &from.values[i * Lanes<Kind, others>::kStride + index]), tag,
                      &values[i * kStride + lane]);
    }
    /// All 0, from where most formulas never leave.
    HWY_INLINE void set_idle(int lane) noexcept {
        for (int i = 0; i < kAll; ++i)
            values[i * kStride + lane] = 0;
    }
};

/// The orbits of a block in registers.
template <class Kind> struct Chains {
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Settings = OrbitSettings<Kind>;
    static constexpr int kChains = Kind::kChains;
    static constexpr int kVector = Kind::kVector;

    LaneOrbit<Kind> orbits[kChains];

    HWY_INLINE explicit Chains(const LaneBlock<Kind> &lanes) noexcept {
        FATHOM_UNROLL_CHAINS
        for (int k = 0; k < kChains; ++k) {
            lanes.load(k, orbits[k]);
        }
    }

    HWY_INLINE void store(const LaneBlock<Kind> &lanes) noexcept {
        FATHOM_UNROLL_CHAINS
        for (int k = 0; k < kChains; ++k) {
            lanes.store(k, orbits[k]);
        }
    }

    /// Goes back to a chain's state in memory in the lanes that are not in the mask.
    HWY_INLINE void go_back_unless(Mask mask, int k, const LaneBlock<Kind> &lanes) noexcept {
        for_each_value<Kind>(orbits[k], [&](int i, auto &value) HWY_ATTR {
            value = hn::IfThenElse(mask, value, hn::Load(Tag(), lanes.value(i) + k * kVector));
        });
    }

    /// Iterates without looking: what leaves on the way is noted, too, and has to go back.
    HWY_INLINE void run(const LaneBlock<Kind> &lanes, std::uint32_t steps,
                        const Settings &settings) noexcept {
        run_steps(lanes, steps, settings, [](int, Value) HWY_ATTR { return Ops::every(); });
    }
    /// One step, which notes what is inside alone.
    HWY_INLINE void run_last(const LaneBlock<Kind> &lanes, const Settings &settings) noexcept {
        run_steps(lanes, 1, settings,
                  [&](int, Value size) HWY_ATTR { return hn::Le(size, settings.bailout_squared); });
    }

    /// "<=" is false for the NaN of an overflowed orbit: outside, too.
    [[nodiscard]] HWY_INLINE Mask inside(int k, Value bailout_squared) const noexcept {
        return hn::Le(norm<Ops>(orbits[k].at.z.x, orbits[k].at.z.y), bailout_squared);
    }

    [[nodiscard]] HWY_INLINE bool all_inside(Value bailout_squared) const noexcept {
        Mask all = Ops::every();
        FATHOM_UNROLL_CHAINS
        for (int k = 0; k < kChains; ++k) {
            all = hn::And(all, inside(k, bailout_squared));
        }

        return hn::AllTrue(Tag(), all);
    }

  private:
    template <class Noted>
    HWY_INLINE void run_steps(const LaneBlock<Kind> &lanes, std::uint32_t steps,
                              const Settings &settings, Noted noted) noexcept {
        const auto *cx = lanes.cx();
        const auto *cy = lanes.cy();
        for (std::uint32_t i = 0; i < steps; ++i) {
            // c stays in memory, where it costs nothing: held in registers it would push z out.
            asm("" : "+r"(cx), "+r"(cy));
            FATHOM_UNROLL_CHAINS
            for (int k = 0; k < kChains; ++k) {
                LaneOrbit<Kind> &orbit = orbits[k];
                const Complex<Value> c{hn::Load(Tag(), cx + k * kVector),
                                       hn::Load(Tag(), cy + k * kVector)};
                orbit.step(Constants<Value>{c, settings.parameter}, settings.own);
                if constexpr (Kind::kAll) {
                    orbit.n = hn::Add(orbit.n, Ops::index(1));
                    const Value size = norm<Ops>(orbit.at.z.x, orbit.at.z.y);
                    orbit.note(size, orbit.n, settings.trap, noted(k, size));
                }
            }
        }
    }
};

/// Finds in each lane the first of the next `steps` steps (1 to 2^20) whose z is outside and leaves
/// that state in `lanes`, which must be inside now; `n` (aligned, one for each lane) gets the
/// number of its steps, or 0 in the lanes that stay inside. Returns the lanes that left. Because
/// what has left stays outside (see stays_outside; else steps = 1), this is a binary search: about
/// `steps` steps and a test for each halving, whatever the lanes do.
template <class Kind>
HWY_INLINE LaneSet<typename Kind::Real, Kind::kLanes>
find_departure(const LaneBlock<Kind> &lanes, const OrbitSettings<Kind> &settings,
               std::uint32_t steps, std::int32_t *n) noexcept {
    using Ops = typename Kind::Ops;
    using Real = typename Kind::Real;
    const typename Ops::Tag tag;
    constexpr int kChains = Kind::kChains;
    constexpr int kVector = Kind::kVector;
    const auto limit = settings.bailout_squared;
    alignas(64) std::array<Real, Kind::kLanes> done; // exact, and in step with the masks
    done.fill(1);
    Chains<Kind> z(lanes);
    // z is inside, and outside within `left` steps in the lanes that leave at all.
    for (std::uint32_t left = steps; left > 1; left -= left / 2) {
        const std::uint32_t half = left / 2;
        z.run(lanes, half, settings);
        const auto stride = Ops::set(static_cast<Real>(half));
        FATHOM_UNROLL_CHAINS
        for (int k = 0; k < kChains; ++k) {
            const auto inside = z.inside(k, limit);
            z.go_back_unless(inside, k, lanes);
            Real *at = &done[k * kVector];
            const auto old = hn::Load(tag, at);
            hn::Store(hn::IfThenElse(inside, hn::Add(old, stride), old), tag, at);
        }

        if (half + 1 < left) // else the last step comes, from which nothing goes back
            z.store(lanes);
    }
    z.run_last(lanes, settings);
    z.store(lanes);
    const hn::Rebind<std::int32_t, typename Ops::Tag> integers;
    LaneSet<Real, Kind::kLanes> left;
    FATHOM_UNROLL_CHAINS
    for (int k = 0; k < kChains; ++k) {
        const auto inside = z.inside(k, limit);
        left.add(tag, hn::Not(inside), k * kVector);
        const auto count = hn::IfThenZeroElse(inside, hn::Load(tag, &done[k * kVector]));
        if constexpr (sizeof(Real) == sizeof(float))
            hn::Store(hn::ConvertTo(integers, count), integers, n + k * kVector);
        else
            hn::Store(hn::DemoteTo(integers, count), integers, n + k * kVector);
    }

    return left;
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
