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
inline constexpr Text kNothingFound = "No place has all these words. Esc in the field clears them.";
inline constexpr Text kAllFolders = "All folders";
inline constexpr Text kNoFolder = "No folder";
inline constexpr Text kNoGallery = "The gallery's files are not there.";
inline constexpr Text kAdd = "Add this place";
inline constexpr Text kNoBookmarks = "None yet: B adds the place that you see.";
inline constexpr Text kEdit = "Edit";
inline constexpr Text kName = "Name";
inline constexpr Text kFolder = "Folder: none";
inline constexpr Text kKeep = "Keep";
inline constexpr Text kNoHistory = "Places show up here once you have stayed for a moment.";
inline constexpr Text kOpenFile = "Open a file...";
inline constexpr Text kNoFiles = "Files that you open or save are listed here.";
inline constexpr Text kFolderName = "The folder's name";
inline constexpr Text kRename = "Rename";
inline constexpr Text kWindowTitle = "{} - Fathom";
inline constexpr Text kJuliaTitle = "{} Julia";
inline constexpr Text kBookmarkName = "{} at {}";
inline constexpr Text kBookmarked = "Bookmarked: {}";
inline constexpr Text kNoHome = "Bookmarks have no place: set HOME or XDG_DATA_HOME.";

} // namespace fathom::ui::texts::places
