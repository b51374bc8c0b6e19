// Orbits side by side in independent vectors. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANES_INL_H
#undef FATHOM_KERNELS_SIMD_LANES_INL_H
#else
#define FATHOM_KERNELS_SIMD_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/formulas/mandelbrot_step-inl.h"
#include "kernels/simd/simd_ops-inl.h"

#include <algorithm>
#include <array>
#include <cstdint>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// How many orbits run side by side.
template <class Real> struct Width {
    static constexpr int kVector = VectorOps<Real>::kLanes;
    /// Independent vectors in flight. One takes the latency of two fused operations a step, so that
    /// eight saturate two units; with 16 registers more than six spill.
    static constexpr int kChains = HWY_TARGET == HWY_AVX2 ? 7 : 8;
    static constexpr int kLanes = kChains * kVector;
};

/// The states of as many orbits in memory, z = x + iy and c = cx + icy; aligned to vectors.
template <class Real> struct LaneBlock {
    Real *x;
    Real *y;
    Real *cx;
    Real *cy;
};

/// The states of `blocks` times as many.
template <class Real, int blocks> struct Lanes {
    static constexpr int kCount = blocks * Width<Real>::kLanes;

    alignas(64) std::array<Real, kCount> x{};
    alignas(64) std::array<Real, kCount> y{};
    /// Writers of whole vectors may run over the end by less than one.
    alignas(64) std::array<Real, kCount + Width<Real>::kVector> cx{};
    alignas(64) std::array<Real, kCount + Width<Real>::kVector> cy{};

    HWY_INLINE LaneBlock<Real> block(int index) noexcept {
        const int first = index * Width<Real>::kLanes;
        return {&x[first], &y[first], &cx[first], &cy[first]};
    }

    template <int others>
    HWY_INLINE void set(int lane, const Lanes<Real, others> &from, int index) noexcept {
        x[lane] = from.x[index];
        y[lane] = from.y[index];
        cx[lane] = from.cx[index];
        cy[lane] = from.cy[index];
    }

    /// Copies a whole vector to aligned lanes from any.
    template <int others>
    HWY_INLINE void set_vector(int lane, const Lanes<Real, others> &from, int index) noexcept {
        const typename VectorOps<Real>::Tag tag;
        hn::Store(hn::LoadU(tag, &from.x[index]), tag, &x[lane]);
        hn::Store(hn::LoadU(tag, &from.y[index]), tag, &y[lane]);
        hn::Store(hn::LoadU(tag, &from.cx[index]), tag, &cx[lane]);
        hn::Store(hn::LoadU(tag, &from.cy[index]), tag, &cy[lane]);
    }

    /// c = z = 0, which never leaves.
    HWY_INLINE void set_idle(int lane) noexcept { x[lane] = y[lane] = cx[lane] = cy[lane] = 0; }
};

/// z of a block in registers.
template <class Real> struct Chains {
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    using Value = typename Ops::Value;
    static constexpr int kChains = Width<Real>::kChains;
    static constexpr int kVector = Width<Real>::kVector;

    Value x[kChains];
    Value y[kChains];

    HWY_INLINE explicit Chains(const LaneBlock<Real> &lanes) noexcept {
        for (int k = 0; k < kChains; ++k) {
            x[k] = hn::Load(Tag(), lanes.x + k * kVector);
            y[k] = hn::Load(Tag(), lanes.y + k * kVector);
        }
    }

    HWY_INLINE void store(const LaneBlock<Real> &lanes) const noexcept {
        for (int k = 0; k < kChains; ++k) {
            hn::Store(x[k], Tag(), lanes.x + k * kVector);
            hn::Store(y[k], Tag(), lanes.y + k * kVector);
        }
    }

    /// Goes back to a chain's z in memory in the lanes that are not in the mask.
    template <class Mask>
    HWY_INLINE void go_back_unless(Mask mask, int k, const LaneBlock<Real> &lanes) noexcept {
        x[k] = hn::IfThenElse(mask, x[k], hn::Load(Tag(), lanes.x + k * kVector));
        y[k] = hn::IfThenElse(mask, y[k], hn::Load(Tag(), lanes.y + k * kVector));
    }

    /// Iterates without looking.
    HWY_INLINE void run(const LaneBlock<Real> &lanes, std::uint32_t steps) noexcept {
        const Real *cx = lanes.cx;
        const Real *cy = lanes.cy;
        for (std::uint32_t i = 0; i < steps; ++i) {
            // c stays in memory, where it costs nothing: held in registers it would push z out.
            asm("" : "+r"(cx), "+r"(cy));
            for (int k = 0; k < kChains; ++k)
                step<Ops>(x[k], y[k], hn::Load(Tag(), cx + k * kVector),
                          hn::Load(Tag(), cy + k * kVector));
        }
    }

    /// "<=" is false for the NaN of an overflowed orbit: outside, too.
    HWY_INLINE auto inside(int k, Value bailout_squared) const noexcept {
        return hn::Le(norm<Ops>(x[k], y[k]), bailout_squared);
    }

    [[nodiscard]] HWY_INLINE bool all_inside(Value bailout_squared) const noexcept {
        auto all = inside(0, bailout_squared);
        for (int k = 1; k < kChains; ++k)
            all = hn::And(all, inside(k, bailout_squared));
        return hn::AllTrue(Tag(), all);
    }
};

