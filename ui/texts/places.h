#pragma once
#include "ui/texts/text.h"

/// The Places section: gallery, bookmarks, history and files.
namespace fathom::ui::texts::places {

inline constexpr Text kGallery = "Gallery";
inline constexpr Text kBookmarks = "Bookmarks";
inline constexpr Text kHistory = "History";
inline constexpr Text kFiles = "Files";
inline constexpr Text kByName = "Name";
inline constexpr Text kByDepth = "Depth";
inline constexpr Text kByFormula = "Formula";
inline constexpr Text kByNewest = "Newest";
inline constexpr Text kSearch = "Search";
inline constexpr Text kNothingFound = "Nothing found.";
inline constexpr Text kAllFolders = "All folders";
inline constexpr Text kNoFolder = "No folder";
inline constexpr Text kNoGallery = "The gallery's files are missing. Install Fathom again.";
inline constexpr Text kAdd = "Add this place";
inline constexpr Text kNoBookmarks = "No bookmarks yet. Press B to add one.";
inline constexpr Text kEdit = "Edit";
inline constexpr Text kName = "Name";
inline constexpr Text kFolder = "Folder (none)";
inline constexpr Text kKeep = "Save";
inline constexpr Text kNoHistory = "Places that you stay at for a moment appear here.";
inline constexpr Text kOpenFile = "Open file...";
inline constexpr Text kNoFiles = "Files that you open or save appear here.";
inline constexpr Text kFolderName = "Folder name";
inline constexpr Text kRename = "Rename";
inline constexpr Text kWindowTitle = "{} - Fathom";
inline constexpr Text kJuliaTitle = "{} Julia";
inline constexpr Text kBookmarkName = "{} at {}";
inline constexpr Text kBookmarked = "Bookmarked: {}";
inline constexpr Text kNoHome = "There is no folder for bookmarks. Set HOME or XDG_DATA_HOME.";

} // namespace fathom::ui::texts::places
