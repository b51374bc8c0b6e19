#pragma once
#include "render/places/place_folder.h"
#include "ui/panels/folder_name.h"
#include "ui/state/place_search.h"
#include "ui/state/visits.h"
#include "ui/widgets/search_field.h"

#include <array>
#include <optional>
#include <string>

namespace fathom::ui {

class ItemLog;
class GalleryAndBookmarks;
class TextureCache;

/// What the Places panel shows.
struct PlacesInfo {
    const GalleryAndBookmarks &library;
    const Visits &visits;
    TextureCache &textures;
    const std::vector<std::string> &files; ///< opened or saved, the newest first
    ItemLog &items;
    double pixel_ratio = 1; ///< pixels to an ImGui unit
};

/// What was asked for in it.
struct PlacesChoice {
    struct Change {
        StoredPlace bookmark;
        std::string name, note, folder; ///< the folder is an id, or empty
    };
    struct Rename {
        std::string folder; ///< of bookmarks
        std::string name;   ///< for people
    };
    std::optional<Location> go;
    std::string go_name; ///< for people, of `go`
    bool add = false;    ///< a bookmark of the present place
    std::optional<Change> change;
    std::optional<Rename> rename;
    std::optional<StoredPlace> remove; ///< a bookmark
    std::optional<std::string> open;   ///< a file
    bool choose_file = false;          ///< one is to be opened that is asked for
};

/// Gallery, bookmarks, history and files, one at a time.
class PlacesPanel {
  public:
    enum class Tab { gallery, bookmarks, history, files };

    /// Draws the panel's content into the present ImGui window.
    PlacesChoice draw(const PlacesInfo &info);
    /// Shows that part with the next frame.
    void show(Tab tab) {
        shown_ = tab;
        wanted_ = tab;
    }
    [[nodiscard]] Tab shown() const { return shown_; }
    /// Gives the field that searches gallery and bookmarks the keyboard with the next frame.
    void focus_search();

  private:
    /// What found_places() said last, and of what.
    struct Found {
        Tab tab = Tab::history;
        std::uint64_t revision = 0;
        std::string words;
        PlaceOrder order = PlaceOrder::name;
        std::optional<std::string> folder;
        std::vector<std::size_t> places;
        std::vector<std::size_t> elsewhere; ///< of the gallery while bookmarks are shown, and back
    };
    std::optional<Tab> draw_tabs(const PlacesInfo &info);
    void draw_search(const PlacesInfo &info, PlacesChoice &choice);
    void draw_order(const PlacesInfo &info);
    void draw_elsewhere(const PlacesInfo &info, PlacesChoice &choice);
    void draw_folders(const PlacesInfo &info);
    void follow_folder(const std::vector<std::string> &folders);
    void find(const PlacesInfo &info);
    void draw_gallery(const PlacesInfo &info, PlacesChoice &choice);
    void draw_bookmarks(const PlacesInfo &info, PlacesChoice &choice);
    void draw_bookmark(const PlacesInfo &info, const StoredPlace &bookmark, PlacesChoice &choice);
    void draw_history(const PlacesInfo &info, PlacesChoice &choice);
    void draw_files(const PlacesInfo &info, PlacesChoice &choice);
    void begin_editing(const StoredPlace &bookmark);
    void draw_editor(const PlacesInfo &info, PlacesChoice &choice);

    SearchField search_;
    PlaceOrder order_ = PlaceOrder::name;
    PlaceOrder files_order_ = PlaceOrder::newest;
    Found found_;
    Tab shown_ = Tab::gallery;
    std::optional<Tab> wanted_; ///< to be shown next
    std::optional<StoredPlace> editing_;
    std::optional<std::string> folder_; ///< of the bookmarks that are shown; none: all
    FolderName folder_name_;
    bool editor_opens_ = false; ///< with the next frame
    std::array<char, NamedPlace::kMaxName + 1> name_{};
    std::array<char, NamedPlace::kMaxNote + 1> note_{};
    std::array<char, 64> new_folder_{};
};

/// Offers for a while to put back what was removed. Returns whether that is wanted.
bool draw_undo_offer(const std::string &name, float bar, ItemLog &items, double pixel_ratio);

} // namespace fathom::ui
