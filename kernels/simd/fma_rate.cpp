#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/fma_rate.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: fma_chains-inl.h is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/simd/fma_chains-inl.h"
#include "kernels/simd/fma_rate.h"
#include "kernels/simd/simd_ops-inl.h"

#if FATHOM_TARGET_FUSES
HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

std::uint64_t fma_rate_f32(std::uint64_t rounds) noexcept {
    return run_fma_chains<VectorOps<float>, float>(rounds, VectorOps<float>::kLanes);
}
std::uint64_t fma_rate_f64(std::uint64_t rounds) noexcept {
    return run_fma_chains<VectorOps<double>, double>(rounds, VectorOps<double>::kLanes);
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace fathom::kernels {

std::vector<FmaRates> fma_rates() {
    std::vector<FmaRates> found;
    const auto supported = hwy::SupportedTargets();
#if HWY_TARGETS & HWY_AVX3
    if ((supported & HWY_AVX3) != 0)
        found.push_back({N_AVX3::fma_rate_f32, N_AVX3::fma_rate_f64, "AVX-512"});
#endif
#if HWY_TARGETS & HWY_AVX2
    if ((supported & HWY_AVX2) != 0)
        found.push_back({N_AVX2::fma_rate_f32, N_AVX2::fma_rate_f64, "AVX2"});
#endif
#if HWY_TARGETS & HWY_NEON
    if ((supported & HWY_NEON) != 0)
        found.push_back({N_NEON::fma_rate_f32, N_NEON::fma_rate_f64, "NEON"});
#endif
    found.push_back(scalar_fma_rates());
    return found;
}

} // namespace fathom::kernels
#endif
