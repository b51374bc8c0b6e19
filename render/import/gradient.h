#pragma once
#include "render/places/palette.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// An sRGB colour.
struct Rgb8 {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Rgb8 &, const Rgb8 &) = default;
};

/// Stops at equal distances for a cycle of `colours` (at least 1). More than Palette::kMostStops
/// are sampled at as many places, in sRGB between neighbours.
std::vector<Palette::Stop> even_stops(const std::vector<Rgb8> &colours);

/// `text` made a palette's name: other characters become hyphens; "imported" where nothing is left.
std::string palette_name_from(std::string_view text);

} // namespace fathom
