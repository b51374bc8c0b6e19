#pragma once
#include "render/images/small_picture.h"
#include "render/places/named_place.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// A place of a folder: its files are ID.toml and, if there is a thumbnail, ID.png.
struct StoredPlace {
    std::string id; ///< see is_place_id
    NamedPlace place;
    bool has_thumbnail = false; ///< when the folder was read
    std::string folder;         ///< of the folder's that it is in; empty: none, see PlaceFolder::in
    std::filesystem::file_time_type written{}; ///< its text, likewise
};

/// What a folder holds.
struct PlaceListing {
    std::vector<StoredPlace> places;   ///< in order of their ids
    std::vector<std::string> warnings; ///< a sentence for each file that was left out, ten at most
};

/// A place that was removed, whole, to be put back.
struct RemovedPlace {
    StoredPlace stored;
    std::optional<SmallPicture> thumbnail;
};

/// Whether `id` could be a file's name in such a folder: 1 to 80 of a-z, 0-9 and '-'. So it never
/// leaves the folder.
bool is_place_id(std::string_view id);

/// An id for what people call `name`: its letters and digits, small; "place" if there are none.
std::string place_id_from(std::string_view name);

/// Named places in a folder, two files each: a person's bookmarks, or the gallery. Keeps nothing in
/// memory; the folder may be changed by others at any time. Every file appears whole or not at all.
/// Not to be used from two threads at once.
class PlaceFolder {
  public:
    /// The most that list() reads: more files, or more bytes of text, are left out with a warning.
    static constexpr std::size_t kMaxPlaces = 10'000;
    static constexpr std::size_t kMaxFolders = 200;
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

    explicit PlaceFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// All places. A file that is no place is named in a warning; a folder that is not there holds
    /// nothing. Throws nothing but for want of memory.
    [[nodiscard]] PlaceListing list() const;
    /// Likewise with the places of the folders in it, whose StoredPlace::folder is set.
    [[nodiscard]] PlaceListing list_all() const;
    /// The folders in it whose names are ids, sorted, at most kMaxFolders.
    [[nodiscard]] std::vector<std::string> folders() const;
    /// The folder in it of that name, which need not be there yet; itself if that is empty. Throws
    /// InputError if it is no id.
    [[nodiscard]] PlaceFolder in(const std::string &folder) const;
    /// Where the thumbnail of that place is, if it has one.
    [[nodiscard]] std::filesystem::path thumbnail_path(const std::string &id) const;

    /// Adds a place and makes the folder if need be. Returns its new id, made from its name. Throws
    /// DiskError, InputError for a location out of range.
    std::string add(const NamedPlace &place, const std::optional<SmallPicture> &thumbnail) const;
    /// Replaces name and note. Throws InputError if there is no such place any more, DiskError.
    void change(const std::string &id, const std::string &name, const std::string &note) const;
    /// Gives a place another thumbnail. Throws InputError if there is no such place any more,
    /// DiskError.
    void illustrate(const std::string &id, const SmallPicture &thumbnail) const;
    /// Moves a place, as it is at that moment, to another folder of the same disk, which is made if
    /// need be. Returns its id there, another if its own is taken by then: nothing is replaced.
    /// Throws InputError if there is no such place any more, DiskError.
    [[nodiscard]] std::string move_to(const PlaceFolder &other, const std::string &id) const;
    /// Gives a folder in it the id made from what people call `name`, which is returned. Throws
    /// InputError if there is no such folder, or one of that id already, or `name` makes no id;
    /// DiskError.
    [[nodiscard]] std::string rename(const std::string &folder, std::string_view name) const;
    /// Removes a folder in it that holds nothing; does nothing to another, or to itself.
    void remove_if_empty(const std::string &folder) const noexcept;
    /// Removes a place. Throws InputError if there is none, DiskError.
    [[nodiscard]] RemovedPlace remove(const std::string &id) const;
    /// Puts it back under its id, or under another if that is taken by now; returns it. Throws as
    /// add.
    std::string put_back(const RemovedPlace &removed) const;

  private:
    [[nodiscard]] std::filesystem::path text_path(const std::string &id) const;
    [[nodiscard]] NamedPlace read(const std::string &id) const;
    [[nodiscard]] std::string free_id(std::string wanted) const;
    void write(const std::string &id, const NamedPlace &place,
               const std::optional<SmallPicture> &thumbnail) const;

    std::filesystem::path folder_;
};

} // namespace fathom
