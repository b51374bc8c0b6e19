#pragma once
#include "kernels/colour/colour.h"
#include "kernels/formulas/tile.h"

namespace fathom::kernels {

/// The CPU's colour pass over the rectangle [x0, x1) x [y0, y1) of a picture: what colour_pixel
/// gives, where all samples on the lattice of `finest` are known and none of a finer one. x0 and y0
/// lie on the coarsest lattice; at most kTileSide wide.
template <class Real> struct ColourWork {
    SamplePlanes<Real> planes;
    ColourParams params;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int finest = 1;
    std::uint32_t *rgba = nullptr; ///< the whole picture's colours, width * height
};

void colour_rectangle(const ColourWork<float> &work) noexcept;
void colour_rectangle(const ColourWork<double> &work) noexcept;

} // namespace fathom::kernels
