#pragma once
#include <optional>
#include <string>

namespace fathom {

struct Location;

// A location in the words of other programs, which an OpenEXR carries under their names, so that
// they open it at its place, without its colours. Nothing where the program has no such place: for
// Julia sets and Phoenix.

/// The names.
constexpr const char *kFraktalerKey = "Fraktaler3";
constexpr const char *kKallesKey = "KallesFraktaler2+";

/// Fraktaler-3's: its .f3.toml. Nothing for Buffalo and Celtic, too.
std::optional<std::string> fraktaler_text(const Location &location);

/// Kalles Fraktaler's: its .kfr.
std::optional<std::string> kalles_text(const Location &location);

} // namespace fathom
