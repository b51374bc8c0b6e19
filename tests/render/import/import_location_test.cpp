#include "tests/render/import/foreign_texts.h"

#include "render/import/hexadecimal.h"
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "tests/support/temp_folder.h"

#include <fmt/format.h>

namespace fathom::import_location_test {

using kernels::ColourBase;
using kernels::ColourMapping;

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
          "abs_x = true\nabs_y = true\npower = 3\n", "opcodes = \"sqr sqrt add\"\n",
          "neg_x = true\nneg_y = true\npower = 3\n", "power = \"two\"\n", "abs_x = 3\n"})
        EXPECT_EQ(refusal("[[formula]]\n" + std::string(flags), "x.toml").find("x.toml:2: "), 0u)
            << flags;
    const std::string hybrid = "[[formula]]\npower = 2\n[[formula]]\npower = 3\n";
    EXPECT_EQ(refusal(hybrid, "x.toml"), "x.toml:2: a hybrid of 2 formulas is not supported");
    EXPECT_TRUE(parsed("[[formula]]\n[[formula]]\npower = 2\n", "x.toml").warnings.empty());
}

TEST(ImportFraktaler, FollowsOpcodes) {
    const auto text = [](const std::string &opcodes) {
        return "program = \"fraktaler-3\"\nlocation.zoom = \"1\"\n[[formula]]\nopcodes = \"" +
               opcodes + "\"\n";
    };
    const std::pair<const char *, const char *> known[] = {
        {"sqr add", "mandelbrot"},
        {"sqr", "mandelbrot"},
        {" sqr  add ", "mandelbrot"},
        {"negx negy sqr", "mandelbrot"},
        {"absx absy sqr", "burning-ship"},
        {"absy absx store mul add", "burning-ship"},
        {"sqr absy negy", "burning-ship"}, // the conjugate one
        {"negy sqr add", "tricorn"},
        {"sqr negy", "tricorn"},
        {"sqr absx", "celtic"},
        {"sqr absx absy add", "buffalo"},
        {"absx negy sqr", "perpendicular-mandelbrot"},
        {"sqr mul", "multibrot-3"},
        {"store sqr mul add", "multibrot-3"},
        {"sqr sqr add", "multibrot-4"},
        {"sqr mul sqr", "multibrot-6"},
    };
    for (const auto &[opcodes, id] : known)
        EXPECT_STREQ(formula_of(parsed(text(opcodes), "x.toml").location), id) << opcodes;
    const std::pair<const char *, const char *> refused[] = {
        {"absx absy sqr mul add", "\"mul\""},   {"sqr rot45 add", "\"rot45\""},
        {"absx sqr add", "\"absx\""},           {"sqr sqr sqr sqr", "\"sqr\""},
        {"sqr add sqr add", "add as the last"}, {"add", "add as the last"}};
    for (const auto &[opcodes, part] : refused) {
        const std::string message = refusal(text(opcodes), "x.toml");
        EXPECT_EQ(message.find("x.toml:4: "), 0u) << message;
        EXPECT_TRUE(contains(message, part));
    }
    // With opcodes the program leaves the flags aside; empty ones are none.
    EXPECT_STREQ(formula_of(parsed(text("sqr") + "abs_x = true\n", "x.toml").location),
                 "mandelbrot");
    EXPECT_STREQ(formula_of(parsed(text("") + "power = 3\n", "x.toml").location), "multibrot-3");
    EXPECT_TRUE(parsed(text("sqr") + "[[formula]]\npower = 2\n", "x.toml").warnings.empty());
    EXPECT_TRUE(contains(refusal(text("sqr") + "[[formula]]\nabs_x = true\nabs_y = true\n", "x"),
                         "a hybrid of 2 formulas"));
}

TEST(ImportFraktaler, IsToldByItsProgramAlone) {
    const ParsedLocation home =
        parsed("program = \"fraktaler-3\"\nversion = \"3.1\"\nimage.width = 1280\n", "x.toml");
    EXPECT_TRUE(home.location.view.re.is_zero());
    EXPECT_EQ(home.location.view.zoom, Decimal::parse("1"));
    EXPECT_TRUE(home.warnings.empty());
    EXPECT_TRUE(
        contains(refusal("program = \"other\"\n", "x.toml"), "cannot open this kind of file"));
}

