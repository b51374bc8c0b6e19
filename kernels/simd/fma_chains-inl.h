// What the FMA rates are measured with, written once for scalars and for Highway's vectors, with
// the same include guard as mandelbrot_step-inl.h.
#if defined(FATHOM_KERNELS_SIMD_FMA_CHAINS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_FMA_CHAINS_INL_H
#undef FATHOM_KERNELS_SIMD_FMA_CHAINS_INL_H
#else
#define FATHOM_KERNELS_SIMD_FMA_CHAINS_INL_H
#endif

#include "kernels/base/portable.h"

#include <cstdint>

#ifdef HWY_NAMESPACE
#define FATHOM_CHAINS_NAMESPACE HWY_NAMESPACE
#define FATHOM_CHAINS_INLINE HWY_INLINE
HWY_BEFORE_NAMESPACE();
#else
#define FATHOM_CHAINS_NAMESPACE scalar
#define FATHOM_CHAINS_INLINE FATHOM_INLINE
#endif

namespace fathom::kernels::FATHOM_CHAINS_NAMESPACE {

/// Twelve independent chains x' = fma(x, x, c): enough for two FMA units with a latency of up to
/// six cycles, few enough for 16 registers. c = -1.75 keeps every chain within +-1.75 and
/// wandering, so that the operands are ordinary numbers. Returns the FMAs done, over all lanes; 0
/// if a chain has left its range, which also keeps the compiler from dropping the work.
template <class Ops, class Real>
FATHOM_CHAINS_INLINE std::uint64_t run_fma_chains(std::uint64_t rounds, int lanes) noexcept {
    constexpr int kStepsARound = 16;
    const auto c = Ops::set(Real(-1.75));
    auto x0 = Ops::set(Real(0.01)), x1 = Ops::set(Real(0.07)), x2 = Ops::set(Real(0.13));
    auto x3 = Ops::set(Real(0.19)), x4 = Ops::set(Real(0.23)), x5 = Ops::set(Real(0.31));
    auto x6 = Ops::set(Real(0.37)), x7 = Ops::set(Real(0.41)), x8 = Ops::set(Real(0.43));
    auto x9 = Ops::set(Real(0.53)), x10 = Ops::set(Real(0.59)), x11 = Ops::set(Real(0.61));
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (int i = 0; i < kStepsARound; ++i) {
            x0 = Ops::fma(x0, x0, c);
            x1 = Ops::fma(x1, x1, c);
            x2 = Ops::fma(x2, x2, c);
            x3 = Ops::fma(x3, x3, c);
            x4 = Ops::fma(x4, x4, c);
            x5 = Ops::fma(x5, x5, c);
            x6 = Ops::fma(x6, x6, c);
            x7 = Ops::fma(x7, x7, c);
            x8 = Ops::fma(x8, x8, c);
            x9 = Ops::fma(x9, x9, c);
            x10 = Ops::fma(x10, x10, c);
            x11 = Ops::fma(x11, x11, c);
        }
    const auto low = Ops::add(Ops::add(Ops::add(x0, x1), Ops::add(x2, x3)), Ops::add(x4, x5));
    const auto high = Ops::add(Ops::add(Ops::add(x6, x7), Ops::add(x8, x9)), Ops::add(x10, x11));
    const Real sum = Ops::sum(Ops::add(low, high));
    const bool in_range = sum * sum < Real(1e6);
    return in_range ? rounds * kStepsARound * 12 * static_cast<std::uint64_t>(lanes) : 0;
}

} // namespace fathom::kernels::FATHOM_CHAINS_NAMESPACE

#ifdef HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
#undef FATHOM_CHAINS_NAMESPACE
#undef FATHOM_CHAINS_INLINE

#endif
