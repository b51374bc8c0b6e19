#pragma once
#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/formula_settings.h"

namespace fathom::kernels {

/// True if an orbit that has left the bailout never comes back, so that it is enough to test for
/// escape now and then and to look for the step afterwards. Of a formula with
/// |F(z) - c - p z_before| = |z|^kGrowth, kGrowth >= 2, and a bailout B >= 2, while
/// |z_before| <= max(B, |z|), which what follows preserves:
///   |F(z)| >= |z|^2 - |c| - |p| |z| = |z| (|z| - |p|) - |c|
/// exceeds |z| > B if B (B - 1 - |p|) >= |c|. Where c is the pixel it is z_1: either |c| <= B, or
/// the orbit is outside from z_1 on with |z| >= |c|; so B >= 2 + |p| is enough. A sixteenth of |z|
/// is left for rounding, but for z^2 + c itself, where |c| = 2 is on the real axis alone.
template <class Formula, class Real>
FATHOM_INLINE bool stays_outside(const FormulaSettings<Real> &settings,
                                 Real bailout_squared) noexcept {
    // Of sums of two their parts' digits do, too: a sixteenth is left, and 2 is exact.
    using Part = Stored<Real>;
    using Ops = ScalarOps<Part>;
    if (Formula::kGrowth < 2)
        return false;
    const bool exact = Formula::kPower == 2 && !settings.julia;
    const auto size_of = [](Real re, Real im) {
        return Ops::abs(stored(re)) + Ops::abs(stored(im));
    };
    const Part bailout = Ops::sqrt(stored(bailout_squared));
    Part room = bailout - 1 - (exact ? Part(0) : Part(1.0 / 16));
    if (Formula::kLooksBack)
        room -= size_of(settings.parameter_re, settings.parameter_im);
    return settings.julia ? room * bailout >= size_of(settings.seed_re, settings.seed_im)
                          : room >= 1;
}

} // namespace fathom::kernels
