#pragma once
#include "ui/texts/text.h"

/// The card that welcomes a newcomer: what to do, and what that does.
namespace fathom::ui::texts::hints {

inline constexpr Text kWheel = "Wheel, drag";
inline constexpr Text kWheelDoes = "Zoom in at the cursor and move the picture.";
inline constexpr Text kHold = "Hold a button";
inline constexpr Text kHoldDoes = "Zoom in for as long; with the right one, out.";
inline constexpr Text kBox = "Right drag";
inline constexpr Text kBoxDoes = "Zoom into a box.";
inline constexpr Text kPanel = "Tab";
inline constexpr Text kPanelDoes = "The panel at the left: formulas, colours, exports.";
inline constexpr Text kHelp = "F1";
inline constexpr Text kHelpDoes = "Every key there is.";
inline constexpr Text kGotIt = "Got it";

} // namespace fathom::ui::texts::hints
