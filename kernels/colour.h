#pragma once
#include "kernels/elementary.h"
#include "kernels/formula.h"
#include "kernels/sample.h"
#include "kernels/scalar_ops.h"

namespace fathom::kernels {

/// Coarsest lattice of a progressive picture: its first pass computes every 8th pixel of every 8th
/// row.
inline constexpr int kCoarsestStride = 8;

/// What the colour pass needs besides the samples. `lut` is memory of whoever runs the pass (host
/// or device). Colours are bytes R, G, B, A in memory, that is 0xAABBGGRR as a little-endian word.
struct ColourParams {
    const std::uint32_t *lut = nullptr;
    std::int32_t lut_size = 0; ///< at most 2^24
    std::uint32_t interior = 0xff000000U;
    bool smooth = true;
    double density = 0;              ///< palette cycles an iteration
    double offset = 0;               ///< palette cycles
    float inverse_log2_bailout2 = 0; ///< 1 / log2(bailout^2)
};

/// 1 / log2(bailout^2), as escape_fraction takes it.
FATHOM_INLINE double inverse_log2_squared(double bailout) noexcept {
    return 1.0 / log2_positive(bailout * bailout);
}

/// What a smooth escape count lacks to n + 1: log2(log|z_n| / log(bailout)), from norm = |z_n|^2,
/// in float or double. In [0, 1] but for small bailouts. (F. Garcia et al., "Coloring dynamical
/// systems in the complex plane", section 3.)
template <class Real>
FATHOM_INLINE Real escape_fraction(Real norm, Real inverse_log2_bailout2) noexcept {
    return log2_positive(log2_positive(norm) * inverse_log2_bailout2);
}

/// Smooth (fractional) escape count n + 1 - escape_fraction of a sample that escaped, as people
/// read it: continuous across the bands of equal n.
FATHOM_INLINE double smooth_count(std::uint32_t n, double x, double y,
                                  double inverse_log2_bailout2) noexcept {
    return (to_double(n) + 1.0) - escape_fraction(::fma(x, x, y * y), inverse_log2_bailout2);
}

/// Entry of the palette for a sample that escaped (for an interior one: some entry, not to be
/// used). The fraction is made in float, within 5e-7 of the exact one: colours show no more, and
/// GPUs and vector units are far quicker with it. What must stay exact for large n is in double.
template <class Real>
FATHOM_INLINE std::uint32_t palette_index(std::uint32_t n, Real x, Real y,
                                          const ColourParams &params) noexcept {
    double count = to_double(n);
    if (params.smooth) {
        const auto norm = static_cast<float>(scalar::norm<ScalarOps<Real>>(x, y));
        count = (count + 1.0) - escape_fraction(norm, params.inverse_log2_bailout2);
    }
    double phase = ::fma(count, params.density, params.offset);
    phase -= ::floor(phase);
    // Through a signed integer, which all vector units convert to; a phase that rounded up to 1 is
    // the last entry.
    const auto index = static_cast<std::int32_t>(phase * params.lut_size);
    return static_cast<std::uint32_t>(index < params.lut_size ? index : params.lut_size - 1);
}

/// Colour of one finished sample.
template <class Real>
FATHOM_INLINE std::uint32_t colour_of(std::uint32_t n, Real x, Real y,
                                      const ColourParams &params) noexcept {
    return n == kInterior ? params.interior : params.lut[palette_index(n, x, y, params)];
}

/// The colour of a known sample where it stands for an unknown one beside it: alpha 127.
FATHOM_INLINE std::uint32_t as_coarse(std::uint32_t colour) noexcept {
    return (colour & 0x00ffffffU) | 0x7f000000U;
}

/// Colour of pixel (x, y) of a picture that may still be in progress. Finished pixels are opaque
/// (alpha 255); a pixel not known yet takes the colour of the nearest known one of a coarser
/// lattice with alpha 127, and where none is known it is 0. `finest` is the finest lattice whose
/// samples may be read: 1, 2, 4 or 8.
template <class Real>
FATHOM_INLINE std::uint32_t colour_pixel(const SamplePlanes<Real> &planes, int x, int y, int finest,
                                         const ColourParams &params) noexcept {
    for (int stride = finest; stride <= kCoarsestStride; stride *= 2) {
        const int sx = x & ~(stride - 1);
        const int sy = y & ~(stride - 1);
        const std::size_t at = static_cast<std::size_t>(sy) * planes.width + sx;
        const std::uint32_t n = planes.n[at];
        if (n == kPending)
            continue;
        const std::uint32_t colour = colour_of(n, planes.zx[at], planes.zy[at], params);
        return sx == x && sy == y ? colour : as_coarse(colour);
    }
    return 0;
}

} // namespace fathom::kernels
