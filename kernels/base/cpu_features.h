#pragma once

namespace fathom::kernels {

#if defined(__x86_64__)
/// True if it has what the vector loops take of AVX-512.
inline bool cpu_has_avx512() noexcept {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

} // namespace fathom::kernels
