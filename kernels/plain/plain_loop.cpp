#include "kernels/plain/plain_loop.h"

#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/pair_shards.h"
#include "kernels/plain/pair_loops.h"

namespace fathom::kernels {

TileLoops plain_loops(bool use_fma) noexcept {
#if !defined(__x86_64__)
    use_fma = false;
#endif
    TileLoops loops;
    for_each_shard([&]<int kShard>() { enter_plain_loops<kShard>(use_fma, loops); });
    for_each_shard([&]<int kShard>() { enter_perturbed_plain<kShard>(use_fma, loops.perturbed); });
    PairShards<FATHOM_PAIR_SHARDS>::for_each(
        [&]<int kShard>() { enter_plain_pairs<kShard>(use_fma, loops.perturbed); });
    loops.instruction_set = use_fma ? "scalar FMA" : "scalar";
    return loops;
}

} // namespace fathom::kernels
