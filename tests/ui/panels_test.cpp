// What the panels know without a window.
#include "render/base/error.h"
#include "render/places/location.h"
#include "ui/state/number_text.h"
#include "ui/state/suggested_iterations.h"
#include "ui/texts/tooltips.h"
#include "ui/widgets/tooltips.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace fathom::ui::panels_test {

TEST(Tooltips, SaySomethingOfEachControlOnce) {
    std::set<std::string> controls;
    for (const texts::Tooltip &tooltip : texts::kTooltips) {
        EXPECT_TRUE(controls.insert(tooltip.control).second) << tooltip.control;
        const std::string words = tooltip.words;
        EXPECT_GT(words.size(), 8U) << tooltip.control;
        EXPECT_EQ(words.back(), '.') << tooltip.control;
    }
}

TEST(Tooltips, AreFoundByNameOrByItsBeginning) {
    ASSERT_NE(find_tooltip("formula-julia"), nullptr);
    ASSERT_NE(find_tooltip("formula-3"), nullptr);
    EXPECT_NE(std::string(find_tooltip("formula-julia")), find_tooltip("formula-3"))
        << "a whole name comes first";
    EXPECT_EQ(find_tooltip("no-such-control"), nullptr);
    EXPECT_EQ(find_tooltip(""), nullptr);
}

TEST(ViewPanel, SuggestsMoreIterationsTheDeeperTheView) {
    EXPECT_EQ(suggested_iterations(Decimal::parse("0.5")), 1000U);
    EXPECT_EQ(suggested_iterations(Decimal::parse("1")), 1000U);
    std::uint64_t before = 1000;
    for (const char *zoom : {"1e3", "1e6", "1e12", "1e100", "1e1000"}) {
        const std::uint64_t here = suggested_iterations(Decimal::parse(zoom));
        EXPECT_GT(here, before) << zoom;
        before = here;
    }
    EXPECT_LE(suggested_iterations(ViewLimits().max_zoom), LocationLimits::kMaxIterations);
}

TEST(Numbers, AreReadTheSameInEveryLocale) {
    EXPECT_EQ(parse_number("0.5"), 0.5);
    EXPECT_EQ(parse_number("-2e3"), -2000);
    EXPECT_EQ(parse_number(" 0.5\t"), 0.5);
    for (const char *text : {"", " ", "0,5", "1 1", "1x", "nan", "inf", "1e999", "--1"})
        EXPECT_THROW(parse_number(text), InputError) << text;
}

} // namespace fathom::ui::panels_test
