#pragma once
#include "ui/texts/text.h"

/// The film's timeline.
namespace fathom::ui::texts::timeline {

inline constexpr Text kPlay = "Play";
inline constexpr Text kStop = "Stop";
inline constexpr Text kAdd = "Add key";
inline constexpr Text kReplace = "Replace";
inline constexpr Text kBefore = "<";
inline constexpr Text kAfter = ">";
inline constexpr Text kFirstKey = "K keeps the present view as a key; two make a film.";
inline constexpr Text kSecondKey = "Go to another place and press K again.";
inline constexpr Text kKeyAt = "Key {} at";
inline constexpr Text kSeconds = "s";
inline constexpr Text kCycles = "cycles";
inline constexpr Text kThen = "then";
inline constexpr Text kEase = "ease";
inline constexpr Text kKeyLabel = "{:.4g} s  {}";

} // namespace fathom::ui::texts::timeline
