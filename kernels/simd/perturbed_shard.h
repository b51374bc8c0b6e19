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

template <int kShard> void enter_perturbed_vectors(PerturbedLoops &loops) noexcept {
    enter_perturbed_shard<PerturbedVectorLoop, Formulas, kShard>(loops.f32);
    enter_perturbed_shard<PerturbedVectorLoop, Formulas, kShard>(loops.f64);
}

template void enter_perturbed_vectors<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
