#pragma once
#include "ui/texts/text.h"

/// The Help section and the list of all keys.
namespace fathom::ui::texts::help {

inline constexpr Text kComma = ",  (comma)";
inline constexpr Text kFullStop = ".  (full stop)";
inline constexpr Text kTitle = "Fathom {}: keys and mouse";
inline constexpr Text kSearch = "Search keys and the manual";
inline constexpr Text kNothingFound = "Nothing found.";
inline constexpr Text kKeys = "Keys and mouse";
inline constexpr Text kAllKeys = "Show all keys and mouse actions";
inline constexpr Text kManual = "Manual";
inline constexpr Text kVersion = "Fathom {}";

} // namespace fathom::ui::texts::help
