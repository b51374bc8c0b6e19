#pragma once
#include "render/engines/render_request.h"

#include <string>

namespace fathom {

/// What a device can do at most, measured.
struct PeakRate {
    double f32_fma_per_s = 0; ///< fused multiply-adds, each lane of a vector or warp counted
    double f64_fma_per_s = 0;
    double copy_bytes_per_s = 0; ///< within its memory: bytes read and bytes written

    [[nodiscard]] double fma_per_s(Precision precision) const noexcept {
        return is_f32(precision) ? f32_fma_per_s : f64_fma_per_s;
    }
};

/// Instructions that an iteration (3 FMAs and an addition) takes of a device's FMA rate: CPUs add
/// on pipes of their own, GPUs on the same.
inline constexpr double kHostInstructionsAnIteration = 3;
inline constexpr double kGpuInstructionsAnIteration = 4;

/// The ceiling of `threads` threads (at least 1) of this processor with one of
/// cpu_instruction_sets(); the best of several tries, because other programs can only take away.
/// Takes about half a second. Throws InputError for a set that this processor does not have.
PeakRate measure_host_peak_rate(const std::string &instruction_set, int threads);

} // namespace fathom
