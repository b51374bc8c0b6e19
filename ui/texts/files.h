#pragma once
#include "ui/texts/text.h"

/// The list of files, where the desktop has none, and titles of both.
namespace fathom::ui::texts::files {

inline constexpr Text kUp = "Up";
inline constexpr Text kReading = "Reading...";
inline constexpr Text kFileName = "File name";
inline constexpr Text kFilterOrNew = "Type to filter, or enter a new folder's name";
inline constexpr Text kFilter = "Type to filter";
inline constexpr Text kNoFolders = "This folder has no folders.";
inline constexpr Text kNoFiles = "This folder has no files of this kind.";
inline constexpr Text kNewFolder = "No folder matches. Press Enter to create it.";
inline constexpr Text kWholePath = "Press Enter to take this path.";
inline constexpr Text kNoMatch = "No file matches.";
inline constexpr Text kUseName = "Use this name";
inline constexpr Text kUseFolder = "Use this folder";
inline constexpr Text kOpen = "Open";
inline constexpr Text kOpenTitle = "Open a place, a film or a palette";
inline constexpr Text kPaletteTitle = "Load a palette";
inline constexpr Text kExportTitle = "Export as";
inline constexpr Text kFilmTitle = "Save the film as";
inline constexpr Text kSoundTitle = "Sound for the film";
inline constexpr Text kRingsTitle = "Cache folder for films";
inline constexpr Text kKnownFiles = "Files that Fathom can open";
inline constexpr Text kAllFiles = "All files";
inline constexpr Text kNotAll = "Only {} files of this folder are shown.";
inline constexpr Text kUnreadable = "This folder cannot be read ({}). Choose another.";
inline constexpr Text kOneAlready = "Another file dialog is already open.";

} // namespace fathom::ui::texts::files