TEST(ImportFraktaler, RefusesUnknownKeysOfWhatIsShown) {
    for (const char *key : {"location.skew = 3", "transform.skew = 0.5", "formula.abs_x = true",
                            "formula = \"ship\""})
        EXPECT_EQ(refusal("program = \"fraktaler-3\"\n" + std::string(key) + "\n", "x.toml")
                      .find("x.toml:2: " + std::string(key).substr(0, 8)),
                  0u)
            << key;
    EXPECT_TRUE(
        contains(refusal("[[formula]]\nrot = 45\n", "x.f3.toml"), "x.f3.toml:2: formula[0].rot"));
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
    EXPECT_TRUE(contains(refusal("transform.exponential_map = true\n", "x.toml"),
                         "x.toml:1: transform.exponential_map"));
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

TEST(ImportRustFractal, NamesItsFormula) {
    const std::string place = "real = \"-1.75\"\nimag = \"0\"\nzoom = \"2E1\"\n";
    const auto id = [&](const std::string &keys) {
        return std::string(formula_of(parsed(place + keys, "x.toml").location));
    };
    EXPECT_EQ(id(""), "mandelbrot");
    EXPECT_EQ(id("fractal_type = \"Mandelbrot\"\n"), "mandelbrot");
    EXPECT_EQ(id("fractal_type = \"BurningShip\"\n"), "burning-ship");
    EXPECT_EQ(id("fractal_type = \"burningship\"\nfractal_power = 2\n"), "burning-ship");
    EXPECT_EQ(id("fractal_power = 3\n"), "multibrot-3");
    EXPECT_EQ(id("fractal_power = 8.0\n"), "multibrot-8");
    const std::pair<const char *, const char *> refused[] = {
        {"fractal_type = \"burningship\"\nfractal_power = 3\n",
         "\"burningship\" with fractal_power = 3"},
        {"fractal_type = \"tricorn\"\n", "\"tricorn\""},
        {"fractal_power = 9\n", "fractal_power = 9"},
        {"fractal_power = 1\n", "fractal_power = 1"},
        {"fractal_power = 2.5\n", "whole number"},
        {"fractal_seed = 1\n", "fractal_seed"}};
    for (const auto &[keys, part] : refused) {
        EXPECT_EQ(refusal(place + keys, "x.toml").find("x.toml:4: "), 0u) << keys;
        EXPECT_TRUE(contains(refusal(place + keys, "x.toml"), part));
    }
}

TEST(ImportRustFractal, NamesAndRefuses) {
    const std::string whole = "real = \"0.25\"\nimag = \"0\"\nzoom = \"1\"\n";
    EXPECT_TRUE(warns(parsed(whole + "rotate = 90\n", "x.toml"), "turned by 90"));
    EXPECT_TRUE(warns(parsed(whole + "iterations = 9000000000000\n", "x.toml"), "1099511627776"));
    EXPECT_TRUE(warns(parsed(whole + "palette = [1, 2]\n", "x.toml"), "palette is not known"));
    EXPECT_TRUE(contains(refusal("real = \"0\"\nzoom = \"1\"\n", "x.toml"),
                         "no centre (imag) in this file"));
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

TEST(ImportDeepDrill, HasItsOwnDefaultsAndRefusesWhatItDoesNotKnow) {
    const std::string text = "[Location]\nReal = -0.5\nimag = 0\nzoom = 2\n";
    EXPECT_EQ(parsed(text, "x.ini").location.iterations, 800u);
    EXPECT_EQ(parsed(text, "x.ini").location.view.re, Decimal::parse("-0.5"));
    EXPECT_EQ(parsed(text + "escape = 100\n", "x.ini").location.bailout, 100);
    EXPECT_TRUE(warns(parsed(text + "escape = 1e32\n", "x.ini"), "location.escape"));
    EXPECT_EQ(refusal(text + "rotate = 30\n", "x.ini").find("x.ini:5: location.rotate"), 0u);
}

TEST(ImportImagina, KnowsItsFormulas) {
    const std::string place = "Location:\n  Re: -0.c\n  Im: 0.4\n  Size: 1\n";
    const auto id = [&](const std::string &formula) {
        return std::string(
            formula_of(parsed("Formula: " + formula + "\n" + place, "x.imt").location));
    };
    EXPECT_EQ(id("Burning ship"), "burning-ship");
    EXPECT_EQ(id("Tricorn"), "tricorn");
    for (const char *other : {"Nova", "z^3+c"})
        EXPECT_TRUE(
            contains(refusal("Formula: " + std::string(other) + "\n" + place, "x.imt"), other));
    EXPECT_EQ(parsed(place, "x.imt").location.iterations, 1024u);
    EXPECT_EQ(refusal(place + "  Rotation: 1\n", "x.imt").find("x.imt:5: Location.Rotation"), 0u);
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
    EXPECT_EQ(location.iterations, 170u);
    EXPECT_EQ(location.bailout, 2);
    EXPECT_EQ(location.colour.base, ColourBase::bands);
    EXPECT_FALSE(location.formula.julia);
}

TEST(ImportXaos, EachFormulaHasItsOwnView) {
    const auto view = [](const char *text) { return parsed(text, "x.xpf").location.view; };
    EXPECT_EQ(view("(formula 'mandel)").re, Decimal::parse("-0.75"));
    for (const char *text : {"(formula 'mandel3)", "(formula 'mandel6)", "(formula 'mbar)"})
        EXPECT_TRUE(view(text).re.is_zero()) << text;
    EXPECT_EQ(view("(formula 'mandel4)").zoom, Decimal::parse("1.6"));
    EXPECT_DOUBLE_EQ(view("(formula 'mbar)").zoom.to_double(), 4 / 3.5);
    EXPECT_EQ(parsed("(formula 'mbar)", "x.xpf").location.iterations, 1000u);
}

TEST(ImportXaos, GoesThroughItsFormsInOrder) {
    // A formula begins in its own view, and (initstate) begins anew.
    const Location anew =
        parsed("(maxiter 5000)(view 1 1 1 1)(julia #t)(initstate)(formula 'mandel3)", "x.xpf")
            .location;
    EXPECT_EQ(anew.iterations, 170u);
    EXPECT_TRUE(anew.view.re.is_zero());
    EXPECT_FALSE(anew.formula.julia);
    const Location formula =
        parsed("(initstate)(maxiter 5000)(view 1 1 1 1)(julia #t)(formula 'mandel3)", "x.xpf")
            .location;
    EXPECT_EQ(formula.iterations, 5000u);
    EXPECT_TRUE(formula.view.re.is_zero());
    EXPECT_FALSE(formula.formula.julia);
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
    warned("(somethingnew 1 (2 3))", "somethingnew is not known");
    EXPECT_FALSE(warns(parsed(kXpf + "(filter 'edge #f)", "x.xpf"), "filter"));
    for (const char *form : {"(formula 'newton)",
                             "(formula)",
                             "(view 1 2 3)",
                             "(view 0 0 0 0)",
                             "(view a b c d)",
                             "(maxiter 0)",
                             "(maxiter -3)",
                             "(bailout x)",
                             "(juliaseed 0.5)",
                             "(juliaseed 0.5 99999)",
                             "(plane 3)",
                             "(perturbation 0.5 0)",
                             "(morphview 0 0 1 1)",
                             "(palettecolors \"ff\")",
                             "(palettecolors \"gggggg\")",
                             "(angle x)",
                             "(",
                             ")",
                             "\"",
                             "word"})
        EXPECT_EQ(refusal(kXpf + form, "x.xpf").find("x.xpf:9: "), 0u)
            << form << " gave " << refusal(kXpf + form, "x.xpf");
}

} // namespace fathom::import_location_test
