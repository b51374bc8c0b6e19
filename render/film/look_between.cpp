#include "render/film/look_between.h"

#include "render/base/assets.h"
#include "render/numbers/rounded.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>

namespace fathom::film {
namespace {

double evenly(double from, double to, double share) {
    return std::clamp(from * (1 - share) + to * share, std::min(from, to), std::max(from, to));
}

/// Both above 0.
double log_evenly(double from, double to, double share) {
    if (from == to)
        return from;
    const double there = rounded::exp(rounded::log(from) * (1 - share) + rounded::log(to) * share);
    return std::clamp(there, std::min(from, to), std::max(from, to));
}

Decimal evenly(const Decimal &from, const Decimal &to, double share) {
    constexpr long kDigits = 20;
    return from == to
               ? from
               : from + ((to - from) * Decimal::from_double(share)).rounded_to_significant(kDigits);
}

std::uint32_t between(std::uint32_t from, std::uint32_t to, double share) {
    std::uint32_t rgb = 0;
    for (const int shift : {16, 8, 0})
        rgb |= static_cast<std::uint32_t>(
                   std::lround(evenly(from >> shift & 255U, to >> shift & 255U, share)))
               << shift;
    return rgb;
}

bool has_the_palette_of(const Location &a, const Location &b) {
    return a.own_palette == b.own_palette && (a.own_palette || a.palette == b.palette);
}

Palette palette_of(const Location &location) {
    return location.own_palette ? *location.own_palette
                                : load_palette(find_assets_dir(), location.palette);
}

/// A key without a shade fades into or out of the other's.
void share_shade(kernels::ColourScheme &without, const kernels::ColourScheme &other) {
    if (without.shade != kernels::ColourShade::none)
        return;
    without.shade = other.shade;
    without.shade_strength = 0;
    without.light_degrees = other.light_degrees;
    without.light_height = other.light_height;
}

} // namespace

LookBetween::LookBetween(const Location &from, const Location &to) : from_(from), to_(to) {
    if (!has_the_palette_of(from, to)) {
        palette_from_ = palette_of(from);
        palette_to_ = palette_of(to);
    }
    share_shade(from_.colour, to.colour);
    share_shade(to_.colour, from.colour);
}

bool LookBetween::iterates_the_same() const {
    return from_.formula == to_.formula && from_.bailout == to_.bailout;
}

void LookBetween::apply(Location &location, double share) const {
    apply_formula(location, share);
    location.automatic_iterations = from_.automatic_iterations || to_.automatic_iterations;
    location.iterations = from_.iterations == to_.iterations
                              ? from_.iterations
                              : static_cast<std::uint64_t>(std::llround(
                                    log_evenly(static_cast<double>(from_.iterations),
                                               static_cast<double>(to_.iterations), share)));
    location.bailout = log_evenly(from_.bailout, to_.bailout, share);
    location.automatic_colours = from_.automatic_colours && to_.automatic_colours;
    location.palette = from_.palette;
    location.own_palette = from_.own_palette;
    if (palette_from_)
        location.own_palette = palette_between(*palette_from_, *palette_to_, share);
    apply_colours(location, share);
    location.trap = from_.trap;
    location.trap.re = evenly(from_.trap.re, to_.trap.re, share);
    location.trap.im = evenly(from_.trap.im, to_.trap.im, share);
    location.trap.radius = log_evenly(from_.trap.radius, to_.trap.radius, share);
}

void LookBetween::apply_formula(Location &location, double share) const {
    const FormulaChoice &a = from_.formula;
    const FormulaChoice &b = to_.formula;
    location.formula = a;
    location.formula.seed_re = evenly(a.seed_re, b.seed_re, share);
    location.formula.seed_im = evenly(a.seed_im, b.seed_im, share);
    location.formula.parameter_re = evenly(a.parameter_re, b.parameter_re, share);
    location.formula.parameter_im = evenly(a.parameter_im, b.parameter_im, share);
}

void LookBetween::apply_colours(Location &location, double share) const {
    const kernels::ColourScheme &a = from_.colour;
    const kernels::ColourScheme &b = to_.colour;
    kernels::ColourScheme &there = location.colour;
    there = a;
    if (a.base == b.base && a.mapping == b.mapping) {
        there.density = log_evenly(a.density, b.density, share);
        there.offset = evenly(a.offset, b.offset, share);
    }
    there.light_degrees = evenly(a.light_degrees, b.light_degrees, share);
    there.light_height = evenly(a.light_height, b.light_height, share);
    there.shade_strength = evenly(a.shade_strength, b.shade_strength, share);
    there.interior_rgb = between(a.interior_rgb, b.interior_rgb, share);
}

} // namespace fathom::film
