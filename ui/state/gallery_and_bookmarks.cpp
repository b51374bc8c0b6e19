#include "ui/state/gallery_and_bookmarks.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "ui/state/control_advice.h"
#include "ui/state/natural_order.h"
#include "ui/state/visits.h"
#include "ui/texts/places.h"

#include <algorithm>

namespace fathom::ui {
namespace {

std::optional<PlaceFolder> folder(const std::optional<std::filesystem::path> &path) {
    return path ? std::optional(PlaceFolder(*path)) : std::nullopt;
}

std::vector<StoredPlace> for_people(std::vector<StoredPlace> places) {
    std::stable_sort(places.begin(), places.end(), [](const StoredPlace &a, const StoredPlace &b) {
        return natural_less(a.place.name, b.place.name);
    });
    return places;
}

} // namespace

GalleryAndBookmarks::GalleryAndBookmarks(Background &background,
                                         const std::optional<std::filesystem::path> &gallery,
                                         const std::optional<std::filesystem::path> &bookmarks,
                                         Reports reports)
    : background_(background), reports_(std::move(reports)), gallery_folder_(folder(gallery)),
      bookmark_folder_(folder(bookmarks)) {
    if (gallery_folder_)
        background_.run([this, from = *gallery_folder_]() -> Background::Result {
            return [this, listing = from.list()] {
                gallery_ = listing.places;
                ++revision_;
                for (const std::string &warning : listing.warnings)
                    reports_.failed(warning);
            };
        });
    if (bookmark_folder_)
        change_bookmarks([this](const PlaceFolder &from) -> std::function<void()> {
            return [this, warnings = from.list_all().warnings] {
                for (const std::string &warning : warnings)
                    reports_.failed(warning);
            };
        });
}

std::filesystem::path GalleryAndBookmarks::gallery_thumbnail(const std::string &id) const {
    return gallery_folder_ ? gallery_folder_->thumbnail_path(id) : std::filesystem::path();
}

std::filesystem::path GalleryAndBookmarks::bookmark_thumbnail(const StoredPlace &bookmark) const {
    return bookmark_folder_ ? bookmark_folder_->in(bookmark.folder).thumbnail_path(bookmark.id)
                            : std::filesystem::path();
}

std::optional<std::string> GalleryAndBookmarks::name_of(const Location &location) const {
    for (const auto *places : {&bookmarks_, &gallery_})
        for (const StoredPlace &stored : *places)
            if (same_place(stored.place.location, location))
                return stored.place.name;
    return std::nullopt;
}

void GalleryAndBookmarks::add(NamedPlace place, std::shared_ptr<Frame> frame) {
    change_bookmarks([this, place = std::move(place),
                      frame = std::move(frame)](const PlaceFolder &to) -> std::function<void()> {
        const std::string id = to.add(
            place, frame ? std::optional(thumbnail_of(*frame, place.location.view)) : std::nullopt);
        return [this, id, file = to.thumbnail_path(id)] {
            reports_.new_thumbnail(file);
            reports_.happened("bookmark added " + id);
        };
    });
}

void GalleryAndBookmarks::illustrate(const Location &location,
                                     const std::shared_ptr<Frame> &frame) {
    for (StoredPlace &bookmark : bookmarks_) {
        if (bookmark.has_thumbnail || !same_place(bookmark.place.location, location))
            continue;
        bookmark.has_thumbnail = true; // once is enough
        change_bookmarks([this, id = bookmark.id, folder = bookmark.folder, frame,
                          view = location.view](const PlaceFolder &root) -> std::function<void()> {
            const PlaceFolder in = root.in(folder);
            in.illustrate(id, thumbnail_of(*frame, view));
            return [this, id, file = in.thumbnail_path(id)] {
                reports_.new_thumbnail(file);
                reports_.happened("bookmark illustrated " + id);
            };
        });
    }
}

void GalleryAndBookmarks::change(const StoredPlace &bookmark, std::string name, std::string note,
                                 std::string folder) {
    change_bookmarks([this, id = bookmark.id, from = bookmark.folder, name = std::move(name),
                      note = std::move(note),
                      to = std::move(folder)](const PlaceFolder &root) -> std::function<void()> {
        const PlaceFolder in = root.in(from);
        in.change(id, name, note);
        if (to == from)
            return [this, id] { reports_.happened("bookmark changed " + id); };
        const std::string there = in.move_to(root.in(to), id);
        root.remove_if_empty(from);
        return [this, there, file = root.in(to).thumbnail_path(there)] {
            reports_.new_thumbnail(file);
            reports_.happened("bookmark moved " + there);
        };
    });
}

void GalleryAndBookmarks::rename_folder(const std::string &folder, std::string name) {
    change_bookmarks(
        [this, folder, name = std::move(name)](const PlaceFolder &root) -> std::function<void()> {
            const std::string id = root.rename(folder, name);
            return [this, folder, id] {
                for (const StoredPlace &bookmark : bookmarks_)
                    if (bookmark.folder == id)
                        reports_.new_thumbnail(bookmark_thumbnail(bookmark));
                if (removed_ && removed_->stored.folder == folder)
                    removed_->stored.folder = id;
                reports_.happened("folder renamed " + id);
            };
        });
}

void GalleryAndBookmarks::remove(const StoredPlace &bookmark) {
    change_bookmarks([this, id = bookmark.id,
                      folder = bookmark.folder](const PlaceFolder &root) -> std::function<void()> {
        RemovedPlace removed = root.in(folder).remove(id);
        removed.stored.folder = folder;
        root.remove_if_empty(folder);
        return [this, removed] {
            offer(removed);
            reports_.happened("bookmark removed " + removed.stored.id);
        };
    });
}

void GalleryAndBookmarks::put_back() {
    if (!removed_)
        return;
    change_bookmarks([this, removed = *removed_](const PlaceFolder &to) -> std::function<void()> {
        try {
            const PlaceFolder in = to.in(removed.stored.folder);
            const std::string id = in.put_back(removed);
            return [this, id, file = in.thumbnail_path(id)] {
                reports_.new_thumbnail(file);
                reports_.happened("bookmark put back " + id);
            };
        } catch (const Error &error) {
            return [this, removed, why = with_controls(error)] {
                offer(removed); // there may be room for it later
                reports_.failed(why);
            };
        }
    });
    removed_.reset();
}

void GalleryAndBookmarks::offer(const RemovedPlace &removed) {
    removed_ = removed;
    reports_.undoable();
}

void GalleryAndBookmarks::change_bookmarks(Task change) {
    if (!bookmark_folder_) {
        reports_.failed(texts::places::kNoHome);
        return;
    }
    waiting_.push_back(std::move(change));
    start_next();
}

void GalleryAndBookmarks::start_next() {
    if (working_ || waiting_.empty())
        return;
    working_ = true;
    background_.run([this, change = waiting_.front(), in = *bookmark_folder_] {
        std::function<void()> then;
        try {
            then = change(in);
        } catch (const std::exception &error) {
            then = [this, why = with_controls(error)] { reports_.failed(why); };
        }
        return [this, then, places = for_people(in.list_all().places), folders = in.folders()] {
            bookmarks_ = places;
            folders_ = folders;
            ++revision_;
            then();
            waiting_.pop_front();
            working_ = false;
            start_next();
        };
    });
}

// The first one is under way, and Background waits for it; but the others have to come after it.
void GalleryAndBookmarks::finish() {
    while (working_) {
        background_.wait();
        background_.poll();
    }
}

} // namespace fathom::ui
