// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/simd/simd_loop.h"

#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/pair_shards.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/pair_work.h"
#include "kernels/perturbation/perturbed_work.h"
#include "kernels/plain/plain_loop.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/simd_loop.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: what follows is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/simd/any_formula-inl.h"
#include "kernels/simd/pair-inl.h"
#include "kernels/simd/perturbed-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

TileLoops loops_named(const char *instruction_set) noexcept {
    TileLoops loops = plain_loops(); // for what has no vector loop
    for_each_shard([&]<int kShard>() {
        enter_any_formula_loops<kShard>(loops);
        enter_perturbed_vectors<kShard>(loops.perturbed);
    });
    PairShards<FATHOM_PAIR_SHARDS>::for_each(
        [&]<int kShard>() { enter_pair_vectors<kShard>(loops.perturbed); });
    loops.instruction_set = instruction_set;
    return loops;
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE
namespace fathom::kernels {

std::vector<TileLoops> simd_loops() {
    std::vector<TileLoops> found;
    const auto supported = hwy::SupportedTargets();
#if HWY_TARGETS & HWY_AVX3
    if ((supported & HWY_AVX3) != 0)
        found.push_back(N_AVX3::loops_named("AVX-512"));
#endif
#if HWY_TARGETS & HWY_AVX2
    if ((supported & HWY_AVX2) != 0)
        found.push_back(N_AVX2::loops_named("AVX2"));
#endif
#if HWY_TARGETS & HWY_NEON
    if ((supported & HWY_NEON) != 0)
        found.push_back(N_NEON::loops_named("NEON"));
#endif
    return found;
}

} // namespace fathom::kernels
#endif
