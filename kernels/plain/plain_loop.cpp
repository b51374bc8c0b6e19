#include "kernels/plain/plain_loop.h"

#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/pair_shards.h"
#include "kernels/plain/pair_loops.h"

namespace fathom::kernels {

TileLoops plain_loops() noexcept {
    TileLoops loops;
    for_each_shard([&]<int kShard>() { enter_plain_loops<kShard>(loops); });
    for_each_shard([&]<int kShard>() { enter_perturbed_plain<kShard>(loops.perturbed); });
    PairShards<FATHOM_PAIR_SHARDS>::for_each(
        [&]<int kShard>() { enter_plain_pairs<kShard>(loops.perturbed); });
    loops.instruction_set = "scalar";
    return loops;
}

} // namespace fathom::kernels
