#include "tests/render/import/foreign_texts.h"

#include "render/import/palette_import.h"
#include "tests/support/temp_folder.h"

#include <fmt/format.h>

namespace fathom::import_kfr_test {

using kernels::ColourBase;
using kernels::ColourMapping;

TEST(ImportKfr, ReadsPlaceFormulaAndColours) {
    const ParsedLocation kfr = parsed(kKfr, "folder/Ship 1.kfr");
    const Location &location = kfr.location;
    EXPECT_EQ(location.view.re,
              Decimal::parse("-1.7620000000000000000000000000000000000000000000000000001"));
    EXPECT_EQ(location.view.im, Decimal::parse("-0.028"));
    EXPECT_EQ(location.view.zoom, Decimal::parse("15"));
    EXPECT_TRUE(location.view.mirrored);
    EXPECT_EQ(location.view.rotation_degrees, 30);
    EXPECT_STREQ(formula_of(location), "burning-ship");
    EXPECT_EQ(location.iterations, 2500u);
    EXPECT_EQ(location.colour.base, ColourBase::smooth);
    EXPECT_EQ(location.colour.mapping, ColourMapping::square_root);
    EXPECT_EQ(location.colour.density, 1 / 512.0);
    EXPECT_EQ(location.colour.offset, 0.25);
    EXPECT_EQ(location.colour.interior_rgb, 0x010203u);
    EXPECT_EQ(location.bailout, 1e4);
    ASSERT_TRUE(location.own_palette);
    EXPECT_EQ(location.own_palette->name, "ship-1");
    const std::vector<Palette::Stop> &stops = location.own_palette->stops;
    ASSERT_EQ(stops.size(), 24u); // 8 for each of its colours
    EXPECT_EQ(stops[0], (Palette::Stop{0, 0, 0, 0}));
    EXPECT_EQ(stops[8], (Palette::Stop{1 / 3.0, 64, 128, 255}));
    EXPECT_EQ(stops[16], (Palette::Stop{2 / 3.0, 30, 20, 10}));
    EXPECT_EQ(stops[4], (Palette::Stop{4 / 24.0, 32, 64, 128})); // half of the way
    EXPECT_EQ(stops[2], (Palette::Stop{2 / 24.0, 9, 19, 37}));   // a quarter: 0.1464 of it
    EXPECT_TRUE(kfr.warnings.empty());
}

TEST(ImportKfr, TakesAnyLineEndsAndAnyOrder) {
    const Location expected = parsed(kKfr, "a.kfr").location;
    EXPECT_EQ(parsed(with_ends(kKfr, "\r\n"), "a.kfr").location, expected);
    EXPECT_EQ(parsed(with_ends(kKfr, "\r"), "a.kfr").location, expected);
    EXPECT_EQ(parsed("\xef\xbb\xbf" + with_ends(kKfr, "\n\n  "), "a.kfr").location, expected);
    std::vector<std::string> lines;
    std::string line;
    for (const char c : kKfr)
        if (line += c; c == '\n')
            lines.insert(lines.begin(), std::exchange(line, ""));
    for (const std::string &reversed : lines)
        line += reversed;
    EXPECT_EQ(parsed(line, "a.kfr").location, expected);
    // by its content
    EXPECT_EQ(parsed("\xef\xbb\xbf" + kKfr, "a").location, expected);
}

TEST(ImportKfr, KnowsTheFormulasThatFathomHas) {
    const auto formula = [](const char *type, const char *power) {
        std::string text = kfr_with("FractalType", type);
        text.replace(text.find("Power: 2"), 8, std::string("Power: ") + power);
        return text;
    };
    EXPECT_STREQ(formula_of(parsed(formula("0", "2"), "x.kfr").location), "mandelbrot");
    EXPECT_STREQ(formula_of(parsed(formula("0", "3"), "x.kfr").location), "multibrot-3");
    EXPECT_STREQ(formula_of(parsed(formula("0", "8"), "x.kfr").location), "multibrot-8");
    EXPECT_STREQ(formula_of(parsed(formula("3", "2"), "x.kfr").location), "celtic");
    EXPECT_STREQ(formula_of(parsed(formula("4", "2"), "x.kfr").location), "tricorn");
    EXPECT_STREQ(formula_of(parsed(formula("2", "2"), "x.kfr").location), "buffalo");
    EXPECT_STREQ(formula_of(parsed(formula("6", "2"), "x.kfr").location),
                 "perpendicular-mandelbrot");
    EXPECT_TRUE(contains(refusal(formula("1", "3"), "x.kfr"), "x.kfr:12: "));
    EXPECT_TRUE(contains(refusal(formula("0", "9"), "x.kfr"), "Power 9"));
    EXPECT_TRUE(contains(refusal(formula("42", "2"), "x.kfr"), "FractalType 42"));
    EXPECT_TRUE(contains(refusal(formula("one", "2"), "x.kfr"), "x.kfr:12: FractalType must be"));
    EXPECT_TRUE(contains(refusal(kfr_with("UseHybridFormula", "1"), "x.kfr"), "hybrid"));
}

TEST(ImportKfr, AHybridThatIsOneFormulaIsThatFormula) {
    const auto hybrid = [](const std::string &formula) {
        return kfr_with("UseHybridFormula", "1") + "HybridFormula: " + formula + "\n";
    };
    const std::string none = "0,0,0,0,0,0,0;0";
    const std::pair<std::string, const char *> known[] = {
        {"0/1|1,1,0,0,2,1,0;" + none, "burning-ship"},
        {"0/1|0,0,0,0,3,1,0;" + none, "multibrot-3"},
        {"0/1|0,0,0,0,2,1,0;" + none + "/3|0,0,1,1,2,1,0;" + none, "mandelbrot"},
        {"1/1|0,0,0,1,2,1,0;" + none + "/1|0,0,1,0,2,1,0;" + none, "tricorn"},
        // z^2 and then its parts made positive; z^2 as z times z; as twice less once
        {"0/1|0,0,0,0,2,1,0;" + none + "|1,1,0,0,1,1,0;" + none, "buffalo"},
        {"0/1|0,0,0,0,1,1,0;0,0,0,0,1,1,0;2", "mandelbrot"},
        {"0/1|0,0,0,0,2,2,0;0,0,0,0,2,1,0;1", "mandelbrot"}};
    for (const auto &[text, id] : known)
        EXPECT_STREQ(formula_of(parsed(hybrid(text), "x.kfr").location), id) << text;
    const std::string other[] = {"0/1|1,1,0,0,3,1,0;" + none, // a cubic ship
                                 "0/1|0,0,0,0,2,1,0;" + none + "/1|1,1,0,0,2,1,0;" +
                                     none,                            // two in turn
                                 "0/1|0,0,0,0,2,1,0;0,0,0,0,1,1,0;0", // z^2 + z
                                 "0/1|0,0,0,0,2,0.5,0;" + none, "0/1|0,0,0,0,900,1,0;" + none};
    for (const std::string &text : other)
        EXPECT_EQ(refusal(hybrid(text), "x.kfr").find("x.kfr:15: HybridFormula"), 0u) << text;
    for (const char *broken : {"", "0", "0/", "0/1", "0/0|0,0,0,0,2,1,0;0,0,0,0,0,0,0;0",
                               "1/1|0,0,0,0,2,1,0;0,0,0,0,0,0,0;0", "0/1|0,0,0,0,2,1;0;0",
                               "0/1|0,0,0,0,x,1,0;0,0,0,0,0,0,0;0", "0/1|0,0,0,0,2,1,0"})
        EXPECT_TRUE(contains(refusal(hybrid(broken), "x.kfr"), "must be LOOP/")) << broken;
    // One that is not used says nothing.
    EXPECT_STREQ(
        formula_of(parsed(kKfr + "UseHybridFormula: 0\nHybridFormula: 0/1\n", "x.kfr").location),
        "burning-ship");
}

TEST(ImportKfr, OtherPicturesAreRefusedByName) {
    for (const char *key : {"SeedR", "SeedI", "ExponentialMap"})
        EXPECT_EQ(refusal(kfr_with(key, "1"), "x.kfr").find(fmt::format("x.kfr:14: {} = 1", key)),
                  0u);
    EXPECT_EQ(parsed("Re: 0\nIm: 0\nZoom: 1\n", "x.kfr").location.iterations, 200u);
}

TEST(ImportKfr, SmoothAndFlatAreKnownOfDistances) {
    const ParsedLocation distance =
        parsed("Re: 0\nIm: 0\nZoom: 1\nColorMethod: 7\nSmooth: 1\nFlat: 0\n", "x.kfr");
    EXPECT_EQ(distance.location.colour.base, ColourBase::distance);
    EXPECT_FALSE(warns(distance, "is not known"));
    // Its cycle is not that program's: it is fitted to the picture, which would be nearly black.
    EXPECT_TRUE(distance.location.automatic_colours);
    EXPECT_TRUE(distance.warnings.empty());
    EXPECT_FALSE(
        parsed("Re: 0\nIm: 0\nZoom: 1\nColorMethod: 0\n", "x.kfr").location.automatic_colours);
}

TEST(ImportKfr, NamesThePaletteThatItShows) {
    const Location location =
        parsed("Re: 0\nIm: 0\nZoom: 1\nColors: 1,2,3,4,5,6,\n", "Deep Sea.kfr").location;
    ASSERT_TRUE(location.own_palette);
    EXPECT_EQ(location.palette, location.own_palette->name);
    EXPECT_EQ(location.palette, "deep-sea");
}

TEST(ImportKfr, HonoursWhereImPoints) {
    const ParsedLocation down = parsed(kfr_with("ImagPointsUp", "0"), "x.kfr");
    EXPECT_EQ(down.location, parsed(kKfr, "x.kfr").location);
    EXPECT_TRUE(down.warnings.empty());
    const ParsedLocation up = parsed(kfr_with("ImagPointsUp", "1"), "x.kfr");
    Location expected = down.location;
    expected.view.mirrored = false;
    EXPECT_EQ(up.location, expected);
    EXPECT_TRUE(up.warnings.empty());
    EXPECT_EQ(refusal(kfr_with("ImagPointsUp", "up"), "x.kfr").find("x.kfr:14: "), 0u);
}

TEST(ImportKfr, NamesWhatIsLeftOut) {
    const std::tuple<const char *, const char *, const char *> extras[] = {
        {"TextureEnabled", "1", "texture"},
        {"JitterSeed", "1", "jitter"},
        {"MultiColor", "1", "several waves"},
        {"ColorMethod", "10", "arcus tangent"},
        {"ColorMethod", "99", "not known"},
        {"Slopes", "1", "slopes"},
        {"Iterations", "5000000000000", "1099511627776"},
        {"IterDiv", "0", "beyond"},
        {"Whatever", "1", "Whatever is not known"}};
    for (const auto &[key, value, part] : extras)
        EXPECT_TRUE(warns(parsed(kfr_with(key, value), "x.kfr"), part)) << key;
    for (const auto &[key, value] : {std::pair{"StretchAmount", "0.000000"},
                                     {"Ratio", "360.0"},
                                     {"TextureEnabled", "0"},
                                     {"real", "1"},
                                     {"SeedI", "0"}})
        EXPECT_TRUE(parsed(kfr_with(key, value), "x.kfr").warnings.empty()) << key;
    for (const auto &[text, limit] : {std::pair{"4000000001", 4'000'000'001UL},
                                      {"1099511627776", 1UL << 40},
                                      {"1099511627777", 1UL << 40},
                                      {"5000000000000", 1UL << 40}})
        EXPECT_EQ(parsed(kfr_with("Iterations", text), "x.kfr").location.iterations, limit);
}

TEST(ImportKfr, TakesItsEscapeRadius) {
    const auto radius = [](const std::string &keys) {
        return parsed(kKfr + keys, "x.kfr").location.bailout;
    };
    EXPECT_EQ(radius("BailoutRadiusPreset: 0\n"), 1e4);
    EXPECT_EQ(radius("BailoutRadiusPreset: 1\n"), 2);
    EXPECT_EQ(radius("BailoutRadiusPreset: 2\n"), 2); // 2^(1 / (2 - 1))
    EXPECT_EQ(radius("BailoutRadiusPreset: 3\nBailoutRadiusCustom: 25.5\n"), 25.5);
    // Before there were presets.
    EXPECT_EQ(radius("SmoothMethod: 0\n"), 1e4);
    EXPECT_EQ(radius("SmoothMethod: 1\n"), 2);
    EXPECT_EQ(radius("SmoothMethod: 1\nSmoothingMethod: 0\n"), 1e4);
    EXPECT_EQ(radius("BailoutRadiusPreset: 3\nBailoutRadiusCustom: 1e10\n"), 1e9);
    EXPECT_TRUE(warns(parsed(kKfr + "BailoutRadiusPreset: 3\nBailoutRadiusCustom: 1\n", "x.kfr"),
                      "beyond Fathom's range"));
    EXPECT_TRUE(warns(parsed(kKfr + "SmoothMethod: 1\n", "x.kfr"), "smooth count"));
    EXPECT_TRUE(warns(parsed(kKfr + "SmoothingMethod: 1\n", "x.kfr"), "smooth count"));
    EXPECT_FALSE(warns(parsed(kKfr + "SmoothMethod: 1\nSmoothingMethod: 0\n", "x.kfr"), "smooth"));
    EXPECT_EQ(refusal(kKfr + "BailoutRadiusPreset: 4\n", "x.kfr").find("x.kfr:14: "), 0u);
}

TEST(ImportKfr, KnowsBands) {
    const auto base = [](const std::string &keys) {
        return parsed("Re: 0\nIm: 0\nZoom: 1\n" + keys, "x.kfr").location.colour.base;
    };
    EXPECT_EQ(base("Smooth: 0\n"), ColourBase::bands);
    EXPECT_EQ(base("Smooth: 0\nIterDiv: 7\n"), ColourBase::bands);
    // 100 places of the palette for each count
    EXPECT_EQ(base("Smooth: 0\nIterDiv: 0.01\n"), ColourBase::smooth);
    EXPECT_EQ(base("Smooth: 0\nColorMethod: 3\n"), ColourBase::smooth);
    EXPECT_EQ(base("Smooth: 1\nFlat: 1\nIterDiv: 0.01\n"), ColourBase::bands);
    EXPECT_EQ(base("Smooth: 1\n"), ColourBase::smooth);
}

TEST(ImportKfr, ResamplesLargePalettes) {
    std::string bytes;
    for (int i = 0; i < 600; ++i)
        bytes += fmt::format("{0},{0},{0},", i % 256);
    const ParsedLocation kfr = parsed(kfr_with("Colors", bytes), "x.kfr");
    EXPECT_EQ(kfr.location.own_palette->stops.size(), 256u);
    EXPECT_TRUE(warns(kfr, "600 colours"));
}

TEST(ImportKfr, RefusesWhatIsBroken) {
    const std::tuple<const char *, const char *, int> broken[] = {{"Re", "", 1},
                                                                  {"Re", "1,5", 1},
                                                                  {"Re", "10001", 1},
                                                                  {"Im", "nan", 2},
                                                                  {"Im", "0x10", 2},
                                                                  {"Zoom", "0", 3},
                                                                  {"Zoom", "-5", 3},
                                                                  {"Zoom", "1e100001", 3},
                                                                  {"Iterations", "0", 4},
                                                                  {"Iterations", "-1", 4},
                                                                  {"Iterations", "1.5", 4},
                                                                  {"IterDiv", "one", 5},
                                                                  {"IterDiv", "nan", 5},
                                                                  {"ColorMethod", "1.5", 6},
                                                                  {"RotateAngle", "inf", 8},
                                                                  {"StretchAmount", "11", 14},
                                                                  {"StretchAmount", "x", 14},
                                                                  {"Colors", "1,2", 9},
                                                                  {"Colors", "1,2,300", 9},
                                                                  {"Colors", "1,2,x", 9},
                                                                  {"Colors", "", 9},
                                                                  {"Smooth", "maybe", 10},
                                                                  {"InteriorColor", "1", 13}};
    for (const auto &[key, value, line] : broken)
        EXPECT_EQ(refusal(kfr_with(key, value), "x.kfr").find(fmt::format("x.kfr:{}: ", line)), 0u)
            << key << " " << value << " gave " << refusal(kfr_with(key, value), "x.kfr");
    EXPECT_EQ(refusal("Re: 0\nIm: 0\n", "x.kfr"), "x.kfr: no zoom (Zoom) in this file");
    EXPECT_EQ(refusal("Re: 0\nnonsense\n", "x.kfr").find("x.kfr:2: "), 0u);
    EXPECT_EQ(refusal("Re: 0\nIm: \x01\n", "x.kfr").find("x.kfr:2: a control character"), 0u);
    EXPECT_EQ(refusal("Colors: 1,2,3\n", "x.kfp"),
              "x.kfp is a palette of Kalles Fraktaler, not a place");
}

} // namespace fathom::import_kfr_test
