// Perturbed orbits in vectors' lanes, and where they wait between two stages. Included anew for
// each of Highway's targets, as mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_ORBIT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_ORBIT_LANES_INL_H
#undef FATHOM_KERNELS_SIMD_ORBIT_LANES_INL_H
#else
#define FATHOM_KERNELS_SIMD_ORBIT_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/perturbation/perturbed_orbit-inl.h"
#include "kernels/simd/simd_two_ops-inl.h"

#include <algorithm>
#include <array>
#include <limits>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// The perturbed orbits of one formula, in one type, of which so much is tracked.
template <class OfFormula, class RealType, Tracks kOfTracks> struct PerturbedKind {
    using Formula = OfFormula;
    using Real = RealType;
    using Ops = VectorOps<Real>;
    using Orbit = PerturbedOrbit<Formula, Ops, kOfTracks>;
    using View = typename Orbit::View;
    static constexpr Tracks kTracks = kOfTracks;
    static constexpr int kLanes = Ops::kLanes;
};

/// What SettlingRepetition is for one orbit, for a vector of them.
template <class Ops> class RebaseRepetitions {
    using Value = typename Ops::Value;
    using Mask = typename Ops::Mask;
    using Exponent = typename Ops::Exponent;
    using High = HighOps<Ops>; ///< counts

  public:
    /// Begins anew, with nothing seen.
    HWY_INLINE void begin() noexcept {
        old_.x = old_.y = Ops::set(std::numeric_limits<typename High::Real>::quiet_NaN());
        exponent_ = Ops::exponent(0);
        looks_ = High::set(0);
        renewal_ = High::set(1);
        closeness_ = High::set(Scalar::kFirst);
    }

    /// Looks at those lanes, where the difference from the reference is all of an orbit's state,
    /// and returns the ones whose state has been seen before.
    HWY_INLINE Mask seen(Mask lanes, const Complex<Value> &z, Exponent k) noexcept {
        const Mask same = Ops::both(hn::And(equal(z.x, old_.x), equal(z.y, old_.y)),
                                    Ops::both(lanes, Ops::equal_exponent(k, exponent_)));
        // Whole numbers; a float stops counting at 2^24, which only ends the renewals.
        looks_ = High::add(looks_, High::select(lanes, High::set(1), High::set(0)));
        const Mask renew = Ops::both(lanes, hn::Eq(looks_, renewal_));
        renewal_ = High::select(renew, High::add(renewal_, renewal_), renewal_);
        put<Ops>(old_, z, renew);
        exponent_ = Ops::select_exponent(renew, k, exponent_);
        return same;
    }

    /// Those of the lanes, none of which is in the core, that are about where they were when last
    /// remembered, see SettlingRepetition::is_near.
    [[nodiscard]] HWY_INLINE Mask near(Mask lanes, const Complex<Value> &z,
                                       Exponent k) const noexcept {
        const auto at = high(z);
        const auto old = high(old_);
        const Mask close =
            High::less_equal(norm<High>(High::sub(at.x, old.x), High::sub(at.y, old.y)),
                             High::mul(closeness_, norm<High>(at.x, at.y)));
        return Ops::both(Ops::both(lanes, close), Ops::equal_exponent(k, exponent_));
    }
    [[nodiscard]] HWY_INLINE typename High::Value closeness() const noexcept { return closeness_; }
    HWY_INLINE void tighten(Mask lanes) noexcept {
        closeness_ =
            High::select(lanes, High::mul(closeness_, High::set(Scalar::kTighter)), closeness_);
    }

    HWY_INLINE void put_all(const RebaseRepetitions &other, Mask mask) noexcept {
        put<Ops>(old_, other.old_, mask);
        exponent_ = Ops::select_exponent(mask, other.exponent_, exponent_);
        put_value<High>(looks_, other.looks_, mask);
        put_value<High>(renewal_, other.renewal_, mask);
        put_value<High>(closeness_, other.closeness_, mask);
    }

    /// Calls use(value) for each vector of values and of whole numbers.
    template <class Use> HWY_INLINE void for_each_vector(Use use) noexcept {
        for_each_part(old_.x, use);
        for_each_part(old_.y, use);
        use(exponent_);
        use(looks_);
        use(renewal_);
        use(closeness_);
    }

  private:
    using Scalar = SettlingRepetition<typename Ops::Real>;

    Complex<Value> old_;
    Exponent exponent_;
    typename High::Value looks_;
    typename High::Value renewal_;
    typename High::Value closeness_;
};

