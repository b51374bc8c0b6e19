#include "render/import/kfr_colours.h"

#include "kernels/base/elementary.h"
#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/gradient.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"
#include "render/places/location.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace fathom {
namespace {

using kernels::ColourBase;
using kernels::ColourMapping;

/// Kalles Fraktaler's palette always has as many places, whatever its number of colours.
constexpr double kPlaces = 1024;

/// What a ColorMethod becomes; `lacks` says what is not the same, null where nothing is.
struct Method {
    ColourBase base;
    ColourMapping mapping;
    const char *lacks;
};
constexpr std::array kMethods = {
    Method{ColourBase::smooth, ColourMapping::linear, nullptr},
    Method{ColourBase::smooth, ColourMapping::square_root, nullptr},
    Method{ColourBase::smooth, ColourMapping::cube_root, nullptr},
    Method{ColourBase::smooth, ColourMapping::logarithm, nullptr},
    Method{ColourBase::smooth, ColourMapping::linear,
           "stretching to the picture's range is not supported; the colours are linear"},
    Method{ColourBase::distance, ColourMapping::linear, nullptr},
    Method{ColourBase::smooth, ColourMapping::linear,
           "distance together with the standard method is not supported; the colours are standard"},
    Method{ColourBase::distance, ColourMapping::logarithm, nullptr},
    Method{ColourBase::distance, ColourMapping::square_root, nullptr},
    Method{ColourBase::smooth, ColourMapping::logarithm,
           "the logarithm of the logarithm is not supported; one logarithm is used"},
    Method{ColourBase::smooth, ColourMapping::linear,
           "the arcus tangent is not supported; the colours are linear"},
    Method{ColourBase::smooth, ColourMapping::cube_root,
           "the fourth root is not supported; the cube root is used"},
};

/// A list of bytes B, G, R, B, ... with commas between them, and one at its end if it likes.
std::vector<Rgb8> read_colours(ForeignKeys &keys, const ForeignValue &value) {
    constexpr std::size_t kMaxColours = 16'384;
    std::vector<std::uint8_t> bytes;
    std::string_view rest = value.text;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        const auto number = read_whole(word);
        if (!number || *number < 0 || *number > 255)
            keys.refuse(value.line, fmt::format("a colour in {} must be three numbers from 0 to "
                                                "255 (blue, green, red), got {}",
                                                printable(value.key), in_quotes(word)));
        bytes.push_back(static_cast<std::uint8_t>(*number));
    }
    if (bytes.empty() || bytes.size() % 3 != 0 || bytes.size() > 3 * kMaxColours)
        keys.refuse(value.line, fmt::format("{} must be 1 to {} colours of three numbers (blue, "
                                            "green, red), got {} numbers",
                                            printable(value.key), kMaxColours, bytes.size()));
    std::vector<Rgb8> colours;
    for (std::size_t i = 0; i < bytes.size(); i += 3)
        colours.push_back({bytes[i + 2], bytes[i + 1], bytes[i]});
    return colours;
}

/// Between two colours that program goes along half a sine in sRGB (CFraktalSFT::ApplyColors); so
/// many places of it that stops there show the same, as many as a palette may have.
std::vector<Rgb8> eased(const std::vector<Rgb8> &colours) {
    constexpr std::size_t kMostPlaces = 8;
    const std::size_t count = colours.size();
    const std::size_t places =
        count == 1 ? 1 : std::clamp<std::size_t>(Palette::kMostStops / count, 1, kMostPlaces);
    std::vector<Rgb8> all;
    for (std::size_t i = 0; i < count * places; ++i) {
        const Rgb8 &a = colours[i / places], &b = colours[(i / places + 1) % count];
        const double way = static_cast<double>(i % places) / static_cast<double>(places);
        const double share = 0.5 - 0.5 * kernels::sine_cosine_degrees(180 * way).cosine;
        const auto between = [share](std::uint8_t from, std::uint8_t to) {
            return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
        };
        all.push_back({between(a.r, b.r), between(a.g, b.g), between(a.b, b.b)});
    }
    return all;
}

void read_method(ForeignKeys &keys, kernels::ColourScheme &scheme) {
    const ForeignValue *value = keys.find("ColorMethod");
    if (value == nullptr)
        return;
    const auto number = read_whole(value->text);
    if (!number)
        keys.refuse(*value, "a whole number");
    if (*number < 0 || *number >= static_cast<std::int64_t>(kMethods.size())) {
        keys.warn(*value,
                  fmt::format("ColorMethod {} is not known; the colours are linear", *number));
        return;
    }
    const Method &method = kMethods[static_cast<std::size_t>(*number)];
    scheme.base = method.base;
    scheme.mapping = method.mapping;
    if (method.lacks != nullptr)
        keys.warn(*value, fmt::format("ColorMethod {}: {}", *number, method.lacks));
}

/// Whether each count has one colour: "Flat" says so, and without "Smooth" a colour goes on to the
/// next place alone, of which a count is at most one where the divider is 1 or more. Below, whole
/// places are many for a count and look smooth.
bool is_banded(ForeignKeys &keys, const kernels::ColourScheme &scheme) {
    const bool flat = keys.flag("Flat", false);
    const bool smooth = keys.flag("Smooth", true);
    if (scheme.base != ColourBase::smooth)
        return false;
    return flat || (!smooth && scheme.mapping == ColourMapping::linear &&
                    keys.number("IterDiv", 0, 1e300, 1) >= 1);
}

