#pragma once
#include "ui/texts/text.h"

/// The Export section, and what an export tells when it ends.
namespace fathom::ui::texts::exports {

inline constexpr Text kAsWindow = "Window";
inline constexpr Text k1080p = "1080p";
inline constexpr Text k4k = "4K";
inline constexpr Text k8k = "8K";
inline constexpr Text k16k = "16K";
inline constexpr Text kA3 = "A3 at 300 dpi";
inline constexpr Text kSquare = "Square";
inline constexpr Text kCustom = "Custom";
inline constexpr Text kHeading = "Export a picture";
inline constexpr Text kSource = "Source";
inline constexpr Text kSourceFile = "This file";
inline constexpr Text kSourceView = "The view";
inline constexpr Text kRecolours = "Recolours {} ({} x {} pixels) without computing it anew.";
inline constexpr Text kSamples = "Samples";
inline constexpr Text kSamplesAsWindow = "Window ({} per pixel)";
inline constexpr Text kSamplesPerPixel = "{} per pixel";
inline constexpr Text kAdaptive = "Adaptive";
inline constexpr Text kFileHint = "Folder: {}. Type: .png, .jpg, {}.";
inline constexpr Text kExrAlone = ".exr (linear)";
inline constexpr Text kExrAndNpy = ".exr (linear), .npy (raw counts)";
inline constexpr Text kRecolour = "Recolour";
inline constexpr Text kMegapixels = "{} megapixels, computed by {}";
inline constexpr Text kRunning = "{}, {} x {} pixels";
inline constexpr Text kShare = "{:.0f} %";
inline constexpr Text kShareAndTime = "{:.0f} %, about {} left";
inline constexpr Text kEnded = "{}: {}";
inline constexpr Text kStopped = "stopped";
inline constexpr Text kNotFinished =
    "The export of {} is not finished. Continue it in the Export section.";
inline constexpr Text kNoneRunning = "No export is running.";
inline constexpr Text kNone = "Exported pictures and films appear here.";
inline constexpr Text kFolderNotShown = "{} cannot be opened: {}";
inline constexpr Text kHide = "Hide";
inline constexpr Text kNext = "Next";
inline constexpr Text kThen = "Then";
inline constexpr Text kDrop = "Remove {} ({} x {})";
inline constexpr Text kFinished = "Exported {} in {}";
inline constexpr Text kFinishedInstead = "{}, {}";
inline constexpr Text kFinishedBut = "{} But {}.";
inline constexpr Text kPaused = "Export stopped. You can continue it in its section.";
inline constexpr Text kCancelled = "Export cancelled. No file was written.";
inline constexpr Text kFailed = "Export failed: {}";
inline constexpr Text kBeingWritten = "another export is writing to this file; choose another name";
inline constexpr Text kWider = "The export is wider than the view: +{:.0f} % on each side.";
inline constexpr Text kInsideFrame = "The export shows what is inside the frame.";
inline constexpr Text kQuitAgain =
    "An export is running. Press Ctrl+Q again to stop it and quit. You can continue it later.";
inline constexpr Text kEscAgain = "An export is running. Press Esc again to cancel it.";
inline constexpr Text kScreenshotWaits =
    "The screenshot will be saved when the picture is complete.";

} // namespace fathom::ui::texts::exports
