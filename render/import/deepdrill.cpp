#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace fathom {
namespace {

/// The name of a section's header, [NAME]; nothing for another line.
std::optional<std::string_view> section_name(std::string_view line) {
    if (line.size() < 2 || line.front() != '[' || line.back() != ']')
        return std::nullopt;
    return trimmed(line.substr(1, line.size() - 2));
}

bool is_comment(std::string_view line) {
    return line.starts_with(';') || line.starts_with('#');
}

/// The program reads its keys in any case (Options::parse of its sources).
std::string small_letters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

ForeignKeys ini_keys(std::string_view text, std::string_view source) {
    ForeignKeys keys(source);
    std::string section;
    for (const TextLine &line : text_lines(text, source)) {
        if (is_comment(line.text))
            continue;
        if (const auto name = section_name(line.text)) {
            section = printable(*name, 60);
            continue;
        }
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos || equals == 0)
            refuse_line(source, line.number,
                        fmt::format("a line must be [SECTION] or KEY = VALUE, got {}",
                                    in_quotes(line.text)));
        keys.add(small_letters(fmt::format("{}.{}", section, trimmed(line.text.substr(0, equals)))),
                 trimmed(line.text.substr(equals + 1)), line.number);
    }
    return keys;
}

} // namespace

bool is_deepdrill(std::string_view text) {
    if (text.size() > kMaxForeignText)
        return false;
    bool in_location = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (const auto name = section_name(line)) {
            in_location = *name == "location";
        } else if (in_location && line.starts_with("real")) {
            const std::string_view rest = trimmed(line.substr(4));
            const std::string_view value =
                rest.starts_with('=') ? trimmed(rest.substr(1)) : std::string_view();
            return !value.empty() && !value.starts_with('"') && !value.starts_with('\'');
        }
    }
    return false;
}

ParsedLocation import_deepdrill(std::string_view text, std::string_view source) {
    ForeignKeys keys = ini_keys(text, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view.re = foreign_coordinate(keys, keys.need("location.real", "centre"));
    location.view.im = foreign_coordinate(keys, keys.need("location.imag", "centre"));
    location.view.zoom = foreign_zoom(keys, keys.need("location.zoom", "zoom"));
    location.view.mirrored = true;
    location.iterations = 800; // what it takes where its files say nothing
    if (const ForeignValue *depth = keys.find("location.depth"))
        location.iterations = foreign_iterations(keys, *depth);
    if (keys.find("location.escape") != nullptr)
        location.bailout = foreign_bailout(
            keys, "location.escape", keys.number("location.escape", 0, 1e300, location.bailout));
    // the size of its picture, its films, and how it computes
    keys.ignore({"image.width", "image.height", "image.depth", "map.width", "map.height"});
    keys.ignore({"video.framerate", "video.keyframes", "video.startframe", "video.velocity",
                 "video.bitrate"});
    keys.ignore({"perturbation.enable", "perturbation.tolerance", "perturbation.badpixels",
                 "perturbation.rounds", "approximation.enable", "approximation.coefficients",
                 "approximation.tolerance", "areacheck.enable", "attractorcheck.enable",
                 "attractorcheck.tolerance", "periodcheck.enable", "periodcheck.tolerance"});
    keys.refuse_unknown({"location."});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
