// The vector loops by perturbation of a formula that looks back. Included by one source for each,
// which defines FATHOM_FORMULA_SHARD (see formula_shards.h), and anew for each of Highway's
// targets.

// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/pair_work.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/pair_shard.h"
#include <hwy/foreach_target.h>
// What follows is compiled for each target.
#include <hwy/highway.h>

#include "kernels/formulas/formula_list-inl.h"
#include "kernels/simd/pair-inl.h"
#include FATHOM_SHARD_FORMULAS

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

template <int kShard> void enter_pair_vectors(PerturbedLoops &loops) noexcept {
    using Formula = typename FormulaAt<kShard, Formulas>::Type;
    loops.get<double>()[kShard] = {PairVectorLoop<Formula, double, Tracks::none>::run,
                                   PairVectorLoop<Formula, double, Tracks::gradient>::run,
                                   PairVectorLoop<Formula, double, Tracks::all>::run};
}

template void enter_pair_vectors<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
