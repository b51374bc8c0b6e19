#pragma once
#include "render/deep/fixed_point.h"

#include <vector>

namespace fathom {

/// Products of fixed point numbers without most of what is cut off again: with a = a1 B^l + a0 (B =
/// 2^64) the small a0 b0 and most of a1 b0 and a0 b1 fall behind the last limb, so that only a1 b1
/// and the leading limbs of the other two are multiplied (T. Mulders, "On short multiplications and
/// divisions", AAECC 11, 2000). From 12 limbs on that saves 20 to 30 %; shorter ones are multiplied
/// in full.
class ShortProduct {
  public:
    explicit ShortProduct(FixedFormat format);

    /// a^2 and a b, magnitudes of the format, truncated: too small by less than 6 units of the last
    /// limb. The result has format.size() limbs and lasts until the next product. Both must be
    /// below 2^(64 whole).
    const mp_limb_t *square(const mp_limb_t *a);
    const mp_limb_t *multiply(const mp_limb_t *a, const mp_limb_t *b);

  private:
    /// Adds factor a1 b0 of limbs at and above the last that is kept.
    void add_cross(const mp_limb_t *a, const mp_limb_t *b, mp_limb_t factor);

    FixedFormat format_;
    std::size_t low_; ///< l; 0: multiply in full
    std::vector<mp_limb_t> product_, cross_;
};

} // namespace fathom
