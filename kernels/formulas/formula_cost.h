#pragma once
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"

namespace fathom::kernels {

/// The least arithmetic of something, of one orbit.
struct Operations {
    int fma = 0; ///< multiplications, fused with an addition or not
    int add = 0; ///< additions beside them
    friend constexpr Operations operator+(Operations a, Operations b) noexcept {
        return {a.fma + b.fma, a.add + b.add};
    }
};

/// What an iteration takes at least. How it is counted: a product of two complex numbers takes 4
/// (two multiplications, two fused ones), what is added to it nothing; z^2 + c takes 3 and an
/// addition (2x or 2y); powers are made by the fewest products, those of the step serve the
/// derivative, too, and a factor of 2 could be had for nothing. Signs, absolute values, comparisons
/// and selections do not count: they run beside.
struct FormulaCost {
    Operations step;
    Operations derivative; ///< of z by the pixel, once a step
};

/// What the rest that is tracked takes a step: |z|^2, and that of the way to a trap.
inline constexpr Operations kRestOfTracks{4, 2};

/// Of an iteration in which so much is tracked. `id` is that of a formula in the list.
Operations least_operations(FormulaId id, Tracks tracks) noexcept;

} // namespace fathom::kernels
