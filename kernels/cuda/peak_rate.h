#pragma once
#include <cstdint>
#include <cuda_runtime_api.h>

namespace fathom::kernels::cuda {

/// Threads of a block of launch_fma_chains.
inline constexpr int kChainThreads = 256;

/// Queues `blocks` blocks whose threads run independent chains of fused multiply-adds for `rounds`
/// rounds: with every multiprocessor full of them, the most that a GPU can issue. `sums` (device
/// memory, one number a thread) keeps the compiler from dropping the work. Launch errors are left
/// for cudaGetLastError.
void launch_fma_chains(float *sums, int blocks, std::uint32_t rounds, cudaStream_t stream);
void launch_fma_chains(double *sums, int blocks, std::uint32_t rounds, cudaStream_t stream);

/// Fused multiply-adds of one thread in one round.
int fma_chain_steps_a_round() noexcept;

} // namespace fathom::kernels::cuda
