#pragma once
#include "ui/texts/text.h"

/// The Compare section, and what came of comparing.
namespace fathom::ui::texts::compare {

inline constexpr Text kHeading = "Two engines, one picture";
inline constexpr Text kOff = "Off";
inline constexpr Text kSplit = "Split";
inline constexpr Text kDifference = "Difference";
inline constexpr Text kLeft = "Left";
inline constexpr Text kRight = "Right";
inline constexpr Text kShortcuts = "Shortcuts";
inline constexpr Text kAbout =
    "Both compute the same picture. Drag the line between them in Split; Difference counts the "
    "pixels that are not equal in every bit.";
inline constexpr Text kDiffering = "{} of {} pixels differ";
inline constexpr Text kLargest = "largest difference of escape index {}";
inline constexpr Text kEngine = "{}   {}";
inline constexpr Text kComparing = "comparing...";
inline constexpr Text kChooseAbove = "While comparing, choose both engines in the Compare section.";

} // namespace fathom::ui::texts::compare
