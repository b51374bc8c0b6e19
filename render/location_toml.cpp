#include "render/location_toml.h"

#include "render/error.h"
#include "render/output_file.h"
#include "render/palette.h"
#include "render/png_chunk.h"
#include "render/png_metadata.h"
#include "render/toml_document.h"

#include <fmt/format.h>
#include <optional>

namespace fathom {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::string_view kFormula = "mandelbrot";
constexpr const char *kPngKey = "Fathom";

void check_format(TomlDocument &document) {
    const TomlValue &value = document.need("fathom");
    const auto *format = std::get_if<std::int64_t>(&value.data);
    if (format == nullptr || *format < 1) {
        document.refuse("fathom", value, "the number of the format, 1");
    }
    if (*format > kFormat) {
        document.refuse(value.line,
                        fmt::format("this location is of format {}, written by a newer Fathom; "
                                    "this one reads format {}, so update Fathom to open it",
                                    *format, kFormat));
    }
}

/// A decimal number in quotes within [low, high], which must be there.
Decimal decimal(TomlDocument &document, std::string_view path, const Decimal &low,
                const Decimal &high) {
    const TomlValue &value = document.need(path);
    const std::string expected =
        fmt::format("a decimal number in quotes from {} to {}", low.to_string(), high.to_string());
    const auto *text = std::get_if<std::string>(&value.data);
    if (text == nullptr) {
        document.refuse(path, value, expected);
    }
    std::optional<Decimal> number;
    try {
        number = Decimal::parse(*text);
    } catch (const InputError &) {
        document.refuse(path, value, expected);
    }
    if (*number < low || high < *number) {
        document.refuse(path, value, expected);
    }
    return *number;
}

View read_view(TomlDocument &document) {
    const ViewLimits limits;
    View view;
    view.re = decimal(document, "view.re", -limits.max_coordinate, limits.max_coordinate);
    view.im = decimal(document, "view.im", -limits.max_coordinate, limits.max_coordinate);
    view.zoom = decimal(document, "view.zoom", limits.min_zoom, limits.max_zoom);
    view.rotation_degrees = document.number("view.rotation", -limits.max_rotation_degrees,
                                            limits.max_rotation_degrees, view.rotation_degrees);
    return view;
}

void check_formula(TomlDocument &document) {
    const TomlValue *value = document.find("iteration.formula");
    if (value == nullptr) {
        return;
    }
    const auto *name = std::get_if<std::string>(&value->data);
    if (name == nullptr || *name != kFormula) {
        document.refuse("iteration.formula", *value,
                        fmt::format("\"{}\", the one that this version computes", kFormula));
    }
}

std::string read_palette_name(TomlDocument &document, const std::string &fallback) {
    const TomlValue *value = document.find("colour.palette");
    if (value == nullptr) {
        return fallback;
    }
    const auto *name = std::get_if<std::string>(&value->data);
    if (name == nullptr || !is_palette_name(*name)) {
        document.refuse("colour.palette", *value,
                        "a palette's name in quotes, of small letters, digits and hyphens");
    }
    return *name;
}

} // namespace

std::string to_text(const Location &location) {
    check_location(location);
    return fmt::format("# A place in a fractal: fathom FILE goes there.\n"
                       "fathom = {}\n"
                       "\n"
                       "[view]\n"
                       "re = \"{}\"\n"
                       "im = \"{}\"\n"
                       "zoom = \"{}\"\n"
                       "rotation = {}\n"
                       "\n"
                       "[iteration]\n"
                       "formula = \"{}\"\n"
                       "limit = {}\n"
                       "bailout = {}\n"
                       "\n"
                       "[colour]\n"
                       "palette = \"{}\"\n"
                       "density = {}\n"
                       "offset = {}\n",
                       kFormat, location.view.re.to_string(), location.view.im.to_string(),
                       location.view.zoom.to_string(), location.view.rotation_degrees, kFormula,
                       location.iterations, location.bailout, location.palette,
                       location.colour.density, location.colour.offset);
}

ParsedLocation parse_location(std::string_view text, std::string_view source) {
    using Limits = LocationLimits;
    TomlDocument document = TomlDocument::parse(text, source);
    check_format(document);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view = read_view(document);
    check_formula(document);
    location.iterations = static_cast<std::uint32_t>(
        document.integer("iteration.limit", 1, Limits::kMaxIterations, location.iterations));
    location.bailout = document.number("iteration.bailout", Limits::kMinBailout,
                                       Limits::kMaxBailout, location.bailout);
    location.palette = read_palette_name(document, location.palette);
    location.colour.density = document.number("colour.density", Limits::kMinDensity,
                                              Limits::kMaxDensity, location.colour.density);
    location.colour.offset = document.number("colour.offset", -Limits::kMaxOffset,
                                             Limits::kMaxOffset, location.colour.offset);
    parsed.warnings = document.unknown_keys();
    return parsed;
}

ParsedLocation read_location_file(const std::filesystem::path &path) {
    std::string text = TomlDocument::read_file(path);
    const std::string_view signature(reinterpret_cast<const char *>(kPngSignature.data()),
                                     kPngSignature.size());
    if (std::string_view(text).starts_with(signature)) {
        const std::optional<std::string> inside = read_png_text(path, kPngKey);
        if (!inside) {
            throw InputError(fmt::format(
                "{} holds no Fathom location: it was not exported by Fathom, or lost its text on "
                "the way",
                path.string()));
        }
        text = *inside;
    }
    return parse_location(text, path.string());
}

void write_location_file(const std::filesystem::path &path, const Location &location) {
    write_text_file(path, to_text(location));
}

} // namespace fathom
