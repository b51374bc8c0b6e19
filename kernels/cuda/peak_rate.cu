#include "kernels/cuda/peak_rate.h"

namespace fathom::kernels::cuda {
namespace {

constexpr int kChains = 8;         // covers an FMA's latency even at low occupancy
constexpr int kStepsOfAChain = 64; // unrolled, so that the loop's own instructions hardly count

// x' = x^2 + c with c a little above -2 stays within [c, c^2 + c] and never settles, so operands
// keep changing in all their bits and power draw is that of real work. c differs between threads.
template <class Real> __global__ void fma_chains(Real *sums, std::uint32_t rounds) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const Real c = Real(-1.99) + Real(1e-4) * Real(thread % 512);
    Real x[kChains];
#pragma unroll
    for (int chain = 0; chain < kChains; ++chain)
        x[chain] = Real(0.1) * Real(chain + 1) + Real(1e-5) * Real(thread % 4096);
#pragma unroll 1
    for (std::uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < kStepsOfAChain; ++step) {
#pragma unroll
            for (int chain = 0; chain < kChains; ++chain)
                x[chain] = ::fma(x[chain], x[chain], c);
        }
    }
    Real sum = 0;
#pragma unroll
    for (int chain = 0; chain < kChains; ++chain)
        sum += x[chain];
    sums[thread] = sum;
}

} // namespace

void launch_fma_chains(float *sums, int blocks, std::uint32_t rounds, cudaStream_t stream) {
    fma_chains<<<blocks, kChainThreads, 0, stream>>>(sums, rounds);
}

void launch_fma_chains(double *sums, int blocks, std::uint32_t rounds, cudaStream_t stream) {
    fma_chains<<<blocks, kChainThreads, 0, stream>>>(sums, rounds);
}

int fma_chain_steps_a_round() noexcept {
    return kChains * kStepsOfAChain;
}

} // namespace fathom::kernels::cuda
