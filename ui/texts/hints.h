#pragma once
#include "ui/texts/text.h"

/// The card that welcomes a newcomer: what to do, and what that does.
namespace fathom::ui::texts::hints {

inline constexpr Text kWheel = "Wheel";
inline constexpr Text kWheelDoes = "Zoom at the cursor";
inline constexpr Text kDrag = "Drag";
inline constexpr Text kDragDoes = "Move the picture";
inline constexpr Text kHold = "Hold left";
inline constexpr Text kHoldDoes = "Zoom in while held (right button: out)";
inline constexpr Text kBox = "Right drag";
inline constexpr Text kBoxDoes = "Zoom into a box";
inline constexpr Text kPanel = "Tab";
inline constexpr Text kPanelDoes = "Open or close the panel on the left";
inline constexpr Text kHelp = "F1";
inline constexpr Text kHelpDoes = "Show all keys";
inline constexpr Text kGotIt = "Got it";

} // namespace fathom::ui::texts::hints
