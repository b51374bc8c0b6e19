// Location files of other programs, all written here.
#include "render/base/error.h"
#include "render/images/png_writer.h"
#include "render/import/foreign_location.h"
#include "render/import/hexadecimal.h"
#include "render/import/importers.h"
#include "render/import/kfr_colours.h"
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "tests/support/mutated_text.h"
#include "tests/support/processor_time.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <fmt/format.h>
#include <random>

namespace fathom {
namespace {

using kernels::ColourBase;
using kernels::ColourMapping;

const char *formula_of(const Location &location) {
    return kernels::formula_info(location.formula.id).id;
}

ParsedLocation parsed(const std::string &text, const char *source) {
    ParsedLocation result = parse_any_location(text, source);
    check_location(result.location);
    return result;
}

std::string refusal(const std::string &text, const char *source) {
    return message_of<InputError>([&] { parse_any_location(text, source); });
}

/// Whether a warning holds `part`.
bool warns(const ParsedLocation &location, const std::string &part) {
    return std::any_of(location.warnings.begin(), location.warnings.end(),
                       [&](const Complaint &warning) { return contains(warning.what, part); });
}

std::string with_ends(const std::string &text, const std::string &end) {
    std::string result;
    for (const char c : text)
        result += c == '\n' ? end : std::string(1, c);
    return result;
}

const std::string kKfr = "Re: -1.7620000000000000000000000000000000000000000000000000001\n"
                         "Im: -0.028\n"
                         "Zoom: 1.50e001\n"
                         "Iterations: 2500\n"
                         "IterDiv: 0.5\n"
                         "ColorMethod: 1\n"
                         "ColorOffset: 256\n"
                         "RotateAngle: 30\n"
                         "Colors: 0,0,0,255,128,64,10,20,30,\n"
                         "Smooth: 1\n"
                         "Power: 2\n"
                         "FractalType: 1\n"
                         "InteriorColor: 3,2,1\n";

/// The text with a line of that key changed, or added at its end.
std::string kfr_with(const std::string &key, const std::string &value) {
    const std::size_t at = kKfr.find(key + ":");
    if (at == kKfr.npos)
        return kKfr + key + ": " + value + "\n";
    return kKfr.substr(0, at) + key + ": " + value + kKfr.substr(kKfr.find('\n', at));
}

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
    EXPECT_TRUE(contains(refusal(formula("0", "9"), "x.kfr"), "power 9"));
    EXPECT_TRUE(contains(refusal(formula("42", "2"), "x.kfr"), "FractalType 42"));
    EXPECT_TRUE(contains(refusal(formula("one", "2"), "x.kfr"), "x.kfr:12: FractalType must be"));
    EXPECT_TRUE(contains(refusal(kfr_with("UseHybridFormula", "1"), "x.kfr"), "hybrid"));
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
        {"SeedR", "0.5", "start"},
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
    EXPECT_EQ(refusal("Re: 0\nIm: 0\n", "x.kfr"),
              "x.kfr: there is no Zoom, without which it shows no place");
    EXPECT_EQ(refusal("Re: 0\nnonsense\n", "x.kfr").find("x.kfr:2: "), 0u);
    EXPECT_EQ(refusal("Re: 0\nIm: \x01\n", "x.kfr").find("x.kfr:2: a control character"), 0u);
    EXPECT_EQ(refusal("Colors: 1,2,3\n", "x.kfp"),
              "x.kfp is a palette of Kalles Fraktaler, not a place");
}

const std::string kShip = "program = \"fraktaler-3\"\n"
                          "location.real = \"-1.76\"\n"
                          "location.imag = \"-0.03125\"\n"
                          "location.zoom = \"1.5e1\"\n"
                          "bailout.iterations = 3000\n"
                          "transform.rotate = 0.0\n"
                          "image.width = 640\n"
                          "image.height = 480\n"
                          "[[formula]]\n"
                          "abs_x = true\n"
                          "abs_y = true\n";

TEST(ImportFraktaler, ReadsPlaceAndFormula) {
    const ParsedLocation ship = parsed(kShip, "x.f3.toml");
    EXPECT_EQ(ship.location.view.re, Decimal::parse("-1.76"));
    EXPECT_EQ(ship.location.view.im, Decimal::parse("-0.03125"));
    EXPECT_EQ(ship.location.view.zoom, Decimal::parse("15"));
    EXPECT_FALSE(ship.location.view.mirrored);
    EXPECT_EQ(ship.location.iterations, 3000u);
    EXPECT_STREQ(formula_of(ship.location), "burning-ship");
    EXPECT_TRUE(ship.warnings.empty()) << ship.warnings.front().what;
    EXPECT_EQ(parsed(with_ends(kShip, "\r\n"), "place").location, ship.location);
}

TEST(ImportFraktaler, ItsDefaultsAreLeftOutOfFiles) {
    const Location location = parsed("location.zoom = \"3\"\n[[formula]]\n", "x.toml").location;
    EXPECT_STREQ(formula_of(location), "mandelbrot");
    EXPECT_TRUE(location.view.re.is_zero());
    EXPECT_EQ(location.view.zoom, Decimal::parse("3"));
    EXPECT_EQ(location.iterations, 1024u);
    EXPECT_EQ(location.bailout, 625);
    EXPECT_FALSE(parsed("program = \"fraktaler-3\"\n", "x.f3.toml").location.view.mirrored);
}

TEST(ImportFraktaler, APictureMayBeSavedTheOtherWayUp) {
    const std::string plain = "location.imag = \"0.5\"\ntransform.rotate = 0.0\n";
    const std::string turned = plain + "transform.vertical_flip = true\n";
    const auto mirrored = [](const std::string &text, PlaceSource found_in) {
        const ParsedLocation read = parse_any_location(text, "x.f3.toml", found_in);
        EXPECT_TRUE(read.warnings.empty()) << read.warnings.front().what;
        return read.location.view.mirrored;
    };
    // The program shows its place all the same.
    EXPECT_FALSE(mirrored(plain, PlaceSource::file));
    EXPECT_FALSE(mirrored(turned, PlaceSource::file));
    EXPECT_FALSE(mirrored(plain, PlaceSource::picture));
    EXPECT_TRUE(mirrored(turned, PlaceSource::picture));
    EXPECT_FALSE(mirrored(turned + "transform.reflect = true\n", PlaceSource::picture));
    EXPECT_EQ(refusal("transform.vertical_flip = 3\n", "x.toml").find("x.toml:1: "), 0u);
}

TEST(ImportFraktaler, KnowsTheFlags) {
    const auto id = [](const std::string &flags) {
        return std::string(
            formula_of(parsed("location.zoom = \"1\"\n[[formula]]\n" + flags, "x.toml").location));
    };
    EXPECT_EQ(id("power = 2\n"), "mandelbrot");
    EXPECT_EQ(id("power = 5\n"), "multibrot-5");
    EXPECT_EQ(id("neg_y = true\n"), "tricorn");
    EXPECT_EQ(id("neg_x = true\n"), "tricorn");
    EXPECT_EQ(id("neg_x = true\nneg_y = true\n"), "mandelbrot");
    EXPECT_EQ(id("abs_x = true\nneg_y = true\n"), "perpendicular-mandelbrot");
    for (const char *flags :
         {"abs_x = true\n", "abs_y = true\n", "power = 9\n", "power = 1\n",
          "abs_x = true\nabs_y = true\npower = 3\n", "opcodes = \"sqr add\"\n",
          "neg_x = true\nneg_y = true\npower = 3\n", "power = \"two\"\n", "abs_x = 3\n"})
        EXPECT_EQ(refusal("[[formula]]\n" + std::string(flags), "x.toml").find("x.toml:2: "), 0u)
            << flags;
    const std::string hybrid = "[[formula]]\npower = 2\n[[formula]]\npower = 3\n";
    EXPECT_EQ(refusal(hybrid, "x.toml"), "x.toml:2: a hybrid of 2 formulas is not supported");
    EXPECT_TRUE(parsed("[[formula]]\n[[formula]]\npower = 2\n", "x.toml").warnings.empty());
}

TEST(ImportFraktaler, AShipWithTheOtherSignIsTheConjugateOne) {
    const ParsedLocation other = parsed(kShip + "neg_x = true\n", "x.f3.toml");
    EXPECT_EQ(other.location.view.im, Decimal::parse("0.03125"));
    EXPECT_TRUE(other.location.view.mirrored);
    EXPECT_STREQ(formula_of(other.location), "burning-ship");
}

TEST(ImportFraktaler, NamesAndRefuses) {
    EXPECT_EQ(refusal("transform.stretch_amount = 1000.0\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_EQ(refusal("transform.rotate = 36001\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_TRUE(warns(parsed("location.zoom = \"1\"\nfoo = 1\n", "x.toml"), "foo is not known"));
    EXPECT_TRUE(warns(parsed("transform.exponential_map = true\n", "x.toml"), "exponential map"));
    EXPECT_TRUE(warns(
        parsed("location.zoom = \"1\"\ncolour.shader = \"void main() {}\"\n", "x.toml"), "shader"));
    EXPECT_TRUE(warns(parsed("bailout.escape_radius = 1.0\n", "x.toml"), "beyond"));
    EXPECT_EQ(refusal("location.real = \"abc\"\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_EQ(refusal("location.real = [1]\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_EQ(refusal("location.zoom = \"0\"\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_EQ(refusal("location.zoom = \"1\n", "x.toml").find("x.toml:1: "), 0u);
    EXPECT_EQ(refusal("bailout.iterations = true\n", "x.toml").find("x.toml:1: "), 0u);
}

TEST(ImportRustFractal, ReadsAPlaceFarBeyondDouble) {
    const std::string digits = "-1.9999661944503703041843468850635057967553124154072485151176";
    const ParsedLocation deep = parsed("imag = \"-3.25e-34\"\nreal = \"" + digits +
                                           "\"\nzoom = \"4.09925E158\"\n"
                                           "iterations = 60000\nrotate = 0.0\n",
                                       "deep.toml");
    EXPECT_EQ(deep.location.view.re, Decimal::parse(digits));
    EXPECT_EQ(deep.location.view.im, Decimal::parse("-3.25e-34"));
    EXPECT_EQ(deep.location.view.zoom, Decimal::parse("4.09925e158"));
    EXPECT_TRUE(deep.location.view.mirrored);
    EXPECT_EQ(deep.location.iterations, 60000u);
    EXPECT_TRUE(deep.warnings.empty());
    // It says nothing of colours, so they come by themselves.
    EXPECT_TRUE(deep.location.automatic_colours);
    EXPECT_EQ(deep.location.colour.mapping, ColourMapping::rank);
    EXPECT_EQ(deep.location.colour.filter, kernels::ColourFilter::footprint);
    EXPECT_EQ(deep.location.colour.dither, kernels::ColourDither::ordered);
}

TEST(ImportRustFractal, TakesBlanksAroundNumbers) {
    // As published files have them.
    const ParsedLocation blank = parsed("real = \"-0.75 \"\nimag = \" 0.1\"\nzoom = \"1E5 \"\n"
                                        "iterations = \" 500 \"\nrotate = \"0 \"\n",
                                        "x.toml");
    EXPECT_EQ(blank.location, parsed("real = \"-0.75\"\nimag = \"0.1\"\nzoom = \"1E5\"\n"
                                     "iterations = 500\nrotate = 0\n",
                                     "x.toml")
                                  .location);
    EXPECT_TRUE(blank.warnings.empty());
}

TEST(ImportRustFractal, NamesAndRefuses) {
    const std::string whole = "real = \"0.25\"\nimag = \"0\"\nzoom = \"1\"\n";
    EXPECT_TRUE(warns(parsed(whole + "rotate = 90\n", "x.toml"), "turned by 90"));
    EXPECT_TRUE(warns(parsed(whole + "iterations = 9000000000000\n", "x.toml"), "1099511627776"));
    EXPECT_TRUE(warns(parsed(whole + "palette = [1, 2]\n", "x.toml"), "palette is not known"));
    EXPECT_TRUE(contains(refusal("real = \"0\"\nzoom = \"1\"\n", "x.toml"), "there is no imag"));
    EXPECT_EQ(refusal(whole + "iterations = 1e400\n", "x.toml").find("x.toml:4: "), 0u);
    EXPECT_EQ(refusal(whole + "rotate = \"left\"\n", "x.toml").find("x.toml:4: "), 0u);
    EXPECT_EQ(refusal("real = 1979-05-27\nimag = \"0\"\nzoom = \"1\"\n", "x.toml").find("x.toml:1"),
              0u);
}

TEST(ImportDeepDrill, ReadsAPlace) {
    const std::string text = "; a place\n[image]\nwidth = 100\n\n[location]\n"
                             "real = -0.10101010101010101010101010101\n"
                             "imag=0.95\n zoom = 2.5e60\ndepth = 4000\n";
    for (const char *source : {"place.ini", "place"}) {
        const ParsedLocation place = parsed(text, source);
        EXPECT_EQ(place.location.view.re, Decimal::parse("-0.10101010101010101010101010101"));
        EXPECT_EQ(place.location.view.im, Decimal::parse("0.95"));
        EXPECT_EQ(place.location.view.zoom, Decimal::parse("2.5e60"));
        EXPECT_EQ(place.location.iterations, 4000u);
        EXPECT_TRUE(place.location.view.mirrored);
        EXPECT_TRUE(place.warnings.empty());
        EXPECT_EQ(parsed(with_ends(text, "\r"), source).location, place.location);
    }
    EXPECT_TRUE(warns(parsed(text + "[colors]\nmode = 3\n", "x.ini"), "colors.mode is not known"));
    EXPECT_EQ(refusal(text + "nonsense\n", "x.ini").find("x.ini:10: "), 0u);
    EXPECT_EQ(refusal("[location]\nreal = x\nimag = 0\nzoom = 1\n", "x.ini").find("x.ini:2: "), 0u);
    EXPECT_TRUE(contains(refusal("[location]\nreal = 0\n", "x.ini"), "location.imag"));
    EXPECT_TRUE(contains(refusal("", "x.ini"), "location.real"));
}

TEST(ImportImagina, ReadsHexadecimalNumbers) {
    const std::string text = "Formula: Mandelbrot\nLocation:\n  Re: -0x1.8p-1\n  Im: 0x0.4\n"
                             "  Size: 0x1p-100\n  Iterations: 0x400\n";
    const ParsedLocation place = parsed(text, "place.imt");
    EXPECT_EQ(place.location.view.re, Decimal::parse("-0.75"));
    EXPECT_EQ(place.location.view.im, Decimal::parse("0.25"));
    EXPECT_EQ(place.location.view.zoom.to_double(), std::ldexp(1, 101));
    EXPECT_EQ(place.location.iterations, 1024u);
    EXPECT_FALSE(place.location.view.mirrored);
    EXPECT_TRUE(place.warnings.empty());
    EXPECT_EQ(parsed(with_ends(text, "\r\n"), "place").location, place.location);
    EXPECT_TRUE(warns(parsed(text + "Colours:\n  Density: 1\n", "x.imt"), "Colours.Density"));
    EXPECT_TRUE(contains(refusal("Formula: Burning Ship\n" + text.substr(20), "x.imt"),
                         "x.imt:1: Fathom has no formula"));
    for (const auto &[from, to, line] :
         {std::tuple{"-0x1.8p-1", "1.2.3", 3}, std::tuple{"-0x1.8p-1", "0xg", 3},
          std::tuple{"0x0.4", "0x1p9999999999", 4}, std::tuple{"0x1p-100", "0", 5},
          std::tuple{"0x1p-100", "0x1p-900000", 5}, std::tuple{"0x400", "0x1.8p0", 6}}) {
        std::string broken = text;
        broken.replace(broken.find(from), std::string(from).size(), to);
        EXPECT_EQ(refusal(broken, "x.imt").find(fmt::format("x.imt:{}: ", line)), 0u) << to;
    }
    std::string deep;
    for (int i = 0; i < 100; ++i)
        deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    EXPECT_TRUE(contains(refusal(deep, "x.imt"), "nested"));
}

// As Imagina's File.cpp writes it on Windows, where a long has 4 bytes.
std::string imagina_binary(std::uint64_t reference) {
    const auto bytes = [](auto value) {
        return std::string(reinterpret_cast<const char *>(&value), sizeof(value));
    };
    std::string text("\xffIMPV\r\n\0", 8);
    text += bytes(std::uint64_t{0}) + bytes(std::uint64_t{32}) + bytes(reference);
    text += bytes(1.5) + bytes(std::int64_t{-1000}) + bytes(std::uint64_t{4000});
    text += bytes(std::int32_t{0}) + std::string("\xff\xff\xff\xf8\xc0\0\0\0\0\0\0\0", 12);
    text += bytes(std::int32_t{1}) + std::string("\0\0\0\x09\x03\x40\0\0\0\0\0\0\0", 13);
    return text;
}

TEST(ImportImagina, ReadsThePlaceOfItsBinaryFile) {
    const std::string text = imagina_binary(0);
    const ParsedLocation place = parsed(text, "place.im");
    EXPECT_EQ(place.location.view.re, Decimal::parse("-0.75"));
    EXPECT_EQ(place.location.view.im, Decimal::parse("3.25"));
    // 2 / (1.5 x 2^-1000)
    EXPECT_DOUBLE_EQ(place.location.view.zoom.to_double(), std::ldexp(2 / 1.5, 1000));
    EXPECT_EQ(place.location.iterations, 4000U);
    EXPECT_EQ(place.location.formula.id, kernels::kMandelbrot);
    EXPECT_TRUE(warns(place, "does not name its formula"));
    EXPECT_TRUE(warns(parsed(imagina_binary(99) + "orbit", "x"), "reference orbit is left out"));
    for (std::size_t size = 8; size < text.size(); ++size)
        EXPECT_TRUE(contains(refusal(text.substr(0, size), "x.im"), "ends within its location"));
    for (const char size : {'\x7f', '\x80'}) { // of im, 2 GB
        std::string changed = text;
        changed[text.size() - 13] = size;
        EXPECT_TRUE(contains(refusal(changed, "x.im"), "ends within"));
    }
    std::string changed = text;
    changed[46] = 0x7f; // the size's exponent
    EXPECT_FALSE(refusal(changed, "x.im").empty());
    changed = text;
    changed[39] = 0x7f; // its digits, not from 1 to 2
    EXPECT_TRUE(contains(refusal(changed, "x.im"), "above 0"));
}

TEST(ImportImagina, ReadsIterationsAsItWritesThem) {
    const std::string text = "Location:\n\tRe: -0.c\n\tIm: 0.4\n\tSize: 1.8@-10\n\tIterations: ";
    EXPECT_EQ(parsed(text + "4000\n", "x.imt").location.iterations, 4000U);
    EXPECT_EQ(parsed(text + "0xfa0\n", "x.imt").location.iterations, 4000U);
}

TEST(Hexadecimal, IsExact) {
    const auto text = [](const char *hexadecimal) {
        return parse_hexadecimal(hexadecimal)->to_string();
    };
    EXPECT_EQ(text("ff"), "255");
    EXPECT_EQ(text("-0X.8"), "-0.5");
    EXPECT_EQ(text("+1.8P+4"), "24");
    EXPECT_EQ(text("1@2"), "256");
    EXPECT_EQ(text("1@-1"), "0.0625");
    EXPECT_EQ(text("0"), "0");
    EXPECT_EQ(text(" 0x10\t"), "16");
    EXPECT_EQ(text("0x1p-60"), "8.67361737988403547205962240695953369140625e-19");
    EXPECT_EQ(text("0x1.91eb851eb851fp+1"), Decimal::parse("3.140000000000000124344978758017532527"
                                                           "446746826171875")
                                                .to_string());
    for (const char *bad : {"", "-", "0x", ".", "1p", "1p1.5", "1pp1", "--1", "+-1", "1 2",
                            "0x1p+-2", "1@99999999999999999999", "q", "1p-9223372036854775808",
                            "1@-9223372036854775808", "1p9223372036854775807"})
        EXPECT_FALSE(parse_hexadecimal(bad)) << bad;
    EXPECT_FALSE(parse_hexadecimal("1p1000000"));
    EXPECT_FALSE(parse_hexadecimal(std::string(2'000'000, 'f')));
}

const std::string kXpf = "; made by hand\n(initstate)\n(palettecolors \"000000\" \"ff8000\")\n"
                         "(formula 'mandel3) ; cubic\n(view 0.5 -0.25 0.02 0.01)\n"
                         "(maxiter 320)(bailout 16)\n(outcoloring 9)\n"
                         "(julia #t) (juliaseed 0.125 -0.5)\n";

TEST(ImportXaos, ReadsAPlace) {
    const ParsedLocation place = parsed(kXpf, "place.xpf");
    const Location &location = place.location;
    EXPECT_EQ(location.view.re, Decimal::parse("0.5"));
    EXPECT_EQ(location.view.im, Decimal::parse("-0.25"));
    EXPECT_EQ(location.view.zoom.to_double(), 4 / 0.015); // 0.02 wide at 4 to 3 is 0.015 high
    EXPECT_TRUE(location.view.mirrored);
    EXPECT_STREQ(formula_of(location), "multibrot-3");
    EXPECT_EQ(location.iterations, 320u);
    EXPECT_EQ(location.bailout, 4);
    EXPECT_EQ(location.colour.base, ColourBase::smooth);
    EXPECT_EQ(location.colour.density, 1 / 16.0);
    EXPECT_TRUE(location.formula.julia);
    EXPECT_EQ(location.formula.seed_re, Decimal::parse("0.125"));
    EXPECT_EQ(location.formula.seed_im, Decimal::parse("-0.5"));
    const Palette expected{"place", {{0, 0, 0, 0}, {0.5, 255, 128, 0}}};
    EXPECT_EQ(location.own_palette, expected);
    EXPECT_TRUE(place.warnings.empty()) << place.warnings.front().what;
    EXPECT_EQ(parsed(with_ends(kXpf, "\r\n"), "place.xpf").location, location);
    EXPECT_EQ(parsed(kXpf, "folder/place").location, location);
}

TEST(ImportXaos, AnAngleGoesThroughThePaletteOnce) {
    for (const char *mode : {"5", "8"}) {
        const Location location =
            parsed(fmt::format("{}(outcoloring {})", kXpf, mode), "x.xpf").location;
        EXPECT_EQ(location.colour.base, ColourBase::angle);
        EXPECT_EQ(location.colour.density, 1);
        EXPECT_EQ(location.own_palette->stops.size(), 2u);
    }
}

TEST(ImportXaos, ItsDefaultsAreLeftOutOfFiles) {
    const Location location = parsed("(initstate)", "x.xpf").location;
    EXPECT_STREQ(formula_of(location), "mandelbrot");
    EXPECT_EQ(location.view.re, Decimal::parse("-0.75"));
    EXPECT_EQ(location.view.zoom, Decimal::parse("1.6")); // 2.5 high
    EXPECT_EQ(location.iterations, 1000u);
    EXPECT_EQ(location.bailout, 2);
    EXPECT_EQ(location.colour.base, ColourBase::bands);
    EXPECT_FALSE(location.formula.julia);
}

TEST(ImportXaos, NamesAndRefuses) {
    const auto warned = [](const char *form, const char *part) {
        EXPECT_TRUE(warns(parsed(kXpf + form, "x.xpf"), part)) << form;
    };
    warned("(filter 'edge2 #t)", "filter 'edge2");
    warned("(palette 1 1794309737 0)", "own palettes");
    warned("(outcoloring 6)", "biomorphs");
    warned("(outcoloring 77)", "not known");
    warned("(incoloring 3)", "incoloring 3");
    warned("(angle 45)", "turned by 45");
    warned("(bailout 1)", "beyond");
    warned("(perturbation 0.5 0)", "start");
    warned("(somethingnew 1 (2 3))", "somethingnew is not known");
    EXPECT_FALSE(warns(parsed(kXpf + "(filter 'edge #f)", "x.xpf"), "filter"));
    for (const char *form :
         {"(formula 'newton)", "(formula)", "(view 1 2 3)", "(view 0 0 0 0)", "(view a b c d)",
          "(maxiter 0)", "(maxiter -3)", "(bailout x)", "(juliaseed 0.5)", "(juliaseed 0.5 99999)",
          "(plane 3)", "(palettecolors \"ff\")", "(palettecolors \"gggggg\")", "(angle x)", "(",
          ")", "\"", "word"})
        EXPECT_EQ(refusal(kXpf + form, "x.xpf").find("x.xpf:9: "), 0u)
            << form << " gave " << refusal(kXpf + form, "x.xpf");
}

TEST(ImportedFile, IsRecognisedByItsContent) {
    const TempFolder folder;
    write_all(folder / "ship", kKfr);
    EXPECT_STREQ(formula_of(read_location_file(folder / "ship").location), "burning-ship");
    write_all(folder / "own.kfr.toml", to_text(Location{}));
    EXPECT_EQ(read_location_file(folder / "own.kfr.toml").location, Location{});
    const std::pair<std::string, const char *> others[] = {
        {"\xff\xd8\xff\xe0 and more", "JPEG"},
        {std::string("\x76\x2f\x31\x01\2\0\0\0", 8), "OpenEXR"},
        {std::string("II*\0\1\2\3", 7), "TIFF"},
        {"GIMP Palette\n1 2 3\n", "a GIMP palette, not a place"},
        {"GIMP Gradient\n1\n", "a GIMP gradient, not a place"},
        {"0 0 0\n1 1 1\n", "a Fractint colour map, not a place"},
        {"a {\ngradient:\n}\n", "Ultra Fractal"},
        {"fathom-palette = 1\nstops = [[0, \"#000000\"]]\n", "a palette of Fathom"},
        {"Colors: 0,0,0\n", "Kalles"}};
    for (const auto &[text, part] : others)
        EXPECT_TRUE(contains(refusal(text, "file"), part));
}

/// A JPEG without a picture, in which the text is cut into comments.
std::string jpeg_with(const std::string &text, std::size_t part) {
    std::string bytes = "\xff\xd8";
    for (std::size_t at = 0; at < text.size(); at += part) {
        const std::string comment = text.substr(at, part);
        const std::size_t length = comment.size() + 2;
        bytes += "\xff\xfe";
        bytes += {static_cast<char>(length >> 8), static_cast<char>(length & 0xff)};
        bytes += comment;
    }
    return bytes + "\xff\xd9";
}

TEST(ImportedFile, APictureOfTheirsIsAPlaceToo) {
    const TempFolder folder;
    const auto write_png = [&](const char *name, const PngText &text) {
        PngWriter writer(folder / name, {.width = 1, .height = 1, .text = {text}});
        writer.write_rows(std::vector<std::uint8_t>{1, 2, 3}, 1);
        writer.finish();
    };
    for (const std::string &text : {kKfr, kShip}) {
        const Location expected = parsed(text, "a.png").location;
        write_png("a.png", {"Comment", text});
        EXPECT_EQ(read_location_file(folder / "a.png").location, expected);
        write_png("a.png", {"comment", text}); // ImageMagick's
        EXPECT_EQ(read_location_file(folder / "a.png").location, expected);
        write_all(folder / "a.jpg", jpeg_with(text, 65533));
        EXPECT_EQ(read_location_file(folder / "a.jpg").location, expected);
        write_all(folder / "a.jpg", jpeg_with(text, 7));
        EXPECT_EQ(read_location_file(folder / "a.jpg").location, expected);
    }
    const auto without_place = [&](const char *name) {
        const std::string message =
            message_of<InputError>([&] { read_location_file(folder / name); });
        return contains(message, name) && contains(message, "holds no location");
    };
    write_png("gimp.png", {"Comment", "Created with GIMP"});
    EXPECT_TRUE(without_place("gimp.png"));
    write_all(folder / "other.jpg", jpeg_with("Created with GIMP", 100));
    EXPECT_TRUE(without_place("other.jpg"));
    write_all(folder / "bare.jpg", jpeg_with("", 100));
    EXPECT_TRUE(without_place("bare.jpg"));
}

TEST(ImportedFile, OursIsOursWhateverItsStringsAndNameLookLike) {
    const std::string own = to_text(Location{});
    for (const char *note : {"'curly { gradient: nice'", "'''\nRe: 1\nIm: 2\nZoom: 3\n'''",
                             "'''\nLocation: Re: 1 Im: 2 Size: 3\n'''", "'''\nColors: 1\n'''",
                             "'''\n[location]\nreal = 0.5\n'''", "'''\nfathom-palette = 1\n'''"})
        for (const char *source : {"own", "own.kfr", "own.xpf", "own.map", "own.ini"}) {
            const std::string text = own + "\n[about]\nnote = " + note + "\n";
            EXPECT_EQ(parse_any_location(text, source).location, Location{}) << text;
            EXPECT_EQ(palette_kind(text, source), nullptr) << text;
        }
    std::string loose = "\xef\xbb\xbf" + own;
    const std::string key = "fathom = 1";
    ASSERT_NE(loose.find(key), loose.npos);
    loose.replace(loose.find(key), key.size(), "\tfathom=1");
    EXPECT_EQ(parse_any_location(with_ends(loose, "\r\n"), "own.xpf").location, Location{});
    const std::string palette = "# Colors: a { gradient: }\nfathom-palette = 1\n"
                                "stops = [[0, \"#000000\"]]\n";
    std::vector<std::string> warnings;
    for (const char *source : {"own", "own.kfr", "own.ugr", "own.map"})
        EXPECT_EQ(parse_any_palette(palette, source, warnings).stops.size(), 1u);
    EXPECT_TRUE(contains(refusal(palette, "own.xpf"), "a palette of Fathom"));
}

TEST(ImportedFile, IgnoresTheLocale) {
    const Location expected = parsed(kKfr, "a.kfr").location;
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const Location location = parsed(kKfr, "a.kfr").location;
    std::setlocale(LC_ALL, "C");
    EXPECT_EQ(location, expected);
}

TEST(ImportedFile, HostileTextsAreRefusedCheaply) {
    const ThreadTime time;
    const auto repeated = [](const std::string &part, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += part;
        return text;
    };
    std::string keys;
    for (int i = 0; i < 90'000; ++i)
        keys += fmt::format("k{}: 1\n", i);
    const std::pair<std::string, const char *> texts[] = {
        {std::string(2 << 20, ' '), "x.kfr"},
        {keys, "x.kfr"},
        {repeated("(", 1'000'000), "x.xpf"},
        {repeated("(a)", 300'000), "x.xpf"},
        {repeated("a:\n", 300'000), "x.imt"},
        {repeated("[a]\n", 250'000), "x.ini"},
        {"Colors: " + repeated("1,", 500'000), "x.kfr"},
        {"Re: " + repeated("9", 1'000'000) + "\nIm: 0\nZoom: 1\n", "x.kfr"},
        {"Location:\n Size: 1\n Im: 0\n Re: " + repeated("f", 1'000'000), "x.imt"},
        {repeated("[[formula]]\npower = 77\n", 40'000), "x.f3.toml"},
        {"[" + std::string(400'000, 'a') + "]\n" + repeated("b.c = 1\n", 1) + keys, "x.toml"},
        {std::string("\0\1\2\3", 4), "x.xpf"}};
    for (const auto &[text, source] : texts) {
        const std::string message = refusal(text, source);
        EXPECT_EQ(message.find(source), 0u) << message;
        EXPECT_LT(message.size(), 400u);
    }
    // many keys under a table with a long name must not fill the memory
    std::string long_name = "[" + std::string(400'000, 'a') + "]\n";
    for (int i = 0; i < 50'000; ++i)
        long_name += fmt::format("k{} = 1\n", i);
    EXPECT_TRUE(contains(refusal(long_name, "x.toml"), "too long"));
    // nor must tables, alone, in arrays and many in one array
    std::string long_table = "[" + std::string(350'000, 't') + "]\n";
    std::string long_array = long_table;
    for (int i = 0; i < 17'000; ++i) {
        long_table += fmt::format("k{} = {{}}\n", i);
        long_array += fmt::format("k{} = [{{}}]\n", i);
    }
    EXPECT_TRUE(contains(refusal(long_table, "x.toml"), "too long"));
    EXPECT_TRUE(contains(refusal(long_array, "x.toml"), "too long"));
    EXPECT_TRUE(contains(
        refusal(std::string(350'000, 'u') + " = [" + repeated("{},", 200'000) + "{}]\n", "x.toml"),
        "too long"));
    EXPECT_LT(time.used(), std::chrono::seconds(30));
}

TEST(ImportedFile, NoByteChangedBreaksAReader) {
    std::mt19937_64 random(3);
    const std::pair<std::string, const char *> texts[] = {
        {kKfr, "x.kfr"},
        {kShip, "x.f3.toml"},
        {kXpf, "x.xpf"},
        {"[location]\nreal = -0.5\nimag = 0.25\nzoom = 10\ndepth = 50\n", "x.ini"},
        {"Formula: Mandelbrot\nLocation:\n  Re: -0.C\n  Im: 0.4\n  Size: 0.01\n", "x.imt"},
        {"real = \"0.25\"\nimag = \"0\"\nzoom = \"1e30\"\niterations = 100\n", "x.toml"}};
    for (const auto &[whole, source] : texts) {
        int refused = 0;
        for (int i = 0; i < 1000; ++i) {
            const std::string text = mutated(whole, i, random);
            try {
                const Location location = parse_any_location(text, source).location;
                EXPECT_NO_THROW(check_location(location)) << text;
            } catch (const InputError &) {
                ++refused;
            }
        }
        EXPECT_GT(refused, 100) << source;
        EXPECT_LT(refused, 1000) << source;
    }
}

} // namespace
} // namespace fathom
