// The loops of LimbSquare, compiled for each of Highway's targets, after simd_ops-inl.h.
#if defined(FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
#undef FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
#else
#define FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
#endif

#include "kernels/simd/limb_square.h"
#include "kernels/simd/limb_square_ends-inl.h"
#include "kernels/simd/simd_ops-inl.h"

#include <cstddef>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// What of `count` a part does.
struct PartRange {
    std::size_t begin, end;
    PartRange(std::size_t count, std::size_t part, std::size_t parts)
        : begin(count * part / parts), end(count * (part + 1) / parts) {}
};

/// The first level, radix kFirst, goes with the ends: groups of limbs that lie a part of the rows
/// apart belong together.
template <std::size_t kFirst> struct FirstLevel : SquareEnds {
    template <bool kNorm>
    static HWY_INLINE double spread(const SquareWork &work, std::size_t part, std::size_t parts) {
        const std::size_t rows = work.plan->rows / kFirst;
        const std::size_t limbs = rows / kDigits;
        const PartRange groups(limbs / kLanes, part, parts);
        V norm = hn::Zero(D());
        for (std::size_t group = groups.begin; group < groups.end; ++group) {
            const std::size_t limb = group * kLanes;
            for (std::size_t i = 0; i < kFirst; ++i)
                spread_limbs<kNorm>(work, limb + i * limbs, norm);
            level<kFirst, false>(work.points, rows, limb * kDigits, (limb + kLanes) * kDigits,
                                 work.plan->factors.data());
        }
        return hn::GetLane(hn::SumOfLanes(D(), norm));
    }
    static HWY_INLINE void gather(const SquareWork &work, std::size_t part, std::size_t parts) {
        const std::size_t rows = work.plan->rows / kFirst;
        const std::size_t limbs = rows / kDigits;
        const PartRange groups(limbs / kLanes, part, parts);
        for (std::size_t group = groups.begin; group < groups.end; ++group) {
            const std::size_t limb = group * kLanes;
            level<kFirst, true>(work.points, rows, limb * kDigits, (limb + kLanes) * kDigits,
                                work.plan->factors.data());
            for (std::size_t i = 0; i < kFirst; ++i)
                gather_limbs(work, limb + i * limbs);
        }
    }
};

template <bool kNorm>
inline double spread_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    switch (work.plan->radices[0]) {
    case 4:
        return FirstLevel<4>::spread<kNorm>(work, part, parts);
    case 3:
        return FirstLevel<3>::spread<kNorm>(work, part, parts);
    default:
        return FirstLevel<2>::spread<kNorm>(work, part, parts);
    }
}

inline bool settle_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    // The limbs that this part spreads.
    using Ends = SquareEnds;
    const std::size_t limbs = work.plan->rows / work.plan->radices[0] / Ends::kDigits;
    const PartRange groups(limbs / Ends::kLanes, part, parts);
    Ends::Word lost = hn::Zero(Ends::U());
    const std::size_t begin = groups.begin * Ends::kLanes, end = groups.end * Ends::kLanes;
    for (std::size_t stripe = 0; begin < end && stripe < work.plan->rows; stripe += limbs) {
        Ends::settle_limbs(work, stripe + begin, stripe + end, 0, lost);
        Ends::settle_limbs(work, stripe + begin, stripe + end, 1, lost);
    }
    return hn::AllTrue(Ends::U(), hn::Eq(lost, hn::Zero(Ends::U())));
}

inline void convolve_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    const std::size_t first = work.plan->radices[0];
    const std::size_t rows = work.plan->rows / first;
    const PartRange blocks(first, part, parts);
    for (std::size_t block = blocks.begin; block < blocks.end; ++block)
        SquarePasses::descend(*work.plan, 1, work.points + block * rows, rows, block);
}

inline void gather_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    switch (work.plan->radices[0]) {
    case 4:
        return FirstLevel<4>::gather(work, part, parts);
    case 3:
        return FirstLevel<3>::gather(work, part, parts);
    default:
        return FirstLevel<2>::gather(work, part, parts);
    }
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
