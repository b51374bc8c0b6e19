#pragma once
#include "render/base/error.h"
#include "render/import/location_file.h"
#include "tests/support/temp_folder.h"

#include <string>
#include <string_view>

// Texts of locations, for tests that read them.

namespace fathom {

/// The location of a text whose warnings do not matter.
inline Location location_in(std::string_view text, std::string_view source) {
    return parse_location(text, source).location;
}

/// What a text is refused with.
inline std::string refusal(const std::string &text) {
    return message_of<InputError>([&] { location_in(text, "place.toml"); });
}

/// A whole location file with one line changed.
inline std::string file_with(const std::string &line_number, const std::string &line) {
    const std::pair<const char *, const char *> lines[] = {
        {"1", "fathom = 1"},     {"2", "[view]"},
        {"3", "re = \"-1.25\""}, {"4", "im = \"0.25\""},
        {"5", "zoom = \"10\""},  {"6", "rotation = 30"},
        {"7", "[iteration]"},    {"8", "limit = 500"},
        {"9", "bailout = 2"},    {"10", "formula = \"mandelbrot\""},
        {"11", "[colour]"},      {"12", "palette = \"grey\""},
        {"13", "density = 0.5"}, {"14", "offset = 0.25"}};
    std::string text;
    for (const auto &[number, usual] : lines) {
        text += (number == line_number ? line : usual) + "\n";
    }
    return text;
}

/// Each choice and number other than usual.
inline Location unusual_location() {
    Location location;
    location.view.mirrored = true;
    location.formula.id = *kernels::find_formula("phoenix");
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse("-0.1234567890123456789012345678901234567890");
    location.formula.seed_im = Decimal::parse("7e-40");
    location.formula.parameter_re = 0.5667;
    location.formula.parameter_im = -1e-7;
    location.own_palette = Palette{"mine", {{0, 1, 2, 3}, {0.1, 255, 0, 127}, {0.99999, 9, 8, 7}}};
    location.own_palette->blend = Palette::Blend::linear_light;
    kernels::ColourScheme &colour = location.colour;
    colour.base = kernels::ColourBase::trap;
    colour.mapping = kernels::ColourMapping::rank;
    colour.shade = kernels::ColourShade::slope;
    colour.light_degrees = -123.5;
    colour.light_height = 0;
    colour.shade_strength = 0.125;
    colour.interior = kernels::InteriorColour::period;
    colour.interior_rgb = 0x00ff7f;
    location.trap = {kernels::TrapShape::circle, 0.25, -1e-3, 0.7};
    return location;
}

} // namespace fathom
