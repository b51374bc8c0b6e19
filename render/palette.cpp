#include "render/palette.h"

#include "render/error.h"
#include "render/palette_stops.h"
#include "render/printable.h"
#include "render/toml_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultName = "dusk";
constexpr std::string_view kDefaultAlias = "default";
constexpr std::size_t kMaxStops = 256;
constexpr std::int64_t kFormat = 1;

fs::path palettes_dir(const fs::path &assets_dir) {
    return assets_dir / "palettes";
}

} // namespace

Palette default_palette() {
    return {std::string(kDefaultName),
            {{0.0, 0x0b, 0x0d, 0x2e},
             {0.10, 0x3a, 0x2a, 0x7a},
             {0.24, 0xb8, 0x3e, 0x88},
             {0.38, 0xff, 0x7a, 0x5c},
             {0.52, 0xff, 0xc9, 0x6b},
             {0.64, 0xff, 0xf6, 0xdc},
             {0.76, 0x7c, 0xc6, 0xe0},
             {0.88, 0x1f, 0x5f, 0xa8}}};
}

bool is_palette_name(std::string_view name) {
    constexpr std::size_t kMaxLength = 64;
    return !name.empty() && name.size() <= kMaxLength &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
           });
}

void check_palette(const Palette &palette) {
    const auto &stops = palette.stops;
    if (stops.empty() || stops.size() > kMaxStops)
        throw InputError(
            fmt::format("a palette has 1 to {} stops, this one {}", kMaxStops, stops.size()));
    double low = -1;
    for (const Palette::Stop &stop : stops) {
        if (!(stop.position >= 0.0 && stop.position < 1.0) || !(stop.position > low))
            throw InputError(fmt::format("the stops of a palette rise from 0 to below 1, but one "
                                         "at {} follows one at {}",
                                         stop.position, low));
        low = stop.position;
    }
}

void check_palette_name(std::string_view name) {
    if (!is_palette_name(name)) {
        throw InputError(
            fmt::format("{} cannot be a palette: names are of small letters, digits and hyphens",
                        in_quotes(name)));
    }
}

Palette parse_palette(std::string_view text, std::string_view source, std::string_view name) {
    TomlDocument document = TomlDocument::parse(text, source);
    const TomlValue &format = document.need("fathom-palette");
    const auto *number = std::get_if<std::int64_t>(&format.data);
    if (number == nullptr || *number != kFormat) {
        document.refuse("fathom-palette", format,
                        fmt::format("{}, the format that this version reads", kFormat));
    }
    Palette palette;
    palette.name = name;
    palette.stops = read_stops(document, "stops");
    palette.blend = read_blend(document, "blend");
    return palette;
}

Palette load_palette(const std::optional<fs::path> &assets_dir, std::string_view name) {
    check_palette_name(name);
    if (name == kDefaultName || name == kDefaultAlias) {
        return default_palette();
    }
    const std::vector<std::string> names = list_palettes(assets_dir);
    if (!std::binary_search(names.begin(), names.end(), name)) {
        throw InputError(
            fmt::format("there is no palette {}; there are {}", name, fmt::join(names, ", ")));
    }
    const fs::path file = palettes_dir(*assets_dir) / fmt::format("{}.toml", name);
    return parse_palette(TomlDocument::read_file(file), file.string(), name);
}

std::shared_ptr<const std::vector<std::uint32_t>>
load_lut(const std::optional<fs::path> &assets_dir, std::string_view name) {
    return std::make_shared<const std::vector<std::uint32_t>>(
        make_lut(load_palette(assets_dir, name)));
}

std::vector<std::string> list_palettes(const std::optional<fs::path> &assets_dir) {
    std::vector<std::string> names{std::string(kDefaultName)};
    if (assets_dir) {
        std::error_code error;
        for (fs::directory_iterator entry(palettes_dir(*assets_dir), error), end;
             !error && entry != end; entry.increment(error)) {
            const std::string name = entry->path().stem().string();
            if (entry->path().extension() == ".toml" && is_palette_name(name)) {
                names.push_back(name);
            }
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

} // namespace fathom
