// What is stored of perturbed orbits at their ends. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#undef FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#else
#define FATHOM_KERNELS_SIMD_PERTURBED_ENDS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/lane_set-inl.h"
#include "kernels/simd/orbit_lanes-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Stores the samples of a piece of work.
template <class Kind> class PerturbedEnds {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    using IndexTag = typename Ops::IndexTag;
    using High = HighOps<Ops>; ///< are stored
    using Part = typename High::Real;
    using Value = typename High::Value;
    using Mask = typename Ops::Mask;
    using Number = Complex<Value>;
    static constexpr int kLanes = Kind::kLanes;
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

    /// Stores those of the lanes in `ended`. See perturbed_sample.
    HWY_NOINLINE void store(const OrbitLanes<Kind> &lanes, Mask ended, Mask escaped) noexcept {
        const auto &orbit = lanes.orbit;
        const auto position = numbers(lanes.position);
        const auto z = orbit.point();
        const auto found = lanes_of(High::select(escaped, High::set(1), High::set(0)));
        const auto n = numbers(orbit.n);
        const auto zx = lanes_of(high(tame<Ops>(z.x)));
        const auto zy = lanes_of(high(tame<Ops>(z.y)));
        if constexpr (kTracks == Tracks::none) {
            store_each(ended, position, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Part>{n[i], zx[i], zy[i]} : Sample<Part>{};
            });
            return;
        }
        if constexpr (kTracks == Tracks::gradient) {
            const Number gradient = orbit.tracks.gradient(high(z));
            const auto gx = lanes_of(gradient.x);
            const auto gy = lanes_of(gradient.y);
            store_each(ended, position, [&](int i) HWY_ATTR {
                return found[i] != 0 ? Sample<Part>{n[i], zx[i], zy[i], gx[i], gy[i]}
                                     : Sample<Part>{};
            });
        }
        if constexpr (kTracks == Tracks::all) {
            const Number gradient = orbit.tracks.gradient(high(z));
            const auto gx = lanes_of(gradient.x);
            const auto gy = lanes_of(gradient.y);
            const auto trap = lanes_of(orbit.tracks.trap);
            const auto atom = numbers(orbit.tracks.atom);
            store_each(ended, position, [&](int i) HWY_ATTR {
                Sample<Part> sample;
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

  private:
    struct alignas(64) LaneValues : std::array<Part, kLanes> {};
    struct alignas(64) LaneNumbers : std::array<typename Ops::Word, kLanes> {};

    static HWY_INLINE LaneValues lanes_of(Value value) noexcept {
        LaneValues values;
        hn::Store(value, Tag(), values.data());
        return values;
    }
    static HWY_INLINE LaneNumbers numbers(typename Ops::Index index) noexcept {
        LaneNumbers values;
        hn::Store(index, IndexTag(), values.data());
        return values;
    }

    /// Stores sample_of(i) for each lane i of the mask.
    template <class SampleOf>
    HWY_INLINE void store_each(Mask lanes, const LaneNumbers &position,
                               SampleOf sample_of) noexcept {
        LaneSet<Part> set;
        set.add(Tag(), lanes, 0);
        set.for_each([&](int i) HWY_ATTR {
            const Sample<Part> sample = sample_of(i);
            store_sample(work_.tile, origin_ + position[i], sample);
            iterations_ += sample.n == kInterior ? work_.limit : sample.n;
        });
    }

    const PerturbedWork<Real> &work_;
    const std::size_t origin_;
    std::uint64_t iterations_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
