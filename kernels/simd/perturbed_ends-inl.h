// What is stored of perturbed orbits at their ends. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#undef FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#else
#define FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lane_values-inl.h"
#include "kernels/simd/orbit_lanes-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Stores the samples of a piece of work.
template <class Kind> class PerturbedEnds {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using High = HighOps<Ops>; ///< are stored
    using Part = typename High::Real;
    using Value = typename High::Value;
    using Mask = typename Ops::Mask;
    using Number = Complex<Value>;
    static constexpr Tracks kTracks = Kind::kTracks;

  public:
    HWY_INLINE explicit PerturbedEnds(const PerturbedWork<Real> &work) noexcept
        : work_(work), origin_(static_cast<std::size_t>(work.tile.y0) * work.tile.planes.width) {}

    /// What the samples took that have been stored.
    [[nodiscard]] HWY_INLINE std::uint64_t iterations() const noexcept { return iterations_; }

    /// Where the walk stands, as OrbitLanes has it.
    [[nodiscard]] HWY_INLINE typename Ops::Word
    position(const SampleWalk<Real> &walk) const noexcept {
        return static_cast<typename Ops::Word>(walk.at() - origin_);
    }

    /// Looks at those lanes, where z is all of an orbit's state, and returns the ones that never
    /// escape, since they repeat or are proved to stay near.
    HWY_INLINE Mask find_bound(OrbitLanes<Kind> &lanes, Mask looked) noexcept {
        if (HWY_LIKELY(--until_near_ != 0))
            return lanes.repetitions.seen(looked, lanes.orbit.z, lanes.orbit.k);
        until_near_ = kLooksANear;
        return find_near(lanes, looked);
    }

    /// Stores those of the lanes in `ended`. See perturbed_sample.
    HWY_NOINLINE void store(const OrbitLanes<Kind> &lanes, Mask ended, Mask escaped) noexcept {
        const auto &orbit = lanes.orbit;
        const auto position = numbers_of<Ops>(lanes.position);
        const auto z = orbit.point();
        const auto found = reals_of<High>(High::select(escaped, High::set(1), High::set(0)));
        const auto n = numbers_of<Ops>(orbit.n);
        const auto zx = reals_of<High>(high(tame<Ops>(z.x)));
        const auto zy = reals_of<High>(high(tame<Ops>(z.y)));
        if constexpr (kTracks == Tracks::none) {
            store_each(ended, position, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Part>{n[i], zx[i], zy[i]} : Sample<Part>{};
            });
            return;
        }
        if constexpr (kTracks == Tracks::gradient) {
            const Number gradient = orbit.tracks.gradient(high(z));
            const auto gx = reals_of<High>(gradient.x);
            const auto gy = reals_of<High>(gradient.y);
            store_each(ended, position, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Part>{n[i], zx[i], zy[i], gx[i], gy[i]}
                                     : Sample<Part>{};
            });
        }
        if constexpr (kTracks == Tracks::all) {
            const Number gradient = orbit.tracks.gradient(high(z));
            const auto gx = reals_of<High>(gradient.x);
            const auto gy = reals_of<High>(gradient.y);
            const auto trap = reals_of<High>(orbit.tracks.trap);
            const auto atom = numbers_of<Ops>(orbit.tracks.atom);
            const LaneStates states(orbit);
            store_each(ended, position, [&](int i) HWY_ATTR {
                Sample<Part> sample;
                if (found[i] != 0) {
                    sample = {n[i], zx[i], zy[i], gx[i], gy[i]};
                    sample.atom = static_cast<std::uint32_t>(atom[i]);
                } else if (work_.tile.tracking.interior) {
                    put_cycle<Real>(sample, work_.aids->find_cycle(work_, states.lane(i)));
                } else {
                    return sample;
                }
                sample.trap = trap[i];
                return sample;
            });
        }
    }

  private:
    // Looks at which it is also seen whether a lane is nearly back: a prime, which few cycles have
    // as a divisor.
    static constexpr std::uint32_t kLooksANear = 3;

    /// The states of orbits, as state_of has one.
    struct LaneStates {
        LaneReals<Ops> zx, zy, cx, cy;
        LaneNumbers<Ops> k, c_exponent, m, next, wait;

        HWY_INLINE explicit LaneStates(const typename Kind::Orbit &orbit) noexcept
            : zx(reals_of<Ops>(orbit.z.x)), zy(reals_of<Ops>(orbit.z.y)),
              cx(reals_of<Ops>(orbit.c.wide.z.x)), cy(reals_of<Ops>(orbit.c.wide.z.y)),
              k(exponents_of<Ops>(orbit.k)), c_exponent(exponents_of<Ops>(orbit.c.wide.k)),
              m(numbers_of<Ops>(orbit.reference.m)), next(numbers_of<Ops>(orbit.jumps.next)),
              wait(numbers_of<Ops>(orbit.jumps.wait)) {}

        [[nodiscard]] HWY_INLINE PerturbedState<Real> lane(int i) const noexcept {
            return {{zx[i], zy[i]},
                    {cx[i], cy[i]},
                    static_cast<std::int32_t>(k[i]),
                    static_cast<std::int32_t>(c_exponent[i]),
                    static_cast<std::uint32_t>(m[i]),
                    static_cast<std::uint32_t>(next[i]),
                    static_cast<std::uint32_t>(wait[i])};
        }
    };

    /// The same with a look at who is nearly back.
    HWY_NOINLINE Mask find_near(OrbitLanes<Kind> &lanes, Mask looked) noexcept {
        const auto &orbit = lanes.orbit;
        const Mask full = Ops::both(looked, Ops::either(orbit.is_plain(), orbit.direct()));
        const Mask near = lanes.repetitions.near(full, orbit.z, orbit.k);
        const Mask same = lanes.repetitions.seen(looked, orbit.z, orbit.k);
        const Mask open = Ops::but_not(near, same);
        return Ops::any(open) ? Ops::either(same, find_settled(lanes, open)) : same;
    }

    /// Those of the lanes, which are nearly back, that are proved to stay.
    HWY_NOINLINE Mask find_settled(OrbitLanes<Kind> &lanes, Mask near) noexcept {
        const auto c = lanes.orbit.full_c(work_.template view<Kind::Orbit::kLinear>());
        const auto zx = reals_of<Ops>(lanes.orbit.z.x);
        const auto zy = reals_of<Ops>(lanes.orbit.z.y);
        const auto cx = reals_of<Ops>(c.x);
        const auto cy = reals_of<Ops>(c.y);
        const auto closeness = reals_of<High>(lanes.repetitions.closeness());
        LaneNumbers<Ops> stays{};
        for_each_lane<Ops>(near, [&](int i) HWY_ATTR {
            stays[i] = work_.aids->stays_near(work_, {zx[i], zy[i]}, {cx[i], cy[i]}, closeness[i]);
        });
        const Mask settled = mask_of<Ops>(stays);
        lanes.repetitions.tighten(Ops::but_not(near, settled));
        return settled;
    }

    /// Stores sample_of(i) for each lane i of the mask.
    template <class SampleOf>
    HWY_INLINE void store_each(Mask lanes, const LaneNumbers<Ops> &position,
                               SampleOf sample_of) noexcept {
        for_each_lane<Ops>(lanes, [&](int i) HWY_ATTR {
            const Sample<Part> sample = sample_of(i);
            store_sample(work_.tile, origin_ + position[i], sample);
            iterations_ += sample.n == kInterior ? work_.limit : sample.n;
        });
    }

    const PerturbedWork<Real> &work_;
    const std::size_t origin_;
    std::uint64_t iterations_ = 0;
    std::uint32_t until_near_ = kLooksANear;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
