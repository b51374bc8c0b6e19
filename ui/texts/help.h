#pragma once
#include "ui/texts/text.h"

/// The Help section and the list of all keys.
namespace fathom::ui::texts::help {

inline constexpr Text kComma = ",  (comma)";
inline constexpr Text kFullStop = ".  (full stop)";
inline constexpr Text kTitle = "Fathom {}: keys and mouse";
inline constexpr Text kSearch = "Search keys and the manual";
inline constexpr Text kNothingFound = "Nothing has all these words. Esc clears them.";
inline constexpr Text kKeys = "Keys and mouse";
inline constexpr Text kAllKeys = "All keys, and what the mouse does";
inline constexpr Text kManual = "Manual";
inline constexpr Text kVersion = "Fathom {}";

} // namespace fathom::ui::texts::help
