#pragma once
#include "ui/texts/text.h"

/// The status bar, the overlay, and how far a picture is.
namespace fathom::ui::texts::status {

inline constexpr Text kReal = "re";
inline constexpr Text kImaginary = "im";
inline constexpr Text kZoom = "zoom";
inline constexpr Text kRotation = "rotation";
inline constexpr Text kStretch = "stretch";
inline constexpr Text kStretchAt = "{:.4g}× at {:.4g}°";
inline constexpr Text kCursor = "cursor";
inline constexpr Text kIterations = "iterations";
inline constexpr Text kAutomatic = "auto {}";
inline constexpr Text kPalette = "palette";
inline constexpr Text kExportShare = "export {:.0f} %";
inline constexpr Text kNumberCopied = "The number was copied with all digits.";
inline constexpr Text kInside = "everything here is inside the set: zoom out";
inline constexpr Text kHelpKey = "F1: all keys";
inline constexpr Text kWidestNews = "reference orbit, 8.88 M steps";
inline constexpr Text kFromFile = "from {}, {} x {}";
inline constexpr Text kTypeOn = "{} on {}";
inline constexpr Text kAnd = " and ";
inline constexpr Text kReading = "reading {:.0f} %";
inline constexpr Text kStarting = "starting...";
inline constexpr Text kWaiting = "waiting for the other engine";
inline constexpr Text kPreview = "computing a preview";
inline constexpr Text kComputingSlowly = "computing {:.2f} %";
inline constexpr Text kComputing = "computing {:.0f} %";
inline constexpr Text kStopped = "stopped at {:.0f} %, Space continues";
inline constexpr Text kTables = "making tables";
inline constexpr Text kOrbit = "reference orbit";
inline constexpr Text kOrbitSteps = "reference orbit, {} steps";
inline constexpr Text kOrbitShare = "reference orbit {:.0f} %";
inline constexpr Text kFindingLimit = "choosing iterations {:.0f} %";

} // namespace fathom::ui::texts::status
