#pragma once
#include "kernels/colour/colour.h"

namespace fathom {

struct ColourSettings;
struct RenderRequest;

/// The tables of the colour pass on the device that runs it.
struct ColourTables {
    const std::uint32_t *lut = nullptr;  ///< of ColourSettings::lut
    const float *ranks = nullptr;        ///< the shares of ColourSettings::ranks, or null
    const std::uint32_t *sums = nullptr; ///< palette_sums of the lut, or null: not filtered
    const std::uint32_t *fine = nullptr; ///< its PaletteTable::fine, or null: not dithered
};

/// The colour pass's view of `settings`, for the samples of `request` (of whose own colours nothing
/// is used).
kernels::ColourParams colour_params(const ColourSettings &settings, const RenderRequest &request,
                                    const ColourTables &tables) noexcept;

/// What a smooth count in double needs of a request.
kernels::SmoothScale smooth_scale(const RenderRequest &request) noexcept;

} // namespace fathom
