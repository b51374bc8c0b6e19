// Means of light in 16 bits.
#include "kernels/colour/sample_mean.h"
#include "render/engines/light_tables.h"
#include "render/images/srgb.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::sixteen_bits_test {

TEST(SixteenBits, GiveBytesBack) {
    const LightTables owned;
    const kernels::LightTables tables = owned.view();
    for (const std::uint32_t samples : {1U, 3U, 256U})
        for (std::uint32_t byte = 0; byte < 256; ++byte)
            EXPECT_EQ(kernels::sixteen_bits(samples * tables.light[kernels::kSampleParts * byte],
                                            samples, tables),
                      257 * byte);
}

TEST(SixteenBits, FollowTheCurveWithoutRoundingTheMean) {
    const LightTables owned;
    const kernels::LightTables tables = owned.view();
    for (const std::uint32_t samples : {1U, 4U}) {
        std::uint32_t before = 0;
        double worst = 0;
        for (std::uint32_t sum = 0; sum <= 65535 * samples; ++sum) {
            const std::uint32_t value = kernels::sixteen_bits(sum, samples, tables);
            ASSERT_GE(value, before) << sum;
            // 1/4 of a unit of light is 3 units of sRGB in the dark.
            ASSERT_LE(value - before, samples == 1 ? 14U : 4U) << sum;
            before = value;
            worst = std::max(
                worst, std::fabs(value - 65535 * srgb_from_linear(sum / (65535.0 * samples))));
        }
        EXPECT_EQ(before, 65535U);
        EXPECT_LT(worst, 7);
    }
}

} // namespace fathom::sixteen_bits_test
