// What is stored of orbits at their ends. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_LANE_ENDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANE_ENDS_INL_H
#undef FATHOM_KERNELS_SIMD_LANE_ENDS_INL_H
#else
#define FATHOM_KERNELS_SIMD_LANE_ENDS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lanes-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// What is stored of `kCount` orbits that have escaped, by their lanes; see SamplePlanes.
template <class Kind, int kCount> struct LaneEnds {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using Value = typename Ops::Value;
    using Word = hn::TFromD<typename Ops::IndexTag>;
    static constexpr bool kGradient = Kind::kTracks != Tracks::none;
    static constexpr bool kAll = Kind::kAll;

    alignas(64) std::array<std::int32_t, kCount> n; ///< set by find_departure
    alignas(64) std::array<Real, kCount> zx, zy;
    alignas(64) std::array<Real, kGradient ? kCount : 0> gx, gy;
    alignas(64) std::array<Real, Kind::kAll ? kCount : 0> trap;
    alignas(64) std::array<Word, Kind::kAll ? kCount : 0> atom;

    /// The values of a block whose first lane is `first`; zeros where it is inside.
    HWY_INLINE void take(const LaneBlock<Kind> &lanes, const OrbitSettings<Kind> &settings,
                         int first) noexcept {
        const typename Ops::Tag tag;
        for (int k = 0; k < Kind::kChains; ++k) {
            LaneOrbit<Kind> orbit;
            lanes.load(k, orbit);
            const Complex<Value> z = orbit.at.z;
            const auto inside = hn::Le(norm<Ops>(z.x, z.y), settings.bailout_squared);
            const int at = first + k * Kind::kVector;
            const auto put = [&](auto &to, Value value) HWY_ATTR {
                hn::Store(hn::IfThenZeroElse(inside, value), tag, &to[at]);
            };
            put(zx, tame<Ops>(z.x));
            put(zy, tame<Ops>(z.y));
            if constexpr (kGradient) {
                const Complex<Value> of_z = gradient<Ops>(orbit.derivative, z);
                put(gx, of_z.x);
                put(gy, of_z.y);
            }
            if constexpr (Kind::kAll) {
                put(trap, orbit.trap_distance(settings.trap.shape));
                const auto nobody = hn::Zero(typename Ops::IndexTag());
                hn::Store(Ops::select_index(inside, nobody, orbit.atom), typename Ops::IndexTag(),
                          &atom[at]);
            }
        }
    }

    /// Of one that is not escaped.
    HWY_INLINE void put(int at, const Sample<Real> &sample) noexcept {
        zx[at] = zy[at] = 0;
        gx[at] = sample.gx;
        gy[at] = sample.gy;
        trap[at] = sample.trap;
        atom[at] = sample.atom;
    }

    [[nodiscard]] HWY_INLINE Sample<Real> sample(int at, std::uint32_t n_there) const noexcept {
        Sample<Real> sample{n_there, zx[at], zy[at]};
        if constexpr (kGradient) {
            sample.gx = gx[at];
            sample.gy = gy[at];
        }
        if constexpr (Kind::kAll) {
            sample.trap = trap[at];
            sample.atom = static_cast<std::uint32_t>(atom[at]);
        }
        return sample;
    }
};

/// What is stored of an orbit at the limit whose interior is tracked.
template <class Kind>
HWY_NOINLINE Sample<typename Kind::Real> interior_sample(const TileWork<typename Kind::Real> &work,
                                                         const LaneBlock<Kind> &lanes,
                                                         int lane) noexcept {
    using Real = typename Kind::Real;
    using ScalarFormula = typename FormulaAt<Kind::kIndex, scalar::Formulas>::Type;
    const auto value = [&](int i) HWY_ATTR { return lanes.value(i)[lane]; };
    scalar::Point<Real> at{{value(0), value(1)}, {0, 0}};
    if constexpr (Kind::Formula::kLooksBack)
        at.before = {value(2), value(3)};
    const scalar::Constants<Real> constants{
        {lanes.cx()[lane], lanes.cy()[lane]},
        {work.settings.parameter_re, work.settings.parameter_im}};
    constexpr int kTrap = Kind::kOfPoint + Kind::kOfDerivative + 1; // as in for_each_value
    const Real trap =
        scalar::distance_of_measure<ScalarOps<Real>>(value(kTrap), work.tracking.trap.shape);
    return tracked_interior<ScalarFormula>(at, constants, work.settings.julia, trap);
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