/// A set of lanes of a block: a bit for each.
template <class Real> class LaneSet {
  public:
    /// Adds those lanes of the vector that begins at lane `first` that are in the mask.
    template <class Tag, class Mask> HWY_INLINE void add(Tag tag, Mask mask, int first) noexcept {
        alignas(8) std::array<std::uint8_t, 8> bytes{};
        hn::StoreMaskBits(tag, mask, bytes.data());
        std::uint64_t bits = 0;
        for (int i = 0; i < (static_cast<int>(hn::MaxLanes(tag)) + 7) / 8; ++i)
            bits |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
        words_[first / 64] |= bits << (first % 64);
    }

    /// Calls use(lane) for each lane of the set, in order.
    template <class Use> HWY_INLINE void for_each(Use use) const noexcept {
        for (int i = 0; i < kWords; ++i)
            for (std::uint64_t bits = words_[i]; bits != 0; bits &= bits - 1)
                use(64 * i + __builtin_ctzll(bits));
    }

    [[nodiscard]] HWY_INLINE int count() const noexcept {
        int count = 0;
        for (const std::uint64_t word : words_)
            count += __builtin_popcountll(word);
        return count;
    }

    /// True if all lanes of the vector that begins at `first` are in the set.
    [[nodiscard]] HWY_INLINE bool has_vector(int first) const noexcept {
        constexpr std::uint64_t kAll = ~std::uint64_t{0} >> (64 - Width<Real>::kVector);
        return (~(words_[first / 64] >> (first % 64)) & kAll) == 0;
    }

    /// Takes that vector's lanes out.
    HWY_INLINE void remove_vector(int first) noexcept {
        constexpr std::uint64_t kAll = ~std::uint64_t{0} >> (64 - Width<Real>::kVector);
        words_[first / 64] &= ~(kAll << (first % 64));
    }

    /// The lanes before `count` that are not in this set.
    [[nodiscard]] HWY_INLINE LaneSet others(int count) const noexcept {
        LaneSet result;
        for (int i = 0; i < kWords; ++i) {
            const int here = std::clamp(count - 64 * i, 0, 64);
            const std::uint64_t valid = here == 0 ? 0 : ~std::uint64_t{0} >> (64 - here);
            result.words_[i] = valid & ~words_[i];
        }
        return result;
    }

    [[nodiscard]] HWY_INLINE LaneSet common(const LaneSet &other) const noexcept {
        LaneSet result;
        for (int i = 0; i < kWords; ++i)
            result.words_[i] = words_[i] & other.words_[i];
        return result;
    }

  private:
    static constexpr int kWords = (Width<Real>::kLanes + 63) / 64;
    std::array<std::uint64_t, kWords> words_{};
};

/// Finds in each lane the first of the next `steps` steps (1 to 2^20) whose z is outside and leaves
/// that z in `lanes`, which must be inside now; `n` (aligned, one for each lane) gets the number of
/// its steps, or 0 in the lanes that stay inside. Returns the lanes that left. Because what
/// has left stays outside (the bailout is at least 2), this is a binary search: about `steps` steps
/// and a test for each halving, whatever the lanes do.
template <class Real>
HWY_INLINE LaneSet<Real> find_departure(const LaneBlock<Real> &lanes, Real bailout_squared,
                                        std::uint32_t steps, std::int32_t *n) noexcept {
    using Ops = VectorOps<Real>;
    const typename Ops::Tag tag;
    constexpr int kChains = Width<Real>::kChains;
    constexpr int kVector = Width<Real>::kVector;
    const auto limit = Ops::set(bailout_squared);
    alignas(64) std::array<Real, Width<Real>::kLanes> done; // exact, and in step with the masks
    done.fill(1);
    Chains<Real> z(lanes);
    // z is inside, and outside within `left` steps in the lanes that leave at all.
    for (std::uint32_t left = steps; left > 1; left -= left / 2) {
        const std::uint32_t half = left / 2;
        z.run(lanes, half);
        const auto stride = Ops::set(static_cast<Real>(half));
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
    z.run(lanes, 1);
    z.store(lanes);
    const hn::Rebind<std::int32_t, typename Ops::Tag> integers;
    LaneSet<Real> left;
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
