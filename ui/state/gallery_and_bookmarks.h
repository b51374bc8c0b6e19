#pragma once
#include "render/places/place_folder.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fathom {
class Background;
class Frame;
} // namespace fathom

namespace fathom::ui {

/// The gallery and a person's bookmarks, as last read from their folders. Folders are read and
/// written on threads of their own, one change after the other; what is shown follows.
class GalleryAndBookmarks {
  public:
    /// How they tell what has happened, from Background::poll().
    struct Reports {
        std::function<void(const std::string &)> failed;                  ///< a sentence for people
        std::function<void(const std::string &)> happened;                ///< for the event log
        std::function<void(const std::filesystem::path &)> new_thumbnail; ///< of that file
        std::function<void()> undoable; ///< removed() holds a bookmark
    };

    /// Starts to read both folders. A folder that is not given holds nothing.
    GalleryAndBookmarks(Background &background, const std::optional<std::filesystem::path> &gallery,
                        const std::optional<std::filesystem::path> &bookmarks, Reports reports);

    [[nodiscard]] const std::vector<StoredPlace> &gallery() const { return gallery_; }
    /// In natural_less order of their names.
    [[nodiscard]] const std::vector<StoredPlace> &bookmarks() const { return bookmarks_; }
    /// What that place is called, if it is one of them: a bookmark before one of the gallery.
    [[nodiscard]] std::optional<std::string> name_of(const Location &location) const;
    /// Rises whenever either of them changes.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }
    /// Where a thumbnail is, if there is one.
    [[nodiscard]] std::filesystem::path gallery_thumbnail(const std::string &id) const;
    [[nodiscard]] std::filesystem::path bookmark_thumbnail(const StoredPlace &bookmark) const;
    /// The folders that bookmarks may lie in.
    [[nodiscard]] const std::vector<std::string> &folders() const { return folders_; }

    /// The thumbnail shows what that complete frame shows; null: there is none before illustrate().
    void add(NamedPlace place, std::shared_ptr<Frame> frame);
    /// Gives bookmarks of that view, if they have no thumbnail, that of its complete frame.
    void illustrate(const Location &location, const std::shared_ptr<Frame> &frame);
    /// Gives it that name and note, and moves it to that folder, an id or empty.
    void change(const StoredPlace &bookmark, std::string name, std::string note,
                std::string folder);
    /// As PlaceFolder::rename. A bookmark that was removed from it comes back to it.
    void rename_folder(const std::string &folder, std::string name);
    void remove(const StoredPlace &bookmark);
    /// The bookmark that was removed last, if it can still be put back.
    [[nodiscard]] const std::optional<RemovedPlace> &removed() const { return removed_; }
    void put_back();
    /// Does on this thread what is still waiting. To be called last.
    void finish();

  private:
    /// Done with the folder on a thread; what it returns, then on the window's.
    using Task = std::function<std::function<void()>(const PlaceFolder &)>;

    void change_bookmarks(Task change);
    void start_next();
    void offer(const RemovedPlace &removed);

    Background &background_;
    Reports reports_;
    std::optional<PlaceFolder> gallery_folder_;
    std::optional<PlaceFolder> bookmark_folder_;
    std::vector<StoredPlace> gallery_;
    std::vector<StoredPlace> bookmarks_;
    std::vector<std::string> folders_;
    std::uint64_t revision_ = 1;
    std::deque<Task> waiting_; ///< the first is under way if working_
    bool working_ = false;
    std::optional<RemovedPlace> removed_;
};

} // namespace fathom::ui
