#pragma once
#include "ui/texts/text.h"

/// The Compare section, and what came of comparing.
namespace fathom::ui::texts::compare {

inline constexpr Text kHeading = "Compare two engines";
inline constexpr Text kOff = "Off";
inline constexpr Text kSplit = "Split";
inline constexpr Text kDifference = "Difference";
inline constexpr Text kLeft = "Left";
inline constexpr Text kRight = "Right";
inline constexpr Text kShortcuts = "Skip interior early";
inline constexpr Text kAbout =
    "Both engines compute the same picture. Split: drag the line between them. Difference: shows "
    "and counts the pixels that are not identical.";
inline constexpr Text kDiffering = "{} of {} pixels differ";
inline constexpr Text kLargest = "largest difference: {} iterations";
inline constexpr Text kEngine = "{}   {}";
inline constexpr Text kComparing = "comparing...";
inline constexpr Text kChooseAbove = "While comparing, choose both engines in the Compare section.";

} // namespace fathom::ui::texts::compare
