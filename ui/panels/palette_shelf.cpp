#include "ui/panels/palette_shelf.h"

#include "render/base/error.h"
#include "render/places/own_palettes.h"

#include <algorithm>

namespace fathom::ui {
namespace {

constexpr int kPreviewColours = 256;

} // namespace

const std::vector<PaletteShelf::Entry> &PaletteShelf::entries() {
    if (!entries_.empty())
        return entries_;
    for (std::string &name : list_palettes(assets_)) {
        const bool own = is_own_palette(name);
        Entry entry{std::move(name), own, {}, {}};
        try {
            entry.palette = load(entry.name);
            entry.lut = make_lut(entry.palette, kPreviewColours);
        } catch (const Error &) {
            // It stays in the list: who chooses it is told what is wrong with the file.
        }
        entries_.push_back(std::move(entry));
    }
    return entries_;
}

bool PaletteShelf::has(const std::string &name) {
    return std::ranges::any_of(entries(), [&](const Entry &entry) { return entry.name == name; });
}

bool PaletteShelf::is_own(const std::string &name) {
    return std::ranges::any_of(entries(),
                               [&](const Entry &entry) { return entry.own && entry.name == name; });
}

bool PaletteShelf::holds(const Palette &palette) {
    return std::ranges::any_of(entries(),
                               [&](const Entry &entry) { return entry.palette == palette; });
}

} // namespace fathom::ui
