// Functions that are the same on every machine.
#include "render/numbers/rounded.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace fathom::rounded_test {

// Each is the double nearest to the true value.
TEST(Rounded, GivesTheNearestDouble) {
    EXPECT_EQ(rounded::exp(1), std::numbers::e);
    EXPECT_EQ(rounded::exp10(3), 1000);
    EXPECT_EQ(rounded::exp10(0.5), std::sqrt(10.0));
    EXPECT_EQ(rounded::expm1(1), 1.7182818284590453);
    EXPECT_EQ(rounded::expm1(1e-20), 1e-20);
    EXPECT_EQ(rounded::log(10), std::numbers::ln10);
    EXPECT_EQ(rounded::log10(1e-300), -300);
    EXPECT_EQ(rounded::log1p(1), std::numbers::ln2);
    EXPECT_EQ(rounded::log1p(1e-20), 1e-20);
    EXPECT_EQ(rounded::sinh(1), 1.1752011936438014);
    EXPECT_EQ(rounded::asinh(1), 0.88137358701954305);
    EXPECT_EQ(rounded::acosh(2), 1.3169578969248168);
}

TEST(Rounded, KnowsTheEndsOfDoubles) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(rounded::exp(1e4), kInfinity);
    EXPECT_EQ(rounded::exp(-1e4), 0);
    EXPECT_EQ(rounded::exp10(-kInfinity), 0);
    EXPECT_EQ(rounded::log(0), -kInfinity);
    EXPECT_TRUE(std::isnan(rounded::log(-1)));
}

} // namespace fathom::rounded_test
