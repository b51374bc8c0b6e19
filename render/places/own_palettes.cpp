#include "render/places/own_palettes.h"

#include "render/base/error.h"
#include "render/base/user_folders.h"

#include <fmt/format.h>
#include <set>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 64;

std::optional<fs::path> own_file(std::string_view name) {
    const std::optional<fs::path> folder = user_data_folder();
    if (!folder || !is_palette_name(name))
        return std::nullopt;
    return *folder / "palettes" / fmt::format("{}.toml", name);
}

std::string with_number(const std::string &name, int number) {
    const std::string ending = fmt::format("-{}", number);
    return name.substr(0, kLongestName - ending.size()) + ending;
}

/// Whether that palette is among the person's own, under its name.
bool is_kept(const std::optional<fs::path> &assets, const Palette &palette) {
    try {
        return is_own_palette(palette.name) && load_palette(assets, palette.name) == palette;
    } catch (const InputError &) {
        return false; // a broken file
    }
}

} // namespace

bool is_own_palette(std::string_view name) {
    const auto file = own_file(name);
    std::error_code error;
    return file && fs::is_regular_file(*file, error);
}

std::vector<Palette> keep_palettes(const std::optional<fs::path> &assets_dir,
                                   std::vector<Palette> palettes) {
    const std::vector<std::string> names = list_palettes(assets_dir);
    std::set<std::string> taken(names.begin(), names.end());
    taken.insert("default"); // another name of the built-in one
    for (Palette &palette : palettes) {
        const std::string name = palette.name;
        for (int number = 2; taken.contains(palette.name) && !is_kept(assets_dir, palette);
             ++number)
            palette.name = with_number(name, number);
        if (taken.insert(palette.name).second)
            save_own_palette(palette);
    }
    return palettes;
}

Palette delete_own_palette(std::string_view name) {
    if (!is_own_palette(name))
        throw InputError(fmt::format("there is no palette {} of yours to be deleted", name));
    Palette palette = load_palette(std::nullopt, name); // one's own come first
    std::error_code error;
    if (const fs::path file = *own_file(name); !fs::remove(file, error) || error)
        throw DiskError(fmt::format("cannot delete {}: {}; check its folder's permissions",
                                    file.string(), error.message()));
    return palette;
}

} // namespace fathom
