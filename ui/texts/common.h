#pragma once
#include "ui/texts/text.h"

/// Texts that several panels share.
namespace fathom::ui::texts::common {

inline constexpr Text kReal = "Real";
inline constexpr Text kImaginary = "Imaginary";
inline constexpr Text kSize = "Size";
inline constexpr Text kPixels = "Pixels";
inline constexpr Text kBy = "x";
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
inline constexpr Text kAddToQueue = "Add to the queue";
inline constexpr Text kReplaceFile = "{} is there already. Replace it?";
inline constexpr Text kReplace = "Replace it";
inline constexpr Text kReplacesFile = "This replaces the file there.";
inline constexpr Text kDeleted = "\"{}\" was deleted.";
inline constexpr Text kNothingToUndo = "There is nothing to undo.";
inline constexpr Text kNothingToRedo = "There is nothing to redo.";
inline constexpr Text kLookingForDevices = "Still looking for devices.";
inline constexpr Text kSizeInPixels = "{} x {}";
inline constexpr Text kNamedSize = "{} ({} x {})";
inline constexpr Text kDegrees = "{:.6g}°";
inline constexpr Text kProgram = "Fathom";
inline constexpr Text kSaved = "Saved {}";

} // namespace fathom::ui::texts::common
