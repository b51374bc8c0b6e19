// The vector loops by perturbation in sums of two of one shard's formulas. Included by one source a
// shard, which defines FATHOM_FORMULA_SHARD (see formula_shards.h), and anew for each of Highway's
// targets.

// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/perturbed_work.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/perturbed_two_shard.h"
#include <hwy/foreach_target.h>
// What follows is compiled for each target.
#include <hwy/highway.h>

#include "kernels/formulas/formula_list-inl.h"
#include "kernels/simd/perturbed-inl.h"
#include FATHOM_SHARD_FORMULAS

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Enters one formula's loops: those of orbits of which nothing is tracked, and of z^2 + c all; in
/// sums of two floats, which are for GPUs, the least of these. The others are asked for too rarely
/// for what they take to compile.
template <std::size_t kIndex> void enter_in_two(PerturbedLoops &loops) noexcept {
    using Formula = typename FormulaAt<kIndex, Formulas>::Type;
    const auto enter = [&]<class Part, Tracks kTracks>() {
        constexpr bool kWide = true; // sums of two always are
        loops.get<Two<Part>>()[kIndex][kWide][static_cast<std::size_t>(kTracks)] =
            PerturbedVectorLoop<Formula, Two<Part>, kWide, kTracks>::run;
    };
    if constexpr (Formula::kDegree != 0)
        enter.template operator()<double, Tracks::none>();
    if constexpr (Formula::kPower == 2) {
        enter.template operator()<float, Tracks::none>();
        enter.template operator()<double, Tracks::gradient>();
        enter.template operator()<double, Tracks::all>();
    }
}

template <int kShard> void enter_perturbed_two_vectors(PerturbedLoops &loops) noexcept {
    constexpr std::size_t kStep = FATHOM_FORMULA_SHARDS;
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (enter_in_two<kShard + i * kStep>(loops), ...);
    }
    (std::make_index_sequence<(kFormulaCount - kShard + kStep - 1) / kStep>());
}

template void enter_perturbed_two_vectors<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
