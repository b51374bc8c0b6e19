#pragma once
#include "render/places/location.h"

#include <cstdint>

namespace fathom {

/// The Mandelbrot set there; numbers as text, at any depth.
inline Location location_at(const char *re, const char *im, const char *zoom,
                            std::uint64_t iterations) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    location.iterations = iterations;
    return location;
}

/// That formula's set there.
inline Location location_of(const char *formula, const char *re, const char *im, const char *zoom,
                            std::uint64_t iterations) {
    Location location = location_at(re, im, zoom, iterations);
    location.formula.id = *kernels::find_formula(formula);
    return location;
}

} // namespace fathom
