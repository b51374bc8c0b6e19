#pragma once
#include "render/places/palette.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fathom::ui {

/// The palettes that there are, with their colours for previews: read when first looked at.
class PaletteShelf {
  public:
    struct Entry {
        std::string name;
        bool own = false;               ///< among the person's own
        Palette palette;                ///< has no stops if it cannot be read
        std::vector<std::uint32_t> lut; ///< as make_lut makes it; empty: it cannot be read
    };

    explicit PaletteShelf(std::optional<std::filesystem::path> assets)
        : assets_(std::move(assets)) {}
    const std::vector<Entry> &entries();
    /// Whether there is one of that name.
    bool has(const std::string &name);
    /// Likewise, among the person's own.
    bool is_own(const std::string &name);
    /// Whether that very palette is there, under its name.
    bool holds(const Palette &palette);
    /// The palette of that name. Throws InputError.
    [[nodiscard]] Palette load(const std::string &name) const {
        return load_palette(assets_, name);
    }
    /// Looks anew the next time.
    void refresh() { entries_.clear(); }

  private:
    std::optional<std::filesystem::path> assets_;
    std::vector<Entry> entries_;
};

} // namespace fathom::ui
