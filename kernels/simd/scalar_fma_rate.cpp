#include "kernels/base/scalar_ops.h"
#include "kernels/plain/plain_loop.h"
#include "kernels/simd/fma_chains-inl.h"
#include "kernels/simd/fma_rate.h"

namespace fathom::kernels {
namespace {

template <class Real> struct SummingOps : ScalarOps<Real> {
    static FATHOM_INLINE Real sum(Real value) noexcept { return value; }
};

template <class Real> std::uint64_t fma_rate(std::uint64_t rounds) noexcept {
    return scalar::run_fma_chains<SummingOps<Real>, Real>(rounds, 1);
}

} // namespace

FmaRates scalar_fma_rates() noexcept {
    return {fma_rate<float>, fma_rate<double>, plain_loops().instruction_set};
}

} // namespace fathom::kernels
