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

} // namespace fathom
