#include "render/places/palette.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/base/printable.h"
#include "render/base/user_folders.h"
#include "render/places/palette_stops.h"
#include "render/places/scheme_names.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultName = "dusk";
constexpr std::string_view kDefaultAlias = "default";
constexpr std::int64_t kFormat = 1;

bool is_built_in(std::string_view name) {
    return name == kDefaultName || name == kDefaultAlias;
}

fs::path file_in(const fs::path &folder, std::string_view name) {
    return folder / "palettes" / fmt::format("{}.toml", name);
}

/// The names of the palette files below a folder, sorted; none of a folder that is not there.
std::vector<std::string> names_in(const std::optional<fs::path> &folder) {
    std::vector<std::string> names;
    if (!folder)
        return names;
    std::error_code error;
    for (fs::directory_iterator entry(*folder / "palettes", error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().stem().string();
        if (entry->path().extension() == ".toml" && is_palette_name(name) && !is_built_in(name))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

bool has(const std::vector<std::string> &names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
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
    if (stops.empty() || stops.size() > std::size_t{Palette::kMostStops})
        throw InputError(fmt::format("a palette has 1 to {} stops, this one {}",
                                     Palette::kMostStops, stops.size()));
    double low = -1;
    for (const Palette::Stop &stop : stops) {
        if (!(stop.position >= 0.0 && stop.position < 1.0) || !stops_apart(low, stop.position))
            throw InputError(fmt::format("the stops of a palette rise from 0 to below 1, each by "
                                         "1e-9 or more, but one at {} follows one at {}",
                                         stop.position, low));
        low = stop.position;
    }
    if (!stops_apart(low, stops.front().position + 1))
        throw InputError(fmt::format("the last stop of a palette, here at {}, is 1e-9 or more "
                                     "before the first one of the next turn",
                                     low));
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

std::string to_text(const Palette &palette) {
    check_palette(palette);
    return fmt::format("fathom-palette = {}\nblend = \"{}\"\nstops = {}\n", kFormat,
                       named(kPaletteBlends, palette.blend).id, stops_text(palette.stops));
}

void write_palette_file(const fs::path &path, const Palette &palette) {
    write_text_file(path, to_text(palette));
}

fs::path save_own_palette(const Palette &palette) {
    check_palette_name(palette.name);
    if (is_built_in(palette.name))
        throw InputError(
            fmt::format("the palette {} is built in; choose another name for yours", palette.name));
    const auto folder = user_data_folder();
    if (!folder)
        throw InputError("there is no folder for your palettes; set HOME or XDG_DATA_HOME");
    const fs::path file = file_in(*folder, palette.name);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error)
        throw DiskError(fmt::format("cannot make the folder {}: {}", file.parent_path().string(),
                                    error.message()));
    write_palette_file(file, palette);
    return file;
}

Palette load_palette(const std::optional<fs::path> &assets_dir, std::string_view name) {
    check_palette_name(name);
    if (is_built_in(name)) {
        return default_palette();
    }
    for (const auto &folder : {user_data_folder(), assets_dir}) {
        if (!has(names_in(folder), name))
            continue;
        const fs::path file = file_in(*folder, name);
        return parse_palette(TomlDocument::read_file(file), file.string(), name);
    }
    throw InputError(fmt::format("there is no palette {}; there are {}", name,
                                 fmt::join(list_palettes(assets_dir), ", ")));
}

std::shared_ptr<const PaletteTable> load_lut(const std::optional<fs::path> &assets_dir,
                                             std::string_view name) {
    return std::make_shared<const PaletteTable>(load_palette(assets_dir, name));
}

std::vector<std::string> list_palettes(const std::optional<fs::path> &assets_dir) {
    std::vector<std::string> others = names_in(assets_dir);
    others.emplace_back(kDefaultName);
    std::sort(others.begin(), others.end());
    std::vector<std::string> names = names_in(user_data_folder());
    const std::vector<std::string> own = names;
    std::copy_if(others.begin(), others.end(), std::back_inserter(names),
                 [&](const std::string &name) { return !has(own, name); });
    return names;
}

} // namespace fathom
