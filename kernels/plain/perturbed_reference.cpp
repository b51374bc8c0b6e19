#include "kernels/formulas/formula_shards.h"
#include "kernels/perturbation/perturbed_loop.h"

namespace fathom::kernels {

PerturbedLoops perturbed_reference_loops(bool use_fma) noexcept {
    PerturbedLoops loops;
    for_each_shard([&]<int kShard>() { enter_perturbed_reference<kShard>(use_fma, loops); });
    return loops;
}

} // namespace fathom::kernels
