#pragma once
#include "render/import/foreign_location.h"

#include <string_view>

namespace fathom {

class TomlDocument;

// Location files of other programs. What they ask for that Fathom lacks is named in a warning;
// where something else than the file's fractal would be shown, they are refused. `source` names the
// text in messages. All throw InputError 'SOURCE:LINE: REASON' for broken texts and numbers out of
// range, and take any line ends.
//
// Where a program lets Im grow downwards, the view is mirrored and keeps its coordinates, so that
// the picture and its numbers are those that the program shows (docs/reference/location-format.md).

/// Kalles Fraktaler's .kfr, with its colours.
ParsedLocation import_kfr(std::string_view text, std::string_view source);
/// The FractalType that it has there, of the same power and signs (formula_1_2.xml and so on of the
/// program's sources); nothing where it has none.
std::optional<std::int64_t> kfr_type_of(kernels::FormulaId formula) noexcept;
/// Whether a text looks like one, rather than a .kfp, which has colours alone.
bool is_kfr(std::string_view text);

/// Fraktaler-3's .f3.toml, or the same text in one of its pictures, whose rows it may have saved
/// upside down.
ParsedLocation import_fraktaler(const TomlDocument &document, std::string_view source,
                                PlaceSource found_in);
/// Whether a document looks like one.
bool is_fraktaler(const TomlDocument &document);

/// rust-fractal's .toml.
ParsedLocation import_rust_fractal(const TomlDocument &document, std::string_view source);

/// DeepDrill's .ini.
ParsedLocation import_deepdrill(std::string_view text, std::string_view source);
/// Whether a text looks like one and not like TOML: its numbers are not in quotes.
bool is_deepdrill(std::string_view text);

/// Imagina's .imt, or the location of its .im, which is not text.
ParsedLocation import_imagina(std::string_view text, std::string_view source);
bool is_imagina(std::string_view text);

/// XaoS's .xpf.
ParsedLocation import_xaos(std::string_view text, std::string_view source);
bool is_xaos(std::string_view text);

} // namespace fathom
