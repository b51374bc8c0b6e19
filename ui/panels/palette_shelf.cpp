#include "ui/panels/palette_shelf.h"

#include "render/base/error.h"

namespace fathom {
namespace {

constexpr int kPreviewColours = 256;

} // namespace

const std::vector<PaletteShelf::Entry> &PaletteShelf::entries() {
    if (!entries_.empty())
        return entries_;
    for (std::string &name : list_palettes(assets_)) {
        Entry entry{std::move(name), {}};
        try {
            entry.lut = make_lut(load(entry.name), kPreviewColours);
        } catch (const Error &) {
            // It stays in the list: who chooses it is told what is wrong with the file.
        }
        entries_.push_back(std::move(entry));
    }
    return entries_;
}

} // namespace fathom
