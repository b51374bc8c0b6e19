// The vector loops by perturbation of one shard's formulas. Included by one source a shard, which
// defines FATHOM_FORMULA_SHARD (see formula_shards.h), and anew for each of Highway's targets.

// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/perturbed_work.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/perturbed_shard.h"
#include <hwy/foreach_target.h>
// What follows is compiled for each target.
#include <hwy/highway.h>

#include "kernels/formulas/formula_list-inl.h"
#include "kernels/simd/perturbed-inl.h"
#include FATHOM_SHARD_FORMULAS

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Enters one formula's loops: all in doubles; in sums of two doubles those of orbits of which
/// nothing is tracked. Of z^2 + c, which GPUs with few units for doubles are compared with, also
/// the others in sums of two doubles and those in floats.
template <int kShard> void enter_perturbed_vectors(PerturbedLoops &loops) noexcept {
    enter_perturbed_shard<PerturbedVectorLoop, Formulas, kShard>(loops.f64);
    using Formula = typename FormulaAt<kShard, Formulas>::Type;
    const auto enter_two = [&]<class Part, Tracks kTracks>() {
        loops.get<Two<Part>>()[kShard][static_cast<std::size_t>(kTracks)] =
            PerturbedVectorLoop<Formula, Two<Part>, kTracks>::run;
    };
    if constexpr (Formula::kDegree != 0)
        enter_two.template operator()<double, Tracks::none>();
    if constexpr (Formula::kPower == 2) {
        enter_perturbed_shard<PerturbedVectorLoop, Formulas, kShard>(loops.f32);
        enter_two.template operator()<float, Tracks::none>();
        enter_two.template operator()<double, Tracks::gradient>();
        enter_two.template operator()<double, Tracks::all>();
    }
}

template void enter_perturbed_vectors<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
