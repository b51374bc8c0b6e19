#pragma once
#include "kernels/colour.h"
#include "render/request.h"

namespace fathom {

/// The colour pass's view of `settings`, for samples iterated with `bailout`. `lut` is the
/// palette's memory on the device that runs the pass.
inline kernels::ColourParams colour_params(const ColourSettings &settings, double bailout,
                                           const std::uint32_t *lut) noexcept {
    kernels::ColourParams params;
    params.lut = lut;
    params.lut_size = static_cast<std::int32_t>(settings.lut->size());
    params.smooth = settings.scheme.base != kernels::ColourBase::bands;
    params.density = settings.scheme.density;
    params.offset = settings.scheme.offset;
    params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(bailout));
    return params;
}

} // namespace fathom
