#pragma once
#include "ui/texts/text.h"

/// The Export section, and what an export tells when it ends.
namespace fathom::ui::texts::exports {

inline constexpr Text kAsWindow = "as the window";
inline constexpr Text k1080p = "1080p";
inline constexpr Text k4k = "4K";
inline constexpr Text k8k = "8K";
inline constexpr Text k16k = "16K";
inline constexpr Text kA3 = "A3 at 300 dpi";
inline constexpr Text kSquare = "square";
inline constexpr Text kCustom = "custom";
inline constexpr Text kHeading = "Export a picture";
inline constexpr Text kSource = "Samples of";
inline constexpr Text kSourceFile = "the file";
inline constexpr Text kSourceView = "a new picture";
inline constexpr Text kRecolours = "Recolours {}: {} x {} pixels, none of which is iterated.";
inline constexpr Text kSamples = "Samples";
inline constexpr Text kSamplesAsWindow = "as the window ({} a pixel)";
inline constexpr Text kSamplesPerPixel = "{} a pixel";
inline constexpr Text kAdaptive = "Only where neighbours differ";
inline constexpr Text kFileHint = "In {}: a name that ends in .png or .jpg, {}.";
inline constexpr Text kExrAlone = "or in .exr for linear light";
inline constexpr Text kExrAndNpy = "in .exr for linear light, or in .npy for the numbers";
inline constexpr Text kRecolour = "Recolour";
inline constexpr Text kMegapixels = "{} megapixels on {}";
inline constexpr Text kRunning = "{}, {} x {} pixels";
inline constexpr Text kShare = "{:.0f} %";
inline constexpr Text kShareAndTime = "{:.0f} %, about {} left";
inline constexpr Text kEnded = "{}: {}";
inline constexpr Text kStoppedAt = "stopped at {:.0f} %";
inline constexpr Text kNone = "Pictures and films that you export are listed here.";
inline constexpr Text kFolderNotShown = "{} cannot be shown: {}";
inline constexpr Text kHide = "Hide";
inline constexpr Text kNext = "Next";
inline constexpr Text kThen = "Then";
inline constexpr Text kDrop = "Drop {} ({} x {})";
inline constexpr Text kFinished = "Exported {} in {}";
inline constexpr Text kFinishedInstead = "{}, {}";
inline constexpr Text kFinishedBut = "{} But {}.";
inline constexpr Text kPaused = "Export cancelled; it can go on where it stopped.";
inline constexpr Text kCancelled = "Export cancelled; no file was written.";
inline constexpr Text kFailed = "Export failed: {}";
inline constexpr Text kBeingWritten =
    "an export that has not ended writes to that file: name another";
inline constexpr Text kWider = "Shows {:.0f} % of the visible width more on either side.";
inline constexpr Text kInsideFrame = "Shows what is inside the frame.";
inline constexpr Text kQuitAgain = "An export is running; press Ctrl+Q again to drop it.";
inline constexpr Text kEscAgain = "An export is running; press Esc again to drop it.";
inline constexpr Text kScreenshotWaits = "The screenshot is taken when the picture is complete.";

} // namespace fathom::ui::texts::exports
