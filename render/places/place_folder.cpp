#include "render/places/place_folder.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/base/printable.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxId = 80;
constexpr std::size_t kMaxIdFromName = 60; // room for a number after it
constexpr std::size_t kMaxWarnings = 10;

bool is_id_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// The ids of a folder's places, sorted, at most PlaceFolder::kMaxPlaces; `left_out` counts others.
std::vector<std::string> ids_in(const fs::path &folder, std::size_t &left_out) {
    std::vector<std::string> ids;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path &path = entry->path();
        if (path.extension() != ".toml" || !is_place_id(path.stem().string()))
            continue;
        if (ids.size() == PlaceFolder::kMaxPlaces)
            ++left_out;
        else
            ids.push_back(path.stem().string());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

void make_folder(const fs::path &folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw DiskError(fmt::format("cannot make the folder {}: {}; check its permissions",
                                    folder.string(), error.message()));
}

/// Moves a file to where there is none, in one step where the file system can do that. Returns
/// false where there is one.
bool move_file(const fs::path &from, const fs::path &to) {
    int failed = renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
    if (failed != 0 && (errno == EINVAL || errno == ENOSYS) && !fs::exists(to))
        failed = std::rename(from.c_str(), to.c_str());
    if (failed != 0 && errno != EEXIST && errno != EINVAL)
        throw DiskError(
            fmt::format("cannot move {} to {}: {}; check the permissions of both folders",
                        from.string(), to.string(), std::generic_category().message(errno)));
    return failed == 0;
}

void remove_file(const fs::path &path) {
    std::error_code error;
    fs::remove(path, error);
    if (error)
        throw DiskError(fmt::format("cannot remove {}: {}; check its permissions", path.string(),
                                    error.message()));
}

} // namespace

// "Seahorse valley!" becomes seahorse-valley.
std::string place_id_from(std::string_view name) {
    std::string id;
    for (char c : name) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        if (is_id_letter(c))
            id += c;
        else if (!id.empty() && id.back() != '-')
            id += '-';
        if (id.size() == kMaxIdFromName)
            break;
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    return id.empty() ? "place" : id;
}

bool is_place_id(std::string_view id) {
    return !id.empty() && id.size() <= kMaxId &&
           std::all_of(id.begin(), id.end(), [](char c) { return is_id_letter(c) || c == '-'; });
}

PlaceListing PlaceFolder::list() const {
    PlaceListing listing;
    const auto warn = [&listing](std::string sentence) {
        if (listing.warnings.size() < kMaxWarnings)
            listing.warnings.push_back(std::move(sentence));
    };
    std::size_t left_out = 0;
    std::size_t bytes = 0;
    for (std::string &id : ids_in(folder_, left_out)) {
        try {
            const std::string text = TomlDocument::read_file(text_path(id));
            bytes += text.size();
            if (bytes > kMaxBytes) {
                ++left_out;
                continue;
            }
            NamedPlace place = parse_named_place(text, text_path(id).string());
            if (place.name.empty())
                place.name = id;
            std::error_code error;
            const bool has_thumbnail = fs::exists(thumbnail_path(id), error);
            const auto written = fs::last_write_time(text_path(id), error);
            listing.places.push_back({std::move(id), std::move(place), has_thumbnail, {}, written});
        } catch (const Error &error) {
            warn(error.what());
        }
    }
    if (left_out > 0)
        warn(fmt::format("{} holds too much: {} places were left out; move some elsewhere",
                         folder_.string(), left_out));
    return listing;
}

PlaceListing PlaceFolder::list_all() const {
    PlaceListing all = list();
    for (const std::string &folder : folders()) {
        PlaceListing inner = in(folder).list();
        for (StoredPlace &stored : inner.places) {
            stored.folder = folder;
            all.places.push_back(std::move(stored));
        }
        for (std::string &warning : inner.warnings)
            if (all.warnings.size() < kMaxWarnings)
                all.warnings.push_back(std::move(warning));
    }
    return all;
}

std::vector<std::string> PlaceFolder::folders() const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        if (names.size() < kMaxFolders && is_place_id(name) && entry->is_directory(unknown))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

PlaceFolder PlaceFolder::in(const std::string &folder) const {
    if (folder.empty())
        return *this;
    if (!is_place_id(folder))
        throw InputError(fmt::format("{} is no name of a folder of places: only small letters, "
                                     "digits and hyphens are",
                                     in_quotes(folder)));
    return PlaceFolder(folder_ / folder);
}

