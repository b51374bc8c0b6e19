#include "ui/state/suggested_iterations.h"

#include "render/numbers/decimal.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {

std::uint64_t suggested_iterations(const Decimal &zoom) {
    const double doublings = std::max(0.0, zoom.log10()) / std::log10(2.0);
    const double steps = 1000 + 400 * doublings;
    return static_cast<std::uint64_t>(std::llround(steps / 500) * 500);
}

} // namespace fathom::ui
