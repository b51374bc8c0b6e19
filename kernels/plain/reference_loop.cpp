#include "kernels/plain/reference_loop.h"

#include "kernels/formulas/formula_shards.h"

namespace fathom::kernels {

TileLoops reference_loops(bool use_fma) noexcept {
#if !defined(__x86_64__)
    use_fma = false;
#endif
    TileLoops loops;
    for_each_shard([&]<int kShard>() { enter_reference_loops<kShard>(use_fma, loops); });
    loops.perturbed = perturbed_reference_loops(use_fma);
    loops.instruction_set = use_fma ? "scalar FMA" : "scalar";
    return loops;
}

PerturbedLoops perturbed_reference_loops(bool use_fma) noexcept {
    PerturbedLoops loops;
    for_each_shard([&]<int kShard>() { enter_perturbed_reference<kShard>(use_fma, loops); });
    return loops;
}

} // namespace fathom::kernels
