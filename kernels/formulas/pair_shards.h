#pragma once
#include <utility>

namespace fathom::kernels {

/// Calls enter.template operator()<k>() for each shard k whose formula looks back. For the sources
/// that are told these, see kernels/CMakeLists.txt.
template <class Enter> void for_each_pair_shard(Enter enter) noexcept {
    [&]<int... kShard>(std::integer_sequence<int, kShard...>) {
        (enter.template operator()<kShard>(), ...);
    }
    (std::integer_sequence<int, FATHOM_PAIR_SHARDS>());
}

} // namespace fathom::kernels
