#pragma once
#include <cstdint>

namespace fathom {
class Decimal;
} // namespace fathom

namespace fathom::ui {

/// A guess of how many iterations a view needs, as a rule of thumb: escape counts near the boundary
/// grow about linearly with the depth. `zoom` is above 0.
std::uint64_t suggested_iterations(const Decimal &zoom);

} // namespace fathom::ui
