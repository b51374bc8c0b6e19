#pragma once
#include "kernels/base/sample.h"
#include "kernels/base/scalar_two_ops.h"
#include "kernels/base/shortcut_margin.h"
#include "kernels/formulas/formula_math-inl.h"
#include "kernels/formulas/mandelbrot_step-inl.h"

namespace fathom::kernels {

/// True only if the plain loop never escapes at c, whatever the iteration limit: a closed form for
/// the cardioid and the period-2 disc with a margin for rounding.
template <class Real> FATHOM_INLINE bool in_main_components(Real cx, Real cy) noexcept {
    constexpr auto kMargin = shortcut_margin<Stored<Real>>();
    return scalar::cardioid_side<ScalarOps<Real>>(cx, cy, kMargin) < 0 ||
           scalar::period_2_side<ScalarOps<Real>>(cx, cy, kMargin) < 0;
}

/// Brent's search for exact repetition (R. P. Brent, "An improved Monte Carlo factorization
/// algorithm", 1980, section 2): z is looked at from time to time and compared with an earlier one,
/// which is replaced whenever the number of looks is a power of two. A z that comes back bit for
/// bit (zeros of either sign count as equal, because a zero's sign never reaches a magnitude)
/// repeats for ever: its orbit never escapes.
template <class Real> class Repetition {
  public:
    /// True if z = x + iy was seen before.
    FATHOM_INLINE bool seen(Real x, Real y) noexcept {
        if (x == x_ && y == y_)
            return true;
        ++looks_;
        if ((looks_ & (looks_ - 1)) == 0) {
            x_ = x;
            y_ = y;
        }
        return false;
    }

  private:
    Real x_ = 0; // z_0: an orbit that comes back to it repeats too
    Real y_ = 0;
    std::uint32_t looks_ = 0;
};

/// The same for any formula, whose orbit goes on from `start`.
template <class Formula, class Real> class PointRepetition {
  public:
    FATHOM_INLINE explicit PointRepetition(const scalar::Point<Real> &start) noexcept
        : old_(start) {}

    FATHOM_INLINE bool seen(const scalar::Point<Real> &at) noexcept {
        const bool same_z = at.z.x == old_.z.x && at.z.y == old_.z.y;
        if (same_z && (!Formula::kLooksBack ||
                       (at.before.x == old_.before.x && at.before.y == old_.before.y)))
            return true;
        ++looks_;
        if ((looks_ & (looks_ - 1)) == 0)
            old_ = at;
        return false;
    }

  private:
    scalar::Point<Real> old_;
    std::uint32_t looks_ = 0;
};

} // namespace fathom::kernels
