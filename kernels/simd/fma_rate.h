#pragma once
#include <cstdint>
#include <vector>

namespace fathom::kernels {

/// Runs independent chains of fused multiply-adds for `rounds` rounds of a few hundred each and
/// returns how many were done, counting each lane of a vector: divided by the time that the call
/// took it is the most that one thread of this processor can issue.
using FmaRate = std::uint64_t (*)(std::uint64_t rounds) noexcept;

/// The ceiling of one instruction set for both number types.
struct FmaRates {
    FmaRate f32 = nullptr;
    FmaRate f64 = nullptr;
    const char *instruction_set = ""; ///< as in TileLoops
};

/// One for each instruction set of simd_loops(), in the same order, then the one of
/// plain_loops(), in scalars.
std::vector<FmaRates> fma_rates();

/// The last of them.
FmaRates scalar_fma_rates() noexcept;

} // namespace fathom::kernels
