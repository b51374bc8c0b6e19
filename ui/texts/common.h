#pragma once
#include "ui/texts/text.h"

/// Texts that several panels share.
namespace fathom::ui::texts::common {

inline constexpr Text kReal = "Real";
inline constexpr Text kImaginary = "Imaginary";
inline constexpr Text kSize = "Size";
inline constexpr Text kPixels = "Pixels";
inline constexpr Text kBy = "×";
inline constexpr Text kFile = "File";
inline constexpr Text kBrowse = "...";
inline constexpr Text kCancel = "Cancel";
inline constexpr Text kClose = "Close";
inline constexpr Text kSave = "Save";
inline constexpr Text kDelete = "Delete";
inline constexpr Text kUndo = "Undo";
inline constexpr Text kRedo = "Redo";
inline constexpr Text kExport = "Export";
inline constexpr Text kContinue = "Continue";
inline constexpr Text kAddToQueue = "Add to queue";
inline constexpr Text kReplaceFile = "{} exists. Replace it?";
inline constexpr Text kReplace = "Replace";
inline constexpr Text kReplacesFile = "This file exists. It will be replaced.";
inline constexpr Text kDeleted = "\"{}\" was deleted.";
inline constexpr Text kNothingToUndo = "Nothing to undo.";
inline constexpr Text kNothingToRedo = "Nothing to redo.";
inline constexpr Text kLookingForDevices = "Looking for devices...";
inline constexpr Text kSizeInPixels = "{} x {}";
inline constexpr Text kNamedSize = "{} ({} x {})";
inline constexpr Text kDegrees = "{:.6g}°";
inline constexpr Text kProgram = "Fathom";
inline constexpr Text kSaved = "Saved {}";
inline constexpr Text kSeconds = "{} s";
inline constexpr Text kMinutes = "{} min {} s";
inline constexpr Text kHours = "{} h {} min";

} // namespace fathom::ui::texts::common