/// An orbit in each lane, with what belongs to it.
template <class Kind> struct OrbitLanes {
    using Ops = typename Kind::Ops;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;

    typename Kind::Orbit orbit;
    RebaseRepetitions<Ops> repetitions;
    Index position; ///< of the sample in the planes, less that of the tile's first row

    HWY_INLINE void put_all(const OrbitLanes &other, Mask mask) noexcept {
        orbit.put_all(other.orbit, mask);
        repetitions.put_all(other.repetitions, mask);
        position = Ops::select_index(mask, other.position, position);
    }

    /// Calls use(vector) for all that tells an orbit that is direct or has just been rebased: it is
    /// where the critical orbit begins.
    template <class Use> HWY_INLINE void for_each_vector(Use use) noexcept {
        for_each_part(orbit.z.x, use);
        for_each_part(orbit.z.y, use);
        use(orbit.k);
        for_each_part(orbit.c.wide.z.x, use);
        for_each_part(orbit.c.wide.z.y, use);
        use(orbit.c.wide.k);
        use(orbit.n);
        use(orbit.jumps.next);
        use(orbit.jumps.wait);
        for_each_tracked(use);
        repetitions.for_each_vector(use);
        use(position);
    }
    /// Sets what follows from those.
    HWY_INLINE void complete(const typename Kind::View &view) noexcept {
        orbit.c.plain = shifted<Ops>(orbit.c.wide.z, orbit.c.wide.k);
        orbit.jumps.taken = Ops::index(0);
        orbit.reference.restart(view, Ops::every());
    }

  private:
    template <class Use> HWY_INLINE void for_each_tracked(Use use) noexcept {
        if constexpr (Kind::kTracks != Tracks::none) {
            auto &tracks = orbit.tracks;
            if constexpr (Kind::Orbit::kLinear == 2) {
                use(tracks.d.d.x);
                use(tracks.d.d.y);
            } else {
                use(tracks.d.ux);
                use(tracks.d.uy);
                use(tracks.d.vx);
                use(tracks.d.vy);
            }
            use(tracks.e);
            use(tracks.own);
            if constexpr (Kind::kTracks == Tracks::all) {
                use(tracks.nearest);
                use(tracks.trap);
                use(tracks.atom);
            }
        }
    }
};

/// Up to kCapacity orbits that wait; the last that came goes first.
template <class Kind, int kCapacity> class ParkedOrbits {
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using IndexTag = typename Ops::IndexTag;
    using Mask = typename Ops::Mask;
    static constexpr int kLanes = Kind::kLanes;

  public:
    [[nodiscard]] HWY_INLINE int count() const noexcept { return count_; }

    /// Takes over the orbits of those lanes.
    HWY_INLINE void push(OrbitLanes<Kind> &from, Mask lanes) noexcept {
        const int at = count_;
        // Once for all vectors: AMD's Zen 4 takes over a hundred cycles to compress into memory.
        alignas(64) typename Ops::Word order[kLanes] = {};
        hn::CompressStore(hn::Iota(IndexTag(), 0), hn::RebindMask(IndexTag(), lanes), IndexTag(),
                          order);
        const auto places = hn::IndicesFromVec(Tag(), hn::Load(IndexTag(), order));
        int i = 0;
        from.for_each_vector([&](auto &vector) HWY_ATTR {
            const auto values = hn::BitCast(Tag(), vector);
            hn::StoreU(hn::TableLookupLanes(values, places), Tag(), &values_[i++][at]);
        });
        count_ = at + static_cast<int>(hn::CountTrue(Tag(), lanes));
    }

    /// Puts orbits into those lanes, or as many of them as there are, and returns which.
    HWY_INLINE Mask pop(OrbitLanes<Kind> &to, Mask lanes,
                        const typename Kind::View &view) noexcept {
        alignas(64) typename Ops::Word wanted[kLanes];
        alignas(64) typename Ops::Word place[kLanes];
        hn::Store(Ops::select_index(lanes, Ops::index(1), Ops::index(0)), IndexTag(), wanted);
        int taken = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            place[lane] = static_cast<typename Ops::Word>(taken);
            wanted[lane] &= static_cast<typename Ops::Word>(taken < count_);
            taken += static_cast<int>(wanted[lane]);
        }
        count_ -= taken;
        const Mask filled = Ops::equal_index(hn::Load(IndexTag(), wanted), Ops::index(1));
        const auto places =
            hn::IndicesFromVec(Tag(), hn::Min(hn::Load(IndexTag(), place), Ops::index(kLanes - 1)));
        OrbitLanes<Kind> orbits;
        int i = 0;
        orbits.for_each_vector([&]<class Vector>(Vector &vector) HWY_ATTR {
            const auto values = hn::LoadU(Tag(), &values_[i++][count_]);
            vector = hn::BitCast(hn::DFromV<Vector>(), hn::TableLookupLanes(values, places));
        });
        orbits.complete(view);
        to.put_all(orbits, filled);
        return filled;
    }

  private:
    static constexpr int kMostVectors = kIsTwo<typename Kind::Real> ? 32 : 28;
    /// Whole vectors are read and written at any place.
    alignas(64) std::array<std::array<hn::TFromD<Tag>, kCapacity + kLanes>, kMostVectors> values_;
    int count_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
