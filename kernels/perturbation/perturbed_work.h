#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/tile.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"

#include <array>

namespace fathom::kernels {

/// A tile of a picture by perturbation: pixels lie at the map's place times 2^map_exponent from the
/// reference point.
template <class Real> struct PerturbedWork {
    TileWork<Real> tile;
    std::uint64_t limit = 0; ///< instead of the tile's
    std::int32_t map_exponent = 0;
    bool wide = false; ///< pixels can be wide
    /// One of the two, by the formula: the first of those with a complex derivative.
    const PerturbedView<Real, 2> *complex = nullptr;
    const PerturbedView<Real, 4> *matrix = nullptr;

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

  private:
    Real x_ = 0;
    Real y_ = 0;
    std::int32_t exponent_ = 0;
    std::uint32_t looks_ = 0;
};

/// Takes one pixel's orbit on by a round of its stage.
template <class Orbit>
FATHOM_INLINE auto go_round(Orbit &orbit, const typename Orbit::View &view) noexcept {
    if constexpr (Orbit::kHasCore)
        if (orbit.in_core())
            return orbit.core_round(view, true, orbit.core_c(view));
    if (orbit.direct())
        return orbit.direct_round(view, true, orbit.full_c(view));
    if (Orbit::kCanBeWide && orbit.wide())
        return orbit.wide_round(view, true);
    return orbit.plain_round(view, true);
}

/// What is stored of an orbit at its end.
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
        // The nearest approach of an orbit that has come to a cycle tells its period.
        if (escaped || track_interior) {
            sample.trap = orbit.tracks.trap;
            sample.atom = orbit.tracks.atom;
        }
    }
    return sample;
}

} // namespace fathom::kernels
