#pragma once
#include "ui/texts/text.h"

/// The list of files, where the desktop has none, and titles of both.
namespace fathom::ui::texts::files {

inline constexpr Text kUp = "Up";
inline constexpr Text kReading = "Reading...";
inline constexpr Text kFileName = "The file's name";
inline constexpr Text kFilterOrNew = "Type to filter, or a new folder's name";
inline constexpr Text kFilter = "Type to filter";
inline constexpr Text kNoFolders = "There are no folders here.";
inline constexpr Text kNoFiles = "There are no files here.";
inline constexpr Text kNewFolder =
    "No folder here has that in its name: Enter takes it for a new one.";
inline constexpr Text kNoMatch = "No file here has that in its name.";
inline constexpr Text kUseName = "Use this name";
inline constexpr Text kUseFolder = "Use this folder";
inline constexpr Text kOpen = "Open";
inline constexpr Text kOpenTitle = "Open a place, a film or a palette";
inline constexpr Text kPaletteTitle = "Open a palette";
inline constexpr Text kExportTitle = "Export as";
inline constexpr Text kFilmTitle = "Save the film as";
inline constexpr Text kSoundTitle = "Sound for the film";
inline constexpr Text kRingsTitle = "A folder for rings";
inline constexpr Text kKnownFiles = "What Fathom knows";
inline constexpr Text kAllFiles = "All files";
inline constexpr Text kNotAll = "Only {} of its files are shown.";
inline constexpr Text kUnreadable = "This folder cannot be read ({}); choose another.";
inline constexpr Text kOneAlready = "A list of files is open already.";

} // namespace fathom::ui::texts::files
