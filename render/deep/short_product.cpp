#include "render/deep/short_product.h"

namespace fathom {
namespace {

/// Measured: below this the full product is as fast, and above it the best share of low limbs is
/// flat around 5/16.
constexpr std::size_t kShortFrom = 12;
constexpr std::size_t kLowOf16 = 5;

mp_size_t limb_count(std::size_t size) {
    return static_cast<mp_size_t>(size);
}

} // namespace

ShortProduct::ShortProduct(FixedFormat format)
    : format_(format), low_(format.fraction < kShortFrom ? 0 : format.fraction * kLowOf16 / 16),
      product_(2 * format.size()), cross_(2 * low_ + format.whole) {}

void ShortProduct::add_cross(const mp_limb_t *a, const mp_limb_t *b, mp_limb_t factor) {
    const std::size_t high = low_ + format_.whole; // limbs of a that reach what is kept
    mpn_mul(cross_.data(), a + format_.size() - high, limb_count(high), b, limb_count(low_));
    mp_limb_t *to = product_.data() + format_.fraction;
    const mp_limb_t carry = mpn_addmul_1(to, cross_.data() + low_, limb_count(high), factor);
    mpn_add_1(to + high, to + high, limb_count(2 * format_.size() - format_.fraction - high),
              carry);
}

const mp_limb_t *ShortProduct::square(const mp_limb_t *a) {
    mpn_sqr(product_.data() + 2 * low_, a + low_, limb_count(format_.size() - low_));
    if (low_ > 0)
        add_cross(a, a, 2);
    return product_.data() + format_.fraction;
}

const mp_limb_t *ShortProduct::multiply(const mp_limb_t *a, const mp_limb_t *b) {
    mpn_mul_n(product_.data() + 2 * low_, a + low_, b + low_, limb_count(format_.size() - low_));
    if (low_ > 0) {
        add_cross(a, b, 1);
        add_cross(b, a, 1);
    }
    return product_.data() + format_.fraction;
}

} // namespace fathom
