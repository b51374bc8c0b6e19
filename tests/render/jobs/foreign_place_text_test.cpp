#include "render/images/exr_header.h"
#include "render/import/foreign_location.h"
#include "render/jobs/foreign_place_text.h"
#include "render/places/location.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace fathom::foreign_place_text_test {

Location deep_place() {
    Location location;
    location.view.re = Decimal::parse("-1.76877885247128932180984001234567890123456789");
    location.view.im = Decimal::parse("-0.00173881541234567890123456789012345");
    location.view.zoom = Decimal::parse("3.25e31");
    location.iterations = 123456;
    location.bailout = 1000;
    return location;
}

/// The same place is read from it as `location` is, but for the last bits of how it is turned.
void expect_same_place(const std::optional<std::string> &text, const Location &location) {
    ASSERT_TRUE(text);
    const ParsedLocation parsed = parse_any_location(*text, "text");
    const Location &read = parsed.location;
    EXPECT_EQ(read.view.re, location.view.re);
    EXPECT_EQ(read.view.im, location.view.im);
    EXPECT_EQ(read.view.zoom, location.view.zoom);
    EXPECT_EQ(read.view.mirrored, location.view.mirrored);
    EXPECT_EQ(read.formula, location.formula);
    EXPECT_EQ(read.iterations, location.iterations);
    EXPECT_EQ(read.bailout, location.bailout);
    const ScreenAxes axes = screen_axes(read.view), meant = screen_axes(location.view);
    constexpr double kNear = 1e-12;
    EXPECT_NEAR(axes.right.re, meant.right.re, kNear) << *text;
    EXPECT_NEAR(axes.right.im, meant.right.im, kNear) << *text;
    EXPECT_NEAR(axes.up.re, meant.up.re, kNear) << *text;
    EXPECT_NEAR(axes.up.im, meant.up.im, kNear) << *text;
}

void expect_same_place_in_both(const Location &location) {
    expect_same_place(fraktaler_text(location), location);
    expect_same_place(kalles_text(location), location);
}

TEST(ForeignPlaceText, SaysTurnsStretchesAndMirrors) {
    for (const bool mirrored : {false, true})
        for (const double degrees : {0.0, 35.0, -120.5}) {
            Location location = deep_place();
            location.view.mirrored = mirrored;
            location.view.rotation_degrees = degrees;
            expect_same_place_in_both(location);
            location.view.matrix = stretching(5, 25);
            expect_same_place_in_both(location);
            // one that is itself turned
            location.view.matrix = stretching(3, -60) * stretching(2, 10);
            expect_same_place_in_both(location);
        }
}

TEST(ForeignPlaceText, SaysFormulas) {
    for (const char *id :
         {"mandelbrot", "multibrot-3", "burning-ship", "tricorn", "perpendicular-mandelbrot"}) {
        Location location = deep_place();
        location.formula.id = *kernels::find_formula(id);
        expect_same_place_in_both(location);
    }
    for (const char *id : {"buffalo", "celtic"}) {
        Location location = deep_place();
        location.formula.id = *kernels::find_formula(id);
        EXPECT_FALSE(fraktaler_text(location)) << id;
        expect_same_place(kalles_text(location), location);
    }
}

TEST(ForeignPlaceText, SaysNothingOfWhatTheyLack) {
    Location location = deep_place();
    location.formula.julia = true;
    EXPECT_FALSE(fraktaler_text(location));
    EXPECT_FALSE(kalles_text(location));
    location = deep_place();
    location.formula.id = *kernels::find_formula("phoenix");
    EXPECT_FALSE(fraktaler_text(location));
    EXPECT_FALSE(kalles_text(location));
}

TEST(ForeignPlaceText, StandsInOpenExr) {
    const TempFolder folder;
    const auto file = folder / "a.exr";
    const auto ran = run_fathom({"render", "--size", "32x24", "--zoom", "30", "--rotate", "20",
                                 "--iterations", "300", "-o", file.string()});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const ExrHeader header = read_exr_header(file);
    for (const char *key : {kFraktalerKey, kKallesKey}) {
        const auto text = header.texts.find(key);
        ASSERT_NE(text, header.texts.end()) << key;
        const Location location = parse_any_location(text->second, key).location;
        EXPECT_EQ(location.view.zoom, Decimal::parse("30"));
        EXPECT_EQ(location.view.rotation_degrees, 20);
        EXPECT_EQ(location.iterations, 300U);
    }
}

} // namespace fathom::foreign_place_text_test
