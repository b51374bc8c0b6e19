#pragma once
#include "ui/texts/text.h"

/// The overlay: the first lines in short, all of them in full, for developers.
namespace fathom::ui::texts::overlay {

inline constexpr Text kPictureTime = "{} ms per picture";
inline constexpr Text kMilliseconds = "{} ms";
inline constexpr Text kStartingPicture = "computing...";
inline constexpr Text kFaster = "{} is {}× as fast as {}";
inline constexpr Text kSpread = "median {}   p99 {}";
inline constexpr Text kStages = "iterate {}   colour {}   present {}";
inline constexpr Text kWidestStages = "iterate 10,000   colour 10.0   present 10.0";
inline constexpr Text kRate = "{} iterations/s, including skipped ones";
inline constexpr Text kInterop = "interop {}";
inline constexpr Text kFrames = "window: {:.0f} fps";
inline constexpr Text kAtRest = "window: idle";
inline constexpr Text kPeriod = "period {}";
inline constexpr Text kSteps = "{} steps";
inline constexpr Text kMethod = "{}, {}, {} bits, {}";
inline constexpr Text kOrbitTime = "reference {:.2f} s";
inline constexpr Text kOrbitKept = "reference reused";
inline constexpr Text kCheckTooLong = "pixels not checked: exact arithmetic would take too long";
inline constexpr Text kChecked = "{} of {} checked pixels are exact";
inline constexpr Text kSoFar = "{} so far";
inline constexpr Text kSomeTooLong = "{}; {} would take too long";
inline constexpr Text kExportsIn =
    "{} of {} checked pixels need more precision; exports will use it automatically";

} // namespace fathom::ui::texts::overlay
