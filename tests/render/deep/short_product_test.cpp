// Products that leave out what is cut off, against GMP's full ones.
#include "render/deep/short_product.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fathom::short_product_test {

TEST(ShortProduct, IsBelowTheFullOneByLessThanSixUnits) {
    std::mt19937_64 random(3);
    for (std::size_t fraction = 1; fraction < 90; ++fraction)
        for (const std::size_t whole : {1U, 2U, 4U}) {
            const FixedFormat format{fraction, whole};
            const std::size_t size = format.size();
            ShortProduct product(format);
            for (int round = 0; round < 8; ++round) {
                std::vector<mp_limb_t> a(size), b(size);
                for (std::vector<mp_limb_t> *number : {&a, &b})
                    for (std::size_t i = 0; i < size; ++i) // all ones are the worst that is cut off
                        (*number)[i] = round % 2 == 0 ? ~mp_limb_t{0} : random();
                for (const bool square : {true, false}) {
                    const std::vector<mp_limb_t> &right = square ? a : b;
                    std::vector<mp_limb_t> full(2 * size);
                    mpn_mul_n(full.data(), a.data(), right.data(), static_cast<mp_size_t>(size));
                    const mp_limb_t *told = square ? product.square(a.data())
                                                   : product.multiply(a.data(), right.data());
                    std::vector<mp_limb_t> off(size);
                    const mp_limb_t above = mpn_sub_n(off.data(), full.data() + fraction, told,
                                                      static_cast<mp_size_t>(size));
                    ASSERT_EQ(above, 0U) << fraction;
                    ASSERT_LT(off[0], 6U) << fraction;
                    for (std::size_t i = 1; i < size; ++i)
                        ASSERT_EQ(off[i], 0U) << fraction;
                }
            }
        }
}

} // namespace fathom::short_product_test
