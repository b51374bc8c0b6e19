#pragma once
namespace fathom::kernels {

/// The shards whose formula looks back: <FATHOM_PAIR_SHARDS> in the sources that are told these,
/// see kernels/CMakeLists.txt.
template <int... kShard> struct PairShards {
    /// Calls enter.template operator()<k>() for each shard k.
    template <class Enter> static void for_each(Enter enter) noexcept {
        (enter.template operator()<kShard>(), ...);
    }
};

} // namespace fathom::kernels
