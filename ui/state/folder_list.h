#pragma once
#include "ui/state/file_question.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fathom::ui {

/// A file or folder in a folder.
struct FolderEntry {
    std::filesystem::path name; ///< without the folder, as the disk has it
    std::string shown;          ///< for people: UTF-8 on one line
    bool folder = false;
    bool fits = false; ///< its name ends as what is asked for
};

/// What a folder holds, for people to choose from.
struct FolderListing {
    /// More are left out, which bounds memory.
    static constexpr std::size_t kMost = 100'000;

    std::filesystem::path folder;     ///< absolute
    std::vector<FolderEntry> entries; ///< folders, then what fits, then other files, by name
    std::string trouble;              ///< one sentence, if not all could be read
};

/// Reads a folder; what is hidden (a name that begins with a full stop) or neither file nor folder
/// is left out, and files where a folder is asked for. Throws nothing but for want of memory. May
/// take as long as its disk does.
FolderListing list_folder(const std::filesystem::path &folder, FileQuestion::What what);

/// A listing, a text that filters it, and which entry is chosen: a list to be walked by keys.
class FolderList {
  public:
    explicit FolderList(FolderListing listing = {});

    [[nodiscard]] const FolderListing &listing() const { return listing_; }
    /// Those entries alone whose names hold `text`, whatever the case of ASCII letters.
    void filter(const std::string &text);
    /// Indices of the entries that are left.
    [[nodiscard]] const std::vector<std::size_t> &shown() const { return shown_; }
    [[nodiscard]] const FolderEntry &entry(std::size_t row) const {
        return listing_.entries[shown_[row]];
    }
    /// Its row among those shown; nothing where none is.
    [[nodiscard]] std::optional<std::size_t> chosen() const;
    /// Chooses one so many rows further, or the last there is.
    void step(long rows);
    /// Chooses the entry of that name, if it is shown.
    void choose(const std::filesystem::path &name);

  private:
    FolderListing listing_;
    std::vector<std::string> keys_; ///< of the entries, in small letters, to be filtered
    std::vector<std::size_t> shown_;
    std::size_t chosen_ = 0; ///< a row
};

} // namespace fathom::ui
