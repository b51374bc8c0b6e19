#include "render/engines/colour_params.h"

#include "render/engines/rank_table.h"
#include "render/engines/render_request.h"
#include "render/images/srgb.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fathom {
namespace {

/// Sizes and directions of pixels, and the light's direction, which is given on the screen.
void set_pixel(const RenderRequest &request, const ColourSettings &settings,
               kernels::ColourParams &params) {
    const kernels::PixelMap &map = request.map;
    const auto [sine, cosine] = kernels::sine_cosine_degrees(settings.scheme.light_degrees);
    params.stretched = std::fabs(map.right_re) != std::fabs(map.up_im) ||
                       std::fabs(map.right_im) != std::fabs(map.up_re);
    const double area = params.stretched
                            ? std::fabs(map.right_re * map.up_im - map.right_im * map.up_re)
                            : std::fma(map.right_re, map.right_re, map.right_im * map.right_im);
    // Far beyond what doubles resolve a pixel's size is 0, which nothing could be divided by.
    params.spacing = std::max(std::sqrt(area), std::numeric_limits<double>::min());
    double x = cosine, y = sine;
    if (!params.stretched) {
        x = std::fma(cosine, map.right_re, sine * map.up_re) / params.spacing;
        y = std::fma(cosine, map.right_im, sine * map.up_im) / params.spacing;
    }
    params.light_x = static_cast<float>(x);
    params.light_y = static_cast<float>(y);
    const double pixels = settings.pixels_a_side / request.lattice;
    params.spacing *= pixels;
    params.right_re = map.right_re * pixels;
    params.right_im = map.right_im * pixels;
    params.up_re = map.up_re * pixels;
    params.up_im = map.up_im * pixels;
}

/// How far apart phases of a base that goes round are the same place of it; 0 for other bases.
double turn_of(const kernels::ColourParams &params) {
    if (!kernels::row_of(params.base).goes_round)
        return 0;
    const bool logarithm = params.mapping == kernels::ColourMapping::logarithm;
    return params.density * (logarithm ? kernels::rank_position(1) : 1);
}

std::uint32_t opaque(std::uint32_t rgb) {
    return 0xff000000U | (rgb & 0xffU) << 16 | (rgb & 0xff00U) | (rgb >> 16 & 0xffU);
}

/// A byte's light as palette_sums has it, 0 to 65535.
float light_of(std::uint32_t byte) {
    return static_cast<float>(std::lround(65535 * linear_from_srgb(byte / 255.0)));
}

} // namespace

kernels::SmoothScale smooth_scale(const RenderRequest &request) noexcept {
    const int power = kernels::formula_info(request.formula).power;
    return {kernels::inverse_log2_squared(request.bailout),
            1.0 / kernels::log2_positive(static_cast<double>(power))};
}

kernels::ColourParams colour_params(const ColourSettings &settings, const RenderRequest &request,
                                    const ColourTables &tables) noexcept {
    const kernels::ColourScheme &scheme = settings.scheme;
    kernels::ColourParams params;
    params.lut = tables.lut;
    params.lut_size = settings.lut ? static_cast<std::int32_t>(settings.lut->size()) : 0;
    params.interior = opaque(scheme.interior_rgb);
    for (int channel = 0; channel < 3; ++channel)
        params.interior_light[channel] = light_of(params.interior >> (8 * channel) & 0xffU);
    params.base = scheme.base;
    params.mapping = scheme.mapping;
    params.shade = scheme.shade;
    params.interior_colour = scheme.interior;
    params.filter = scheme.filter;
    params.sums = tables.sums;
    params.fine = params.lut_size <= kernels::kMostFilteredEntries ? tables.fine : nullptr;
    params.words = scheme.dither == kernels::ColourDither::none ? kernels::ColourWords::nearest
                   : settings.mixed                             ? kernels::ColourWords::packed
                                                                : kernels::ColourWords::dithered;
    params.left = request.left;
    params.top = request.top;
    params.density = scheme.density;
    params.offset = scheme.offset;
    params.turn = turn_of(params);
    params.inverse_turn = params.turn > 0 ? 1 / params.turn : 0;
    const kernels::SmoothScale scale = smooth_scale(request);
    params.inverse_log2_bailout2 = static_cast<float>(scale.inverse_log2_bailout2);
    params.inverse_log2_power = static_cast<float>(scale.inverse_log2_power);
    set_pixel(request, settings, params);
    params.light_height = static_cast<float>(scheme.light_height);
    params.shade_strength = static_cast<float>(scheme.shade_strength);
    if (settings.ranks) {
        params.ranks = tables.ranks;
        params.rank_low = settings.ranks->low;
        params.rank_scale = settings.ranks->scale;
    }
    return params;
}

} // namespace fathom
