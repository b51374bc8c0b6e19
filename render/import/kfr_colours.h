#pragma once
#include "render/places/palette.h"

#include <string_view>

namespace fathom {

class ForeignKeys;
struct Location;

/// The keys of a text of 'KEY: VALUE' lines, as Kalles Fraktaler writes .kfr and .kfp. Throws
/// InputError 'SOURCE:LINE: REASON' for another line.
ForeignKeys kfr_keys(std::string_view text, std::string_view source);

/// The palette of such a file, with the name that the file's name gives. Throws InputError where
/// there is none or it is broken.
Palette kfr_palette(ForeignKeys &keys, std::string_view source);

/// Makes the location look as the file's colours ask for, as far as Fathom can; warns of the rest.
/// Throws InputError for broken values.
void read_kfr_colours(ForeignKeys &keys, std::string_view source, Location &location);

} // namespace fathom
