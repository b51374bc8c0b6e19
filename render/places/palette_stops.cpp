#include "render/places/palette_stops.h"

#include "render/numbers/plain_number.h"
#include "render/places/toml_choice.h"

#include <fmt/format.h>

namespace fathom {
namespace {

/// One [position, "#rrggbb"], its position in [0, 1) and above `low`.
Palette::Stop read_stop(const TomlDocument &document, const TomlValue &value, double low) {
    const auto *pair = std::get_if<std::vector<TomlValue>>(&value.data);
    if (pair == nullptr || pair->size() != 2)
        document.refuse("stop", value, "a position and a colour, like [0.25, \"#ff8000\"]");
    Palette::Stop stop;
    const TomlValue &position = (*pair)[0];
    stop.position = as_number(position);
    if (!(stop.position >= 0.0 && stop.position < 1.0)) // a NaN too
        document.refuse("position", position, "a number from 0 to below 1");
    if (!stops_apart(low, stop.position))
        document.refuse("position", position, "1e-9 or more above the one before it");
    const std::uint32_t rgb = read_rgb(document, "colour", (*pair)[1]);
    stop.r = static_cast<std::uint8_t>(rgb >> 16);
    stop.g = static_cast<std::uint8_t>(rgb >> 8 & 0xff);
    stop.b = static_cast<std::uint8_t>(rgb & 0xff);
    return stop;
}

} // namespace

std::uint32_t read_rgb(const TomlDocument &document, std::string_view path,
                       const TomlValue &value) {
    const auto *text = std::get_if<std::string>(&value.data);
    const std::string_view colour = text == nullptr ? std::string_view() : trimmed(*text);
    const auto rgb = colour.starts_with('#') ? read_rgb_digits(colour.substr(1)) : std::nullopt;
    if (!rgb)
        document.refuse(path, value, "in quotes, like \"#ff8000\"");
    return *rgb;
}

std::string rgb_text(std::uint32_t rgb) {
    return fmt::format("#{:06x}", rgb);
}

std::vector<Palette::Stop> read_stops(TomlDocument &document, std::string_view path) {
    const TomlValue &value = document.need(path);
    const auto *items = std::get_if<std::vector<TomlValue>>(&value.data);
    if (items == nullptr || items->empty() || items->size() > std::size_t{Palette::kMostStops})
        document.refuse(value.line, fmt::format("stops must be an array of 1 to {} stops",
                                                Palette::kMostStops));
    std::vector<Palette::Stop> stops;
    stops.reserve(items->size());
    double low = -1.0;
    for (const TomlValue &item : *items) {
        stops.push_back(read_stop(document, item, low));
        low = stops.back().position;
    }
    if (!stops_apart(low, stops.front().position + 1))
        document.refuse("position", items->back(),
                        "1e-9 or more before the next turn's first stop");
    return stops;
}

std::string stops_text(const std::vector<Palette::Stop> &stops) {
    std::string text = "[\n";
    for (const Palette::Stop &stop : stops)
        text += fmt::format("    [{}, \"#{:02x}{:02x}{:02x}\"],\n", stop.position, stop.r, stop.g,
                            stop.b);
    return text + "]";
}

Palette::Blend read_blend(TomlDocument &document, std::string_view path) {
    return read_choice(document, path, kPaletteBlends, Palette::Blend::oklab);
}

} // namespace fathom
