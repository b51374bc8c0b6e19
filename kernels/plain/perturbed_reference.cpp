#include "kernels/formulas/formula_shards.h"
#include "kernels/perturbation/perturbed_loop.h"

namespace fathom::kernels {

PerturbedLoops perturbed_reference_loops(bool use_fma) noexcept {
    PerturbedLoops loops;
    for_each_part([&]<int kPart>() { enter_perturbed_reference<kPart>(use_fma, loops); });
    return loops;
}

} // namespace fathom::kernels
