// Sets of lanes. Included anew for each of Highway's targets, as mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_LANE_SET_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANE_SET_INL_H
#undef FATHOM_KERNELS_SIMD_LANE_SET_INL_H
#else
#define FATHOM_KERNELS_SIMD_LANE_SET_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/simd_ops-inl.h"

#include <algorithm>
#include <array>
#include <cstdint>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// A set of so many lanes of vectors of that type: a bit for each.
template <class Real, int kLanes = VectorOps<Real>::kLanes> class LaneSet {
    static constexpr int kVector = VectorOps<Real>::kLanes;

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
    HWY_INLINE void add(int lane) noexcept { words_[lane / 64] |= std::uint64_t{1} << (lane % 64); }

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
        constexpr std::uint64_t kAll = ~std::uint64_t{0} >> (64 - kVector);
        return (~(words_[first / 64] >> (first % 64)) & kAll) == 0;
    }

    /// Takes that vector's lanes out.
    HWY_INLINE void remove_vector(int first) noexcept {
        constexpr std::uint64_t kAll = ~std::uint64_t{0} >> (64 - kVector);
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
    static constexpr int kWords = (kLanes + 63) / 64;
    std::array<std::uint64_t, kWords> words_{};
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
