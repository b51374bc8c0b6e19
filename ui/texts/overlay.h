#pragma once
#include "ui/texts/text.h"

/// The overlay: the first lines in short, all of them in full, for developers.
namespace fathom::ui::texts::overlay {

inline constexpr Text kPictureTime = "{} ms a picture";
inline constexpr Text kMilliseconds = "{} ms";
inline constexpr Text kStartingPicture = "computing...";
inline constexpr Text kFaster = "{} computes {} x as fast as {}";
inline constexpr Text kSpread = "median {}   p99 {}";
inline constexpr Text kStages = "iterate {}   colour {}   present {}";
inline constexpr Text kWidestStages = "iterate 10,000   colour 10.0   present 10.0";
inline constexpr Text kRate = "{} iterations/s, skipped ones too";
inline constexpr Text kInterop = "interop {}";
inline constexpr Text kFrames = "window {:.0f} frames/s";
inline constexpr Text kAtRest = "window at rest";
inline constexpr Text kPeriod = "period {}";
inline constexpr Text kSteps = "{} steps";
inline constexpr Text kMethod = "{}, {}, {} bits, {}";
inline constexpr Text kOrbitTime = "reference {:.2f} s";
inline constexpr Text kOrbitKept = "reference kept";
inline constexpr Text kCheckTooLong = "exact arithmetic would take too long";
inline constexpr Text kChecked = "{} of {} pixels exact";
inline constexpr Text kSoFar = "{} so far";
inline constexpr Text kSomeTooLong = "{}, {} take too long";
inline constexpr Text kExportsIn = "{}; exports take {} where it helps, View does now";
inline constexpr Text kOr = " or ";

} // namespace fathom::ui::texts::overlay
