#pragma once

namespace fathom::kernels {

/// True if this processor has a fused multiply-add instruction for scalars. Without one fma is
/// exact but slow.
inline bool cpu_has_fma() noexcept {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") != 0;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

} // namespace fathom::kernels