fs::path PlaceFolder::text_path(const std::string &id) const {
    if (!is_place_id(id))
        throw InputError(fmt::format("{} is no name of a place: only small letters, digits and "
                                     "hyphens are",
                                     in_quotes(id)));
    return folder_ / (id + ".toml");
}

fs::path PlaceFolder::thumbnail_path(const std::string &id) const {
    return text_path(id).replace_extension(".png");
}

NamedPlace PlaceFolder::read(const std::string &id) const {
    const fs::path path = text_path(id);
    return parse_named_place(TomlDocument::read_file(path), path.string());
}

std::string PlaceFolder::free_id(std::string wanted) const {
    std::string id = wanted;
    for (int number = 2; fs::exists(text_path(id)) || fs::exists(thumbnail_path(id)); ++number)
        id = fmt::format("{}-{}", wanted, number);
    return id;
}

// The thumbnail first: a place is there once its text is.
void PlaceFolder::write(const std::string &id, const NamedPlace &place,
                        const std::optional<SmallPicture> &thumbnail) const {
    const std::string text = to_text(place);
    make_folder(folder_);
    if (thumbnail)
        write_small_png(thumbnail_path(id), *thumbnail);
    write_text_file(text_path(id), text);
}

std::string PlaceFolder::add(const NamedPlace &place,
                             const std::optional<SmallPicture> &thumbnail) const {
    std::string id = free_id(place_id_from(place.name));
    write(id, place, thumbnail);
    return id;
}

void PlaceFolder::change(const std::string &id, const std::string &name,
                         const std::string &note) const {
    NamedPlace place = read(id);
    place.name = name;
    place.note = note;
    write(id, place, std::nullopt);
}

void PlaceFolder::illustrate(const std::string &id, const SmallPicture &thumbnail) const {
    static_cast<void>(read(id)); // a thumbnail alone would be no place
    write_small_png(thumbnail_path(id), thumbnail);
}

void PlaceFolder::remove_if_empty(const std::string &folder) const noexcept {
    std::error_code there_is_something;
    if (is_place_id(folder))
        fs::remove(folder_ / folder, there_is_something);
}

// The text first: it is the place.
std::string PlaceFolder::move_to(const PlaceFolder &other, const std::string &id) const {
    static_cast<void>(read(id));
    make_folder(other.folder_);
    const std::string wanted = id.substr(0, kMaxIdFromName);
    for (std::string there = fs::exists(other.text_path(id)) ? other.free_id(wanted) : id;;
         there = other.free_id(wanted)) {
        if (!move_file(text_path(id), other.text_path(there)))
            continue;
        std::error_code without; // then there is none, or it is made anew when the place is seen
        fs::rename(thumbnail_path(id), other.thumbnail_path(there), without);
        return there;
    }
}

std::string PlaceFolder::rename(const std::string &folder, std::string_view name) const {
    const bool has_letters = std::any_of(
        name.begin(), name.end(), [](char c) { return is_id_letter(c) || (c >= 'A' && c <= 'Z'); });
    if (!has_letters)
        throw InputError(fmt::format("{} cannot be a folder's name: give it a letter from a to z "
                                     "or a digit",
                                     in_quotes(name)));
    std::string id = place_id_from(name);
    const fs::path from = in(folder).folder_;
    const fs::path to = in(id).folder_;
    std::error_code unknown;
    if (!fs::is_directory(from, unknown))
        throw InputError(fmt::format("the folder {} is not there any more", in_quotes(folder)));
    if (id != folder && !move_file(from, to))
        throw InputError(
            fmt::format("there is a folder {} already: choose another name", in_quotes(id)));
    return id;
}

RemovedPlace PlaceFolder::remove(const std::string &id) const {
    RemovedPlace removed{{id, read(id), false, {}, {}}, std::nullopt};
    const fs::path thumbnail = thumbnail_path(id);
    try {
        removed.thumbnail = read_small_png(thumbnail);
    } catch (const Error &) {
        // There is none, or none worth keeping.
    }
    remove_file(text_path(id));
    std::error_code stays; // then it shows no place, and new ids pass it over
    fs::remove(thumbnail, stays);
    return removed;
}

std::string PlaceFolder::put_back(const RemovedPlace &removed) const {
    std::string id = removed.stored.id;
    if (fs::exists(text_path(id)))
        id = free_id(id.substr(0, kMaxIdFromName));
    write(id, removed.stored.place, removed.thumbnail);
    return id;
}

} // namespace fathom
