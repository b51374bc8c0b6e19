#pragma once
#include "kernels/colour/ycbcr.h"

#include <cstdint>

namespace fathom::kernels {

/// Makes the planes of a frame in host memory: frame.bytes() bytes of `rgb`, which has three or six
/// bytes a pixel, row after row.
void make_ycbcr(const YcbcrFrame &frame, const std::uint8_t *rgb, std::uint8_t *planes) noexcept;

} // namespace fathom::kernels
