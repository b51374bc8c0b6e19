#include "kernels/base/cpu_features.h"
#include "kernels/base/scalar_ops.h"
#include "kernels/plain/plain_loop.h"
#include "kernels/simd/fma_chains-inl.h"
#include "kernels/simd/fma_rate.h"

namespace fathom::kernels {
namespace {

template <class Real> struct SummingOps : ScalarOps<Real> {
    static FATHOM_INLINE Real sum(Real value) noexcept { return value; }
};

template <class Real> std::uint64_t fma_rate_baseline(std::uint64_t rounds) noexcept {
    return scalar::run_fma_chains<SummingOps<Real>, Real>(rounds, 1);
}

#if defined(__x86_64__)
template <class Real>
[[gnu::target("fma")]] std::uint64_t fma_rate_fma(std::uint64_t rounds) noexcept {
    return scalar::run_fma_chains<SummingOps<Real>, Real>(rounds, 1);
}
#endif

} // namespace

FmaRates scalar_fma_rates() noexcept {
    const char *name = plain_loops().instruction_set;
#if defined(__x86_64__)
    if (cpu_has_fma())
        return {fma_rate_fma<float>, fma_rate_fma<double>, name};
#endif
    return {fma_rate_baseline<float>, fma_rate_baseline<double>, name};
}

} // namespace fathom::kernels
