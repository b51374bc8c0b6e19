#pragma once
#include "render/places/method.h"
#include "render/places/picture_size.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom::ui {

/// What lies over the pictures: all that is known of the engines, only the status bar, nothing, or
/// the bar and the engines in a few words.
enum class OverlayMode { all, coordinates, none, brief };

/// How a person has exported last.
struct ExportSettings {
    Size size{0, 0};       ///< pixels; 0 x 0: as many as the window has
    int samples = 0;       ///< a pixel; 0: as many as the window's picture at rest has
    bool adaptive = false; ///< those beyond the first only where neighbours differ
    std::string folder;    ///< empty: that for pictures

    friend bool operator==(const ExportSettings &, const ExportSettings &) = default;
};

/// How a person has exported a film last.
struct FilmExportSettings {
    std::string format = "h264"; ///< a codec's name, or pictures: "png", "exr"
    int quality = 75;            ///< 1 to 100
    int bits = 0;                ///< a channel, where the format has them; 0: as is usual for it
    std::string folder;          ///< empty: that for pictures
    std::string rings; ///< where what frames are made of is kept, a whole path; empty: nowhere

    friend bool operator==(const FilmExportSettings &, const FilmExportSettings &) = default;
};

/// An export of a film that was asked for. The film itself lies in the folder beside its file, in
/// which pieces of it are kept (unfinished_film).
struct BegunFilm {
    std::string path;            ///< of its file, or of its pictures, whole
    std::string format = "h264"; ///< as of FilmExportSettings, as the next two
    int quality = 75;
    int bits = 0;
    std::string rings;
    int first_frame = 0, last_frame = -1; ///< the last one before the first: all

    friend bool operator==(const BegunFilm &, const BegunFilm &) = default;
};

/// An export of a picture that was asked for. What it shows lies in the folder beside its file, in
/// which finished rows of it are kept (unfinished_picture).
struct BegunPicture {
    std::string path;                   ///< of its file, whole
    std::optional<Precision> precision; ///< as of MethodChoice, as the next one
    std::optional<Approximation> approximation;
    std::string source; ///< of the file that it recolours, whole; empty: it is iterated

    friend bool operator==(const BegunPicture &, const BegunPicture &) = default;
};

/// Lists of what has a path, or is one, with the newest first and each path once.
inline const std::string &path_of(const std::string &path) {
    return path;
}
template <class Begun> const std::string &path_of(const Begun &begun) {
    return begun.path;
}
template <class Item> void forget_path(std::vector<Item> &list, const std::string &path) {
    std::erase_if(list, [&](const Item &item) { return path_of(item) == path; });
}
/// What would be the item after `most` is dropped.
template <class Item> void remember_newest(std::vector<Item> &list, Item item, std::size_t most) {
    forget_path(list, path_of(item));
    list.insert(list.begin(), std::move(item));
    if (list.size() > most)
        list.pop_back();
}

/// How a person likes the window, whatever it shows: kept from one start to the next.
struct UiSettings {
    enum class ThemeChoice { dark, light };
    static constexpr double kMinFontScale = 0.6;
    static constexpr double kMaxFontScale = 3.0;
    static constexpr double kMinPanelWidth = 18;
    static constexpr double kMaxPanelWidth = 48;

    ThemeChoice theme = ThemeChoice::dark;
    double font_scale = 1;          ///< on top of the screen's own density
    double panel_width = 24;        ///< ems
    std::optional<bool> panel_open; ///< empty: open where the window is wide
    std::string section = "view";   ///< id of the side panel's section
    bool hints_seen = false;        ///< the words for a first start were read

    OverlayMode overlay = OverlayMode::brief;
    bool exactness = true; ///< pixels are checked while the window rests
    int places_tab = 0;    ///< of the Places panel, from the left
    ExportSettings exports;
    FilmExportSettings film_exports;
    bool timeline = false; ///< the film's is to be seen
    std::string film_file; ///< that the film was opened from or saved to; empty: none
    /// Names of the palettes that were put on the keys 1 to 9; empty: none was.
    std::array<std::string, 9> palette_keys;
    std::string files_folder; ///< of the file that was chosen last; empty: none yet
    static constexpr std::size_t kMostRecentFiles = 12;
    std::vector<std::string> recent_files; ///< opened or saved, the newest first, whole paths

    static constexpr std::size_t kMostBegun = 8; ///< of each of these
    /// Exports that have not written their files yet, the newest first.
    std::vector<BegunFilm> begun_films;
    std::vector<BegunPicture> begun_pictures;

    /// That export was begun now.
    void remember_film(const BegunFilm &begun) { remember_newest(begun_films, begun, kMostBegun); }
    void forget_film(const std::string &path) { forget_path(begun_films, path); }
    void remember_picture(const BegunPicture &begun) {
        remember_newest(begun_pictures, begun, kMostBegun);
    }
    void forget_picture(const std::string &path) { forget_path(begun_pictures, path); }

    /// That file was opened or saved now.
    void remember_file(const std::string &path) {
        remember_newest(recent_files, path, kMostRecentFiles);
    }
    void forget_file(const std::string &path) { forget_path(recent_files, path); }

    friend bool operator==(const UiSettings &, const UiSettings &) = default;
};

} // namespace fathom::ui
