#pragma once
#include "ui/texts/text.h"

/// The film's timeline.
namespace fathom::ui::texts::timeline {

inline constexpr Text kPlay = "Play";
inline constexpr Text kStop = "Stop";
inline constexpr Text kAdd = "Add keyframe";
inline constexpr Text kReplace = "Replace";
inline constexpr Text kBefore = "<";
inline constexpr Text kAfter = ">";
inline constexpr Text kFirstKey = "Press K to add this view as a keyframe. A film needs two.";
inline constexpr Text kSecondKey = "Go to another view and press K again.";
inline constexpr Text kKeyAt = "Keyframe {}";
inline constexpr Text kSeconds = "s";
inline constexpr Text kCycles = "cycles";
inline constexpr Text kThen = "transition";
inline constexpr Text kEase = "ease in/out";
inline constexpr Text kKeyLabel = "{:.4g} s  {}";

} // namespace fathom::ui::texts::timeline
