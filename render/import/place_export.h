#pragma once
#include "render/base/complaint.h"
#include "render/places/location.h"

#include <string>
#include <vector>

namespace fathom {

/// A place as another program's file has it.
struct ExportedPlace {
    std::string text;
    /// A sentence for each thing that the format cannot say and that was left out.
    std::vector<Complaint> warnings;
};

// Both write every digit of the centre and the zoom, the turn, the stretch, the formula, the limit
// and the bailout, and our importers read them back. They throw InputError for a Julia set and a
// formula that the program does not have, and as check_location.

/// Kalles Fraktaler's .kfr, with its colours as near as it can say them. `palette` is the
/// location's.
ExportedPlace to_kfr(const Location &location, const Palette &palette);

/// Fraktaler-3's .f3.toml, whose colours are its own.
ExportedPlace to_fraktaler(const Location &location);

} // namespace fathom
