// Numbers as people read them.
#include "ui/state/number_text.h"

#include "render/numbers/decimal.h"

#include <gtest/gtest.h>

namespace fathom::ui::number_text_test {

TEST(Numbers, ZoomHasSixDigits) {
    const auto zoom = [](const char *text) { return short_zoom(Decimal::parse(text)); };
    EXPECT_EQ(zoom("2"), "2");
    EXPECT_EQ(zoom("1.4142135623730951"), "1.41421");
    EXPECT_EQ(zoom("9999.99"), "9999.99");
    EXPECT_EQ(zoom("9999.9999"), "1e4");
    EXPECT_EQ(zoom("15000"), "1.5e4");
    EXPECT_EQ(zoom("320000.1"), "3.2e5");
    EXPECT_EQ(zoom("65536.123"), "6.55361e4");
    EXPECT_EQ(zoom("2.5e100000"), "2.5e100000");
    EXPECT_EQ(zoom("0.001"), "1e-3");
    EXPECT_EQ(zoom("0.5"), "0.5");
}

TEST(Numbers, LongCoordinatesLoseTheirMiddle) {
    const auto at = [](const std::string &text, const char *zoom) {
        return coordinate_at(Decimal::parse(text), Decimal::parse(zoom));
    };
    EXPECT_EQ(at("-1.4798157772", "10"), "-1.479816") << "no pixel tells more";
    const std::string digits =
        "-1." + std::string(27, '4') + std::string(70, '5') + std::string(27, '6') + "789";
    EXPECT_EQ(at(digits, "1e300"), digits.substr(0, 30) + "..." + std::string(27, '6') + "789");
}

TEST(Numbers, NumbersForPeople) {
    EXPECT_EQ(short_number(0), "0.00");
    EXPECT_EQ(short_number(9.994), "9.99");
    EXPECT_EQ(short_number(9.996), "10.0");
    EXPECT_EQ(short_number(99.96), "100");
    EXPECT_EQ(short_number(1234567), "1,234,567");
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(short_count(2'412'000'000.0), "2.41 G");
    EXPECT_EQ(duration(59.2), "1 min 0 s");
    EXPECT_EQ(duration(3.1), "4 s");
    EXPECT_EQ(duration(3700), "1 h 1 min");
}

TEST(Numbers, LimitsAreReadable) {
    EXPECT_EQ(limit_text(0.5), "0.5");
    EXPECT_EQ(limit_text(-360), "-360");
    EXPECT_EQ(limit_text(1), "1");
    EXPECT_EQ(limit_text(1099511627776), "1,099,511,627,776");
    EXPECT_EQ(limit_text(1e100), "1e+100");
}

TEST(Numbers, TellsNumbersFromWords) {
    EXPECT_TRUE(looks_like_number(" -1.5e999999999 "));
    EXPECT_FALSE(looks_like_number("hello"));
    EXPECT_FALSE(looks_like_number("e"));
    EXPECT_FALSE(looks_like_number(""));
    EXPECT_FALSE(looks_like_number("12 apples"));
}

} // namespace fathom::ui::number_text_test
