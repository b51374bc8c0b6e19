#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/tile.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"

#include <array>

namespace fathom::kernels {

/// All that an orbit goes on from, by perturbation: z 2^k or its stage's z, c, where it is along
/// the reference, whose indices fit 32 bits, and the jump that it tries next, see PerturbedOrbit.
template <class Real> struct PerturbedState {
    scalar::Complex<Real> z, c;
    std::int32_t k, c_exponent;
    std::uint32_t m, next, wait;
};

/// The cycle that an orbit ends in.
template <class Real> struct PerturbedCycle {
    std::uint64_t period = 0;  ///< 0: none was found
    Stored<Real> distance = 0; ///< to the boundary of the pixel's component, in units of the
                               ///< picture's map, estimated as interior_distance does; or 0
};

/// What loops leave to the plain code, which has it once for each formula.
template <class Real> struct PerturbedAids {
    /// The cycle of an orbit that has stayed within the bailout up to that state.
    PerturbedCycle<Real> (*find_cycle)(const PerturbedWork<Real> &,
                                       const PerturbedState<Real> &) noexcept;
    /// True only if an orbit with that c that is at z, without a difference from 0, never escapes;
    /// see stays_near.
    bool (*stays_near)(const PerturbedWork<Real> &, scalar::Complex<Real> z,
                       scalar::Complex<Real> c, Stored<Real> closeness) noexcept;
};

/// A tile of a picture by perturbation: pixels lie at the map's place times 2^map_exponent from the
/// reference point.
template <class Real> struct PerturbedWork {
    TileWork<Real> tile;
    std::uint64_t limit = 0; ///< instead of the tile's
    std::int32_t map_exponent = 0;
    /// One of the two, by the formula: the first of those with a complex derivative.
    const PerturbedView<Real, 2> *complex = nullptr;
    const PerturbedView<Real, 4> *matrix = nullptr;
    const PerturbedAids<Real> *aids = nullptr; ///< the formula's

    void set_view(const PerturbedView<Real, 2> &view) noexcept { complex = &view; }
    void set_view(const PerturbedView<Real, 4> &view) noexcept { matrix = &view; }
    template <int kLinear> [[nodiscard]] const auto &view() const noexcept {
        if constexpr (kLinear == 2)
            return *complex;
        else
            return *matrix;
    }
};

/// A pixel's place times 2^map_exponent in its type.
template <class Real> struct RoundedPlace {
    scalar::Complex<Real> place;
    std::int32_t exponent;
};
template <class Real>
FATHOM_INLINE RoundedPlace<Real> rounded_place(scalar::Complex<PlaceReal<Real>> place,
                                               std::int32_t map_exponent) noexcept {
    scalar::normalise<ScalarOps<PlaceReal<Real>>>(place, map_exponent);
    return {{static_cast<Real>(place.x), static_cast<Real>(place.y)}, map_exponent};
}

/// Brent's search for exact repetition (see Repetition) of an orbit where it was rebased: there the
/// difference from the reference is all of its state.
template <class Real> class RebaseRepetition {
  public:
    /// True if z 2^exponent was seen before.
    FATHOM_INLINE bool seen(scalar::Complex<Real> z, std::int32_t exponent) noexcept {
        if (z.x == x_ && z.y == y_ && exponent == exponent_ && looks_ != 0)
            return true;
        ++looks_;
        if ((looks_ & (looks_ - 1)) == 0) {
            x_ = z.x;
            y_ = z.y;
            exponent_ = exponent;
        }
        return false;
    }

  protected:
    [[nodiscard]] FATHOM_INLINE scalar::Complex<Real> old() const noexcept { return {x_, y_}; }
    [[nodiscard]] FATHOM_INLINE bool has_seen(std::int32_t exponent) const noexcept {
        return exponent == exponent_ && looks_ != 0;
    }

  private:
    Real x_ = 0;
    Real y_ = 0;
    std::int32_t exponent_ = 0;
    std::uint32_t looks_ = 0;
};

/// The same with a look at whether the orbit has nearly come back: then it may be proved that it
/// never escapes, long before it repeats.
template <class Real> class SettlingRepetition : public RebaseRepetition<Real> {
    using Base = RebaseRepetition<Real>;
    using Part = Stored<Real>;

  public:
    /// Whether z, without an exponent, is so close to what was seen that a proof should be tried:
    /// |z - old|^2 at most closeness() |z|^2. To be asked before `seen`.
    [[nodiscard]] FATHOM_INLINE bool is_near(scalar::Complex<Real> z,
                                             std::int32_t exponent) const noexcept {
        using Ops = ScalarOps<Part>;
        const auto old = scalar::high(Base::old());
        const auto at = scalar::high(z);
        const Part size = scalar::norm<Ops>(at.x, at.y);
        const Part off = scalar::norm<Ops>(at.x - old.x, at.y - old.y);
        return Base::has_seen(exponent) && off <= closeness_ * size;
    }
    [[nodiscard]] FATHOM_INLINE Part closeness() const noexcept { return closeness_; }
    /// A proof has failed: the next one is tried a good deal closer.
    FATHOM_INLINE void tighten() noexcept { closeness_ *= kTighter; }

    static constexpr Part kFirst = Part(0x1p-16);
    static constexpr Part kTighter = Part(0x1p-10);

  private:
    Part closeness_ = kFirst;
};

/// Takes one pixel's orbit on by a round of its stage.
template <class Orbit>
FATHOM_INLINE auto go_round(Orbit &orbit, const typename Orbit::View &view) noexcept {
    if constexpr (Orbit::kHasCore)
        if (orbit.in_core())
            return orbit.core_round(view, true, orbit.core_c(view));
    if (orbit.direct())
        return orbit.direct_round(view, true, orbit.full_c(view));
    if (orbit.wide())
        return orbit.wide_round(view, true);
    return orbit.plain_round(view, true);
}

template <class Orbit>
FATHOM_INLINE PerturbedState<typename Orbit::Real> state_of(const Orbit &orbit) noexcept {
    const auto index = [](auto of) { return static_cast<std::uint32_t>(of); };
    return {orbit.z,
            orbit.c.wide.z,
            orbit.k,
            orbit.c.wide.k,
            index(orbit.reference.m),
            index(orbit.jumps.next),
            index(orbit.jumps.wait)};
}

/// Puts an interior sample's cycle where SamplePlanes has it.
template <class Real>
FATHOM_INLINE void put_cycle(Sample<Stored<Real>> &sample,
                             const PerturbedCycle<Real> &cycle) noexcept {
    sample.atom = ScalarOps<Real>::saturated(cycle.period);
    sample.gx = cycle.distance;
}

/// What is stored of an orbit at its end; of an interior one its cycle is put to it, see put_cycle.
template <class Real, class Orbit>
FATHOM_INLINE Sample<Stored<Real>> perturbed_sample(const Orbit &orbit, bool escaped,
                                                    bool track_interior) noexcept {
    using Ops = ScalarOps<Real>;
    Sample<Stored<Real>> sample;
    if (escaped) {
        const scalar::Complex<Real> z = orbit.point();
        sample.n = static_cast<decltype(sample.n)>(orbit.n);
        sample.zx = scalar::high(scalar::tame<Ops>(z.x));
        sample.zy = scalar::high(scalar::tame<Ops>(z.y));
        if constexpr (Orbit::kLevel != Tracks::none) {
            const auto gradient = orbit.tracks.gradient(scalar::high(z));
            sample.gx = gradient.x;
            sample.gy = gradient.y;
        }
    }
    if constexpr (Orbit::kLevel == Tracks::all) {
        if (escaped || track_interior)
            sample.trap = orbit.tracks.trap;
        if (escaped)
            sample.atom = static_cast<std::uint32_t>(orbit.tracks.atom); // saturated
    }
    return sample;
}

} // namespace fathom::kernels