/// The palette's cycle is kPlaces IterDiv long, and starts ColorOffset places on. Counts are of the
/// steps after z_1 = c (its reference begins there), one less than here, which where nothing is
/// made of them but a place is a matter of the offset.
void read_cycle(ForeignKeys &keys, kernels::ColourScheme &scheme) {
    using Limits = LocationLimits;
    const double divider = keys.number("IterDiv", 0, 1e300, 1);
    const double density = divider > 0 ? 1 / (kPlaces * divider) : Limits::kMaxDensity;
    scheme.density = std::clamp(density, Limits::kMinDensity, Limits::kMaxDensity);
    if (scheme.density != density || divider == 0)
        keys.warn(*keys.find("IterDiv"),
                  fmt::format("IterDiv {} is beyond Fathom's range; the density is {}", divider,
                              scheme.density));
    const double places = keys.number("ColorOffset", -1e9, 1e9, 0);
    const bool linear =
        scheme.base != ColourBase::distance && scheme.mapping == ColourMapping::linear;
    const double offset = places / kPlaces - (linear ? scheme.density : 0);
    scheme.offset = offset - std::floor(offset);
}

void read_slopes(ForeignKeys &keys, kernels::ColourScheme &scheme) {
    const double ratio = keys.number("SlopeRatio", -1e9, 1e9, 20);
    const double angle = keys.number("SlopeAngle", -1e6, 1e6, 45);
    keys.ignore({"SlopePower"});
    if (!keys.flag("Slopes", false))
        return;
    scheme.shade = kernels::ColourShade::slope;
    scheme.shade_strength = std::clamp(ratio / 100, 0.0, 1.0);
    // Bright where counts grow at that angle, clockwise from the right: such slopes face the other
    // way (CFraktalSFT::SetColor).
    scheme.light_degrees = std::fmod(180 - angle, 360);
    keys.warn(*keys.find("Slopes"), "Kalles Fraktaler's slopes are shown by Fathom's, which look "
                                    "alike but not the same (SlopePower has no counterpart)");
}

void read_interior(ForeignKeys &keys, kernels::ColourScheme &scheme) {
    const ForeignValue *value = keys.find("InteriorColor");
    if (value == nullptr || trimmed(value->text).empty())
        return;
    const std::vector<Rgb8> colours = read_colours(keys, *value);
    scheme.interior_rgb =
        static_cast<std::uint32_t>(colours[0].r << 16 | colours[0].g << 8 | colours[0].b);
}

void warn_of_effects(ForeignKeys &keys) {
    const char *smoothing =
        keys.find("SmoothingMethod") != nullptr ? "SmoothingMethod" : "SmoothMethod";
    keys.unsupported(smoothing, "0", "another smooth count than the logarithmic one is");
    keys.ignore({"SmoothMethod"});
    keys.unsupported("MultiColor", "0", "a palette of several waves is");
    keys.ignore({"BlendMC", "MultiColors", "Differences", "Seed"});
    for (const char *key : {"InverseTransition", "InvTransition"})
        keys.unsupported(key, "0", "the inverse transition is");
    keys.unsupported("TriangleInequalityAverage", "0", "the triangle inequality average is");
    keys.unsupported("ColorPhaseStrength", "0", "colouring by phase is");
    keys.unsupported("TextureEnabled", "0", "a texture is");
    keys.ignore({"TextureFile", "TextureMerge", "TexturePower", "TextureRatio", "TextureResize"});
    keys.unsupported("UseOpenGL", "0", "colouring by an own shader is");
    keys.unsupported("UseSRGB", "0", "mixing colours as light is");
    keys.ignore({"GLSL"});
}

} // namespace

ForeignKeys kfr_keys(std::string_view text, std::string_view source) {
    ForeignKeys keys(source);
    for (const TextLine &line : text_lines(text, source)) {
        const std::size_t colon = line.text.find(':');
        if (colon == std::string_view::npos || colon == 0)
            refuse_line(source, line.number,
                        fmt::format("a line must be KEY: VALUE, got {}", in_quotes(line.text)));
        keys.add(trimmed(line.text.substr(0, colon)), trimmed(line.text.substr(colon + 1)),
                 line.number);
    }
    return keys;
}

Palette kfr_palette(ForeignKeys &keys, std::string_view source) {
    const ForeignValue &value = keys.need("Colors", "colours");
    const std::vector<Rgb8> colours = read_colours(keys, value);
    if (colours.size() > Palette::kMostStops)
        keys.warn(value, fmt::format("the palette's {} colours were resampled to {}",
                                     colours.size(), Palette::kMostStops));
    Palette palette;
    palette.name = palette_name_from(std::filesystem::path(source).stem().string());
    palette.stops = even_stops(eased(colours));
    return palette;
}

void read_kfr_colours(ForeignKeys &keys, std::string_view source, Location &location) {
    kernels::ColourScheme &scheme = location.colour;
    if (keys.find("Colors") != nullptr) {
        location.own_palette = kfr_palette(keys, source);
        location.palette = location.own_palette->name;
    }
    read_method(keys, scheme);
    if (is_banded(keys, scheme))
        scheme.base = ColourBase::bands;
    read_cycle(keys, scheme);
    // That program's distances are other numbers: its cycle would leave the picture nearly black.
    location.automatic_colours = scheme.base == ColourBase::distance;
    read_slopes(keys, scheme);
    read_interior(keys, scheme);
    warn_of_effects(keys);
}

} // namespace fathom
