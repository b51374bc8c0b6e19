#include "ui/state/folder_list.h"

#include "render/import/palette_import.h"
#include "render/places/named_place.h"
#include "ui/state/natural_order.h"
#include "ui/texts/files.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShown = 300; ///< bytes: longer than any disk's names

std::string in_small_letters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

std::optional<FolderEntry> entry_of(const fs::directory_entry &found, FileQuestion::What what) {
    FolderEntry entry;
    entry.name = found.path().filename();
    const std::string name = entry.name.string();
    std::error_code error;
    entry.folder = found.is_directory(error);
    const bool file = what != FileQuestion::What::folder && found.is_regular_file(error);
    if (name.starts_with('.') || (!entry.folder && !file))
        return std::nullopt;
    entry.shown = tidied_text(name, kMaxShown, false);
    entry.fits =
        !entry.folder && std::ranges::any_of(endings_of(what), [&](std::string_view ending) {
            return ends_with_ignoring_case(name, ending);
        });
    return entry;
}

int rank_of(const FolderEntry &entry) {
    return entry.folder ? 0 : entry.fits ? 1 : 2;
}

bool comes_first(const FolderEntry &a, const FolderEntry &b) {
    if (rank_of(a) != rank_of(b))
        return rank_of(a) < rank_of(b);
    if (natural_less(a.shown, b.shown) != natural_less(b.shown, a.shown))
        return natural_less(a.shown, b.shown);
    return a.name < b.name;
}

} // namespace

FolderListing list_folder(const fs::path &folder, FileQuestion::What what) {
    FolderListing listing;
    std::error_code error;
    listing.folder = fs::absolute(folder, error).lexically_normal();
    if (!listing.folder.has_filename() && listing.folder.has_relative_path())
        listing.folder = listing.folder.parent_path(); // without its slash
    for (fs::directory_iterator found(listing.folder, error), end; !error && found != end;
         found.increment(error)) {
        if (listing.entries.size() == FolderListing::kMost) {
            listing.trouble = fmt::format(texts::files::kNotAll, FolderListing::kMost);
            break;
        }
        if (auto entry = entry_of(*found, what))
            listing.entries.push_back(std::move(*entry));
    }
    if (error)
        listing.trouble = fmt::format(texts::files::kUnreadable, error.message());
    std::sort(listing.entries.begin(), listing.entries.end(), comes_first);
    return listing;
}

FolderList::FolderList(FolderListing listing) : listing_(std::move(listing)) {
    for (const FolderEntry &entry : listing_.entries)
        keys_.push_back(in_small_letters(entry.shown));
    filter("");
}

void FolderList::filter(const std::string &text) {
    const std::string wanted = in_small_letters(text);
    shown_.clear();
    for (std::size_t at = 0; at < keys_.size(); ++at)
        if (keys_[at].find(wanted) != std::string::npos)
            shown_.push_back(at);
    chosen_ = 0;
}

std::optional<std::size_t> FolderList::chosen() const {
    return shown_.empty() ? std::nullopt : std::optional(chosen_);
}

void FolderList::step(long rows) {
    const long last = std::max(static_cast<long>(shown_.size()) - 1, 0L);
    chosen_ = static_cast<std::size_t>(std::clamp(static_cast<long>(chosen_) + rows, 0L, last));
}

void FolderList::choose(const fs::path &name) {
    for (std::size_t row = 0; row < shown_.size(); ++row)
        if (entry(row).name == name)
            chosen_ = row;
}

} // namespace fathom::ui
