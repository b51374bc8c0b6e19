#pragma once
#include "ui/texts/text.h"

/// The Compare section, the bar of the compare mode and what both tell.
namespace fathom::ui::texts::compare {

inline constexpr Text kHeading = "Two engines, one picture";
inline constexpr Text kOff = "Off";
inline constexpr Text kSplit = "Split";
inline constexpr Text kDifference = "Difference";
inline constexpr Text kLeft = "Left";
inline constexpr Text kRight = "Right";
inline constexpr Text kAnd = "and";
inline constexpr Text kShortcuts = "Shortcuts";
inline constexpr Text kBarShortcuts = "shortcuts";
inline constexpr Text kResult = "Result";
inline constexpr Text kAbout =
    "Both compute the same picture. Drag the line between them in Split; Difference counts the "
    "pixels that are not equal in every bit.";
inline constexpr Text kDiffering = "{} of {} pixels differ";
inline constexpr Text kLargest = "largest difference of escape index {}";
inline constexpr Text kResultOfTwo = "{}, {}";
inline constexpr Text kEngine = "{}   {}";
inline constexpr Text kComparing = "comparing...";
inline constexpr Text kChooseAbove = "While comparing, choose the engines above.";

} // namespace fathom::ui::texts::compare
