#pragma once
#include "render/places/location.h"

#include <optional>
#include <utility>

namespace fathom::ui {

/// A seed whose Julia set has much to see, in front of the formula's boundary; nothing where none
/// is known. The seeds in the middle of a whole set make discs of most formulas.
std::optional<std::pair<Decimal, Decimal>> telling_seed(kernels::FormulaId formula);

} // namespace fathom::ui
