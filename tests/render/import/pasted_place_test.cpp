// What people copy where they talk about places.
#include "render/import/pasted_place.h"

#include "render/base/error.h"

#include <gtest/gtest.h>

namespace fathom::pasted_place_test {

Location present() {
    Location location;
    location.view.zoom = Decimal::parse("5");
    location.iterations = 777;
    location.palette = "lagoon";
    return location;
}

TEST(PastedPlace, CoordinatesInAllCommonForms) {
    for (const char *text : {"-0.7436, 0.1318",          "-0.7436 0.1318",
                             "(-0.7436,0.1318)",         "-0.7436;0.1318",
                             "-0.7436\t0.1318\n",        "\"-0.7436\", \"0.1318\"",
                             "\u22120.7436, 0.1318",     "re = -0.7436 im = 0.1318",
                             "Re: -0.7436, Im: +0.1318", "re=\"-0.7436\"\nim=\"0.1318\"",
                             "x = -0.7436, y = 0.1318",  "Imaginary 0.1318 Real -0.7436",
                             "-0.7436 + 0.1318i",        "-0.7436+0.1318 i",
                             "(-0.7436+0.1318j)",        "-0.7436 + i*0.1318",
                             "-0.7436 + 0.1318*i",       "0.1318i - 0.7436",
                             "c = -0.7436 + 0.1318 i",   "[-0.7436, 0.1318]",
                             "-7436e-4, 1.318E-1"}) {
        const ParsedLocation parsed = parse_pasted_place(text, present());
        Location expected = present();
        expected.view.re = Decimal::parse("-0.7436");
        expected.view.im = Decimal::parse("0.1318");
        EXPECT_EQ(parsed.location, expected) << text;
        EXPECT_TRUE(parsed.warnings.empty()) << text;
    }
}

TEST(PastedPlace, ZoomAndIterationsWhereTheyAreTold) {
    for (const char *text :
         {"-0.7436 0.1318 1e10", "-0.7436, 0.1318, 1e10", "-0.7436 0.1318 1e10x",
          "-0.7436 0.1318 x1e10", "-0.7436, 0.1318 \u00d7 1e10", "1e10x at -0.7436 0.1318",
          "-0.7436 + 0.1318i @ 1e10", "re = -0.7436 im = 0.1318 zoom = 1e10",
          "-0.7436 + 0.1318i, magnification: 1e10",
          "Re: -0.7436\r\nIm: 0.1318\r\nmagnification x 1e10"}) {
        Location expected = present();
        expected.view.re = Decimal::parse("-0.7436");
        expected.view.im = Decimal::parse("0.1318");
        expected.view.zoom = Decimal::parse("1e10");
        EXPECT_EQ(parse_pasted_place(text, present()).location, expected) << text;
    }
    Location automatic = present();
    automatic.automatic_iterations = true;
    const Location counted =
        parse_pasted_place("-0.7436 0.1318 zoom 8 iterations: 5000", automatic).location;
    EXPECT_EQ(counted.iterations, 5000U);
    EXPECT_FALSE(counted.automatic_iterations);
}

/// The three numbers that a text tells.
std::string told(const char *text) {
    try {
        const auto location = coordinates_in(text, present());
        return !location ? "nothing"
                         : location->view.re.to_string() + " " + location->view.im.to_string() +
                               " " + location->view.zoom.to_string() +
                               (location->iterations == 777 ? "" : " and a limit");
    } catch (const InputError &error) {
        return std::string(error.what()).find("more than one way") == std::string::npos ? "refused"
                                                                                        : "unclear";
    }
}

TEST(PastedPlace, CommasAreReadAsWhatTheyAreOrNotAtAll) {
    const std::pair<const char *, const char *> texts[] = {
        // decimal commas
        {"-1,7 2", "-1.7 2 5"},
        {"-0,75 0 1", "-0.75 0 1"},
        {"-1,75 10 1000", "-1.75 10 1000"},
        {"-0,7436 + 0,1318i", "-0.7436 0.1318 5"},
        {"-0,7436; 0,1318; 1e4", "-0.7436 0.1318 10000"},
        {"-0,7436, 0,1318", "-0.7436 0.1318 5"},
        {"re=-0,7436 im=0,1318 zoom=1,5e10", "-0.7436 0.1318 15000000000"},
        // between numbers
        {"-0.7436,0.1318 1e10", "-0.7436 0.1318 10000000000"},
        {"-7436e-4,1.318E-1", "-0.7436 0.1318 5"},
        {"-0.5,0,1", "-0.5 0 1"},
        {"(-1,7)", "-1 7 5"},
        {"-1, 7", "-1 7 5"},
        // of thousands
        {"re -0.5 im 0.1 zoom 1,500", "-0.5 0.1 1500"},
        {"-0.5, 0.1, 1,500,000", "-0.5 0.1 1500000"},
        {"re -0.5 im 0.1 zoom 12'500", "-0.5 0.1 12500"},
        {"re -0.5 im 0.1 zoom 12\u2019500", "-0.5 0.1 12500"},
        {"re -0.5 im 0.1 zoom 12\u202f500", "-0.5 0.1 12500"},
        {"-0.5\u00a00.1", "-0.5 0.1 5"},
        // nobody can tell
        {"-1,7", "unclear"},
        {"0,0,1", "unclear"},
        {"-1,750 0 1", "unclear"},
        {"-0.5,0.1,1,500", "unclear"},
        {"re -0.5 im 0.1 zoom 1,5", "unclear"},
        {"re -0.5 im 0.1 zoom 12'50", "unclear"},
        {"1.234,5 0,1", "unclear"},
        {"re -0.5 im 0.1 zoom 12 500", "unclear"},
        // nor are these coordinates
        {"1,5 apples", "nothing"},
        {"12,5", "unclear"},
        {"1,2,3,4,5", "nothing"}};
    for (const auto &[text, expected] : texts)
        EXPECT_EQ(told(text), expected) << text;
}

TEST(PastedPlace, TextsOfLocationFiles) {
    const ParsedLocation own = parse_pasted_place(to_text(present()), Location());
    EXPECT_EQ(own.location, present());
    const char *const kfr = "Re: -0.7436\r\nIm: 0.1318\r\nZoom: 1E10\r\nIterations: 2000\r\n";
    EXPECT_EQ(parse_pasted_place(kfr, present()).location.iterations, 2000U);
    EXPECT_TRUE(parse_pasted_place(kfr, present()).location.view.mirrored);
    const char *const imagina = "Imagina\nLocation:\n  Re: -0xc.0p-4\n  Im: 0x2.0p-4\n  Size: "
                                "0x1.0p-9\n  Iterations: 0x400\n";
    EXPECT_EQ(parse_pasted_place(imagina, present()).location.view.zoom, Decimal::parse("1024"));
    const char *const rust_fractal = "real = \"-0.7436\"\nimag = \"0.1318\"\nzoom = \"1E10\"\n"
                                     "iterations = 3000\nglitch_tolerance = 1.4e-6\n";
    EXPECT_EQ(parse_pasted_place(rust_fractal, present()).location.iterations, 3000U);
}

TEST(PastedPlace, AnythingElseIsRefusedInOneSentence) {
    for (const char *text : {"", "hello world", "0.5", "0.1, 0.2, 0.3, 5, 6",
                             "https://example.org/", "1.2.3 4", "-0.7436 + 0.1318i + 2i",
                             "zoom = 1e10", "a = [1, 2", "re = 1 re = 2 im = 3", "\x89PNG"}) {
        try {
            parse_pasted_place(text, present());
            ADD_FAILURE() << text;
        } catch (const InputError &error) {
            EXPECT_TRUE(
                std::string(error.what()).starts_with("the clipboard holds no place; copy "))
                << text << ": " << error.what();
        }
    }
    EXPECT_THROW(parse_pasted_place("0.5 0.5 -3", present()), InputError);
}

} // namespace fathom::pasted_place_test
