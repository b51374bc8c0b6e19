#include "tests/render/places/location_texts.h"

#include "kernels/formulas/formula_ids.h"
#include "render/base/error.h"
#include "render/engines/render_request.h"
#include "render/places/navigation.h"
#include "render/places/picture_text.h"
#include "render/places/scheme_names.h"
#include "render/places/toml_document.h"
#include "tests/support/temp_folder.h"
#include <clocale>
#include <fmt/format.h>
#include <random>

namespace fathom::location_test {

TEST(Location, ReadsEveryKey) {
    const Location location = location_in(file_with("", ""), "place.toml");
    EXPECT_EQ(location.view.re, Decimal::parse("-1.25"));
    EXPECT_EQ(location.view.im, Decimal::parse("0.25"));
    EXPECT_EQ(location.view.zoom, Decimal::parse("10"));
    EXPECT_EQ(location.view.rotation_degrees, 30.0);
    EXPECT_EQ(location.iterations, 500u);
    EXPECT_EQ(location.bailout, 2.0);
    EXPECT_EQ(location.palette, "grey");
    EXPECT_EQ(location.colour.density, 0.5);
    EXPECT_EQ(location.colour.offset, 0.25);
}

TEST(Location, ReadsEveryKeyOfTheSecondFormat) {
    const Location location = location_in(R"(fathom = 2
[view]
re = "0"
im = "0"
zoom = "1"
mirrored = true
[iteration]
formula = "burning-ship"
julia = true
seed_re = "-1.5"
seed_im = "0.25"
parameter_re = 0.125
parameter_im = -2
[colour]
base = "trap"
mapping = "sqrt"
shade = "distance"
light = 90
light_height = 2
shade_strength = 0.5
interior = "distance"
interior_rgb = "#102030"
trap_shape = "cross"
trap_re = 0.5
trap_im = -0.5
trap_radius = 3
palette = "dusk"
own_name = "mine"
blend = "linear-light"
stops = [[0, "#000000"], [0.5, "#ff8040"]]
)",
                                          "x");
    EXPECT_TRUE(location.view.mirrored);
    EXPECT_EQ(kernels::formula_info(location.formula.id).name, std::string("Burning Ship"));
    EXPECT_TRUE(location.formula.julia);
    EXPECT_EQ(location.formula.seed_re, Decimal::parse("-1.5"));
    EXPECT_EQ(location.formula.seed_im, Decimal::parse("0.25"));
    EXPECT_EQ(location.formula.parameter_re, 0.125);
    EXPECT_EQ(location.formula.parameter_im, -2);
    EXPECT_EQ(location.colour.base, kernels::ColourBase::trap);
    EXPECT_EQ(location.colour.mapping, kernels::ColourMapping::square_root);
    EXPECT_EQ(location.colour.shade, kernels::ColourShade::distance);
    EXPECT_EQ(location.colour.light_degrees, 90);
    EXPECT_EQ(location.colour.light_height, 2);
    EXPECT_EQ(location.colour.shade_strength, 0.5);
    EXPECT_EQ(location.colour.interior, kernels::InteriorColour::distance);
    EXPECT_EQ(location.colour.interior_rgb, 0x102030u);
    EXPECT_EQ(location.trap, (kernels::Trap<double>{kernels::TrapShape::cross, 0.5, -0.5, 3}));
    const Palette mine{"mine", {{0, 0, 0, 0}, {0.5, 255, 128, 64}}, Palette::Blend::linear_light};
    EXPECT_EQ(location.own_palette, mine);
}

TEST(Location, WritesTheOldFormatWhereNothingNewIsUsed) {
    EXPECT_EQ(to_text(Location{}), "# A place in a fractal: fathom FILE goes there.\n"
                                   "fathom = 1\n\n"
                                   "[view]\nre = \"-0.75\"\nim = \"0\"\nzoom = \"1\"\n"
                                   "rotation = 0\n\n"
                                   "[iteration]\nformula = \"mandelbrot\"\nlimit = 1000\n"
                                   "bailout = 256\n\n"
                                   "[colour]\npalette = \"dusk\"\ndensity = 0.02\noffset = 0\n");
}

TEST(Location, EachNewValueAloneComesBackAndRaisesTheFormat) {
    const auto comes_back = [](auto change) {
        Location location;
        change(location);
        const std::string text = to_text(location);
        EXPECT_TRUE(contains(text, "\nfathom = 2\n")) << text;
        const ParsedLocation parsed = parse_location(text, "x");
        EXPECT_EQ(parsed.location, location) << text;
        EXPECT_TRUE(parsed.warnings.empty()) << text;
        EXPECT_EQ(to_text(parsed.location), text);
        for (const char c : text)
            EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    };
    comes_back([](Location &l) { l = unusual_location(); });
    comes_back([](Location &l) { l.view.mirrored = true; });
    for (std::size_t id = 1; id < kernels::formulas().size(); ++id)
        comes_back([&](Location &l) { l.formula.id = kernels::FormulaId(id); });
    comes_back([](Location &l) { l.formula.julia = true; });
    comes_back([](Location &l) { l.formula.seed_re = Decimal::parse("1e-300"); });
    comes_back([](Location &l) { l.formula.seed_im = Decimal::parse("-10000"); });
    comes_back([](Location &l) { l.formula.parameter_re = 0; });
    comes_back([](Location &l) { l.formula.parameter_im = 10; });
    for (const auto &base : kColourBases)
        if (base.value != kernels::ColourBase::smooth)
            comes_back([&](Location &l) { l.colour.base = base.value; });
    for (const auto &mapping : kColourMappings)
        if (mapping.value != kernels::ColourMapping::linear)
            comes_back([&](Location &l) { l.colour.mapping = mapping.value; });
    for (const auto &shade : kColourShades)
        if (shade.value != kernels::ColourShade::none)
            comes_back([&](Location &l) { l.colour.shade = shade.value; });
    for (const auto &interior : kInteriorColours)
        if (interior.value != kernels::InteriorColour::flat)
            comes_back([&](Location &l) { l.colour.interior = interior.value; });
    for (const auto &shape : kTrapShapes)
        if (shape.value != kernels::TrapShape::point)
            comes_back([&](Location &l) { l.trap.shape = shape.value; });
    comes_back([](Location &l) { l.colour.light_degrees = 0.1; });
    comes_back([](Location &l) { l.colour.light_height = 100; });
    comes_back([](Location &l) { l.colour.shade_strength = 1; });
    comes_back([](Location &l) { l.colour.interior_rgb = 0xffffff; });
    comes_back([](Location &l) { l.trap.re = 1e6; });
    comes_back([](Location &l) { l.trap.im = -1e-300; });
    comes_back([](Location &l) { l.trap.radius = 1e-12; });
    comes_back([](Location &l) { l.own_palette = default_palette(); });
    comes_back([](Location &l) { l.own_palette = Palette{"", {{0.5, 1, 2, 3}}}; });
    comes_back([](Location &l) {
        l.own_palette = Palette{"many", {}};
        for (int i = 0; i < 256; ++i)
            l.own_palette->stops.push_back({i / 257.0, static_cast<std::uint8_t>(i), 0, 255});
    });
}

TEST(Location, AMatrixComesBackInAFormatOfItsOwn) {
    Location location;
    location.view.matrix = {1.0 / 3, -0.1, 0.2, 2.94};
    for (const bool automatic : {false, true}) {
        location.automatic_iterations = automatic;
        const std::string text = to_text(location);
        // An older Fathom would show another place.
        EXPECT_TRUE(contains(text, "\nfathom = 4\n")) << text;
        EXPECT_TRUE(
            contains(text, "rotation = 0\nmatrix = [0.3333333333333333, -0.1, 0.2, 2.94]\n"))
            << text;
        EXPECT_EQ(location_in(text, "x"), location);
    }
    const std::string expected =
        ": matrix must be four numbers [a, b, c, d] with a d - b c = 1 that "
        "make nothing more than 1000 times as long, got ";
    for (const char *matrix :
         {"[1, 0, 0]", "[1, 0, 0, 1, 0]", "[2, 0, 0, 2]", "[-1, 0, 0, 1]", "[1, 0, 0, nan]",
          "[inf, 0, 0, 0]", "[2000, 0, 0, 0.0005]", "[1, 0, 0, \"1\"]", "1", "[[1, 0], [0, 1]]"})
        EXPECT_TRUE(contains(refusal(file_with("6", fmt::format("matrix = {}", matrix))), expected))
            << matrix;
    EXPECT_EQ(location_in(file_with("6", "matrix = [1, 0, 0, 1]"), "x").view.matrix, PlaneMatrix());
}

TEST(Location, TakesBlanksAroundNumbersInQuotes) {
    const auto place = [](const char *re, const char *im, const char *zoom, const char *rgb) {
        return parse_location(fmt::format("fathom = 2\n[view]\nre = \"{}\"\nim = \"{}\"\n"
                                          "zoom = \"{}\"\n[colour]\ninterior_rgb = \"{}\"\n",
                                          re, im, zoom, rgb),
                              "x.toml")
            .location;
    };
    EXPECT_EQ(place("-0.5 ", " 0.25", "\\t1e3 ", " #102030 "),
              place("-0.5", "0.25", "1e3", "#102030"));
}

TEST(Location, RefusesNewKeysThatAreWrong) {
    const std::pair<const char *, const char *> broken[] = {
        {"6", "mirrored = 1"},
        {"6", "mirrored = \"true\""},
        {"8", "julia = 0"},
        {"8", "seed_re = 0.5"},
        {"8", "seed_im = \"10001\""},
        {"8", "parameter_re = \"0.5\""},
        {"8", "parameter_im = 10.5"},
        {"12", "base = \"smoooth\""},
        {"12", "base = 1"},
        {"12", "mapping = \"\""},
        {"12", "shade = true"},
        {"12", "light = nan"},
        {"12", "light_height = -1"},
        {"12", "shade_strength = 1.5"},
        {"12", "interior = []"},
        {"12", "interior_rgb = 0"},
        {"12", "interior_rgb = \"#12345g\""},
        {"12", "interior_rgb = \"#1234567\""},
        {"12", "trap_shape = \"square\""},
        {"12", "trap_re = inf"},
        {"12", "trap_im = 1e7"},
        {"12", "trap_radius = 0"},
        {"12", "stops = []"},
        {"12", "stops = \"#000000\""},
        {"12", "stops = [[0, \"#000000\"], [0, \"#ffffff\"]]"},
        {"12", "stops = [[1, \"#000000\"]]"},
        {"12", "stops = [[0, \"#000000\"], 5]"},
    };
    for (const auto &[number, line] : broken) {
        const std::string message = refusal(file_with(number, line));
        EXPECT_EQ(message.find(fmt::format("place.toml:{}: ", number)), 0u)
            << line << " gave " << message;
    }
    EXPECT_EQ(refusal(file_with("12", "base = \"flames\"")),
              "place.toml:12: base must be one of \"smooth\", \"bands\", \"distance\", \"angle\", "
              "\"trap\", \"atom\", got \"flames\"");
    EXPECT_TRUE(contains(refusal(file_with("10", "formula = \"newton\"")), "\"burning-ship\""));
}

TEST(Location, NeedsOnlyThePlace) {
    Location expected;
    expected.view.zoom = Decimal::parse("3");
    EXPECT_EQ(location_in("fathom=1\nview={re='-0.75',im='0',zoom='3.0'}", "x"), expected);
}

TEST(Location, TextBringsExactlyTheSameLocationBack) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 120; ++i) {
        // up to a depth of 1e5000, and at random moves from there
        const int depth = i % 10 ? static_cast<int>(random() % 300) : 500 * (i / 10);
        Location location;
        std::string digits = "0.";
        for (int d = 0; d < depth + 5; ++d) {
            digits += static_cast<char>('0' + random() % 10);
        }
        location.view.re = -Decimal::parse(digits);
        location.view.im = Decimal::parse(digits + "7") * Decimal::parse("0.3");
        location.view.zoom = Decimal::parse(fmt::format("1.0625e{}", depth));
        location.view.rotation_degrees = unit(random) * 720 - 360;
        location.view = zoom_about(location.view, {1920, 1080}, unit(random) * 1920,
                                   unit(random) * 1080, 0.5 + unit(random));
        location.iterations = 1 + random() % LocationLimits::kMaxIterations;
        location.bailout = 2.0 + 1e6 * unit(random);
        location.palette = fmt::format("some-name-{}", i);
        location.colour.density = 1e-3 + unit(random);
        location.colour.offset = unit(random) * 2 - 1;
        const std::string text = to_text(location);
        EXPECT_EQ(location_in(text, "the clipboard"), location) << text;
        EXPECT_EQ(to_text(location_in(text, "the clipboard")), text);
    }
}

TEST(Location, TextOfTheDeepestViewComesBack) {
    Location location;
    location.view.zoom = Decimal::parse("9e99999");
    location.view = pan_by_pixels(location.view, {640, 480}, 12.375, -7.25);
    EXPECT_GT(location.view.im.to_string().size(), 9u);
    EXPECT_EQ(location_in(to_text(location), "x"), location);
}

TEST(Location, TextIsForReadersAndSurvivesThemToo) {
    const Location location;
    const std::string text = to_text(location);
    EXPECT_NE(text.find("re = \"-0.75\"\n"), std::string::npos);
    EXPECT_NE(text.find("limit = 1000\n"), std::string::npos);
    for (const char c : text) {
        EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    }
    std::string worn = "\xef\xbb\xbf\r\n  ";
    for (const char c : text) {
        worn += c == '\n' ? "  \t\r\n " : std::string(1, c);
    }
    EXPECT_EQ(location_in(worn, "the clipboard"), location);
}

TEST(Location, TakesLimitsUpToTwoTo40) {
    Location location;
    for (const std::uint64_t limit : {std::uint64_t{4'000'000'001}, std::uint64_t{1} << 40}) {
        location.iterations = limit;
        EXPECT_EQ(location_in(to_text(location), "x"), location);
        EXPECT_NO_THROW(check_location(location));
    }
    ++location.iterations;
    EXPECT_THROW(check_location(location), InputError);
    EXPECT_THROW((void)to_text(location), InputError);
}

TEST(Location, ALimitThatFollowsTheViewComesBackWithWhatWasFound) {
    Location location;
    location.automatic_iterations = true;
    location.iterations = 12400;
    const std::string text = to_text(location);
    EXPECT_NE(text.find("fathom = 3\n"), std::string::npos);
    EXPECT_NE(text.find("limit = \"auto\"\nfound = 12400\n"), std::string::npos) << text;
    EXPECT_EQ(location_in(text, "x"), location);
    const Location unfound = location_in(
        "fathom = 3\n[view]\nre = '0'\nim = '0'\nzoom = '1'\n[iteration]\nlimit = 'auto'\n", "x");
    EXPECT_TRUE(unfound.automatic_iterations);
    EXPECT_EQ(unfound.iterations, 1000U);
    EXPECT_EQ(
        refusal(file_with("8", "limit = \"soon\"")),
        "place.toml:8: limit must be a whole number from 1 to 1099511627776, or \"auto\", got "
        "\"soon\"");
    // A picture is one of a certain limit, also when it is opened again.
    const std::string carried = picture_text(location).front().value;
    location.automatic_iterations = false;
    EXPECT_EQ(carried, to_text(location));
}

TEST(Location, ColoursThatFitTheViewComeBackWithWhatWasFound) {
    Location location;
    EXPECT_FALSE(location_in(to_text(location), "x").automatic_colours) << "an old file's look";
    EXPECT_EQ(location_in(to_text(location), "x").colour.filter, kernels::ColourFilter::none);
    EXPECT_EQ(location_in(to_text(location), "x").colour.dither, kernels::ColourDither::none);
    take_automatic_look(location);
    location.colour.mapping = kernels::ColourMapping::logarithm;
    location.colour.density = 0.75;
    EXPECT_EQ(location.colour.filter, kernels::ColourFilter::footprint);
    EXPECT_EQ(location.colour.dither, kernels::ColourDither::ordered);
    EXPECT_EQ(location_in(to_text(location), "x"), location);
    // A picture has its colours, whatever would fit another view.
    const std::string carried = picture_text(location).front().value;
    location.automatic_colours = false;
    EXPECT_EQ(carried, to_text(location));
}

TEST(Location, WholeNumbersMayHaveAnExponent) {
    const std::string place =
        "fathom = 1\n[view]\nre = \"0\"\nim = \"0\"\nzoom = \"1\"\n[iteration]\nlimit = ";
    EXPECT_EQ(location_in(place + "1e6\n", "x").iterations, 1'000'000u);
    EXPECT_EQ(location_in(place + "2500.0\n", "x").iterations, 2500u);
    EXPECT_EQ(location_in(place + "1e12\n", "x").iterations, 1'000'000'000'000u);
    for (const char *bad : {"1e13\n", "1.5\n", "0.0\n", "nan\n", "inf\n", "1e300\n"})
        EXPECT_THROW(location_in(place + bad, "x"), InputError) << bad;
}

// Nobody looks up how many cycles suit ranks, and 0.02 of one is a picture in one colour.
TEST(Location, RanksLieOnMostOfThePalette) {
    const std::string place =
        "fathom = 2\n[view]\nre = \"0\"\nim = \"0\"\nzoom = \"1\"\n[colour]\n";
    const auto colour = [&](const std::string &lines) {
        return location_in(place + lines, "x").colour;
    };
    EXPECT_EQ(colour("fit = true\nmapping = \"rank\"\n").density, 0.75);
    const kernels::ColourScheme distance =
        colour("fit = true\nmapping = \"rank\"\nbase = \"distance\"\n");
    EXPECT_EQ(distance.density, 0.75);
    EXPECT_EQ(distance.offset, 0.25);
    EXPECT_EQ(colour("fit = true\nmapping = \"rank\"\ndensity = 3\n").density, 3);
    EXPECT_EQ(colour("fit = true\nmapping = \"rank\"\noffset = 0.5\n").density, 0.02);
    EXPECT_EQ(colour("mapping = \"rank\"\n").density, 0.75);
    EXPECT_EQ(colour("mapping = \"rank\"\ndensity = 0.02\n").density, 0.02);
    EXPECT_EQ(colour("fit = true\n").density, 0.02) << "found when there is a view";
}

TEST(Location, IsRefusedWhereItsLimitIsMoreThanThePrecisionCounts) {
    Location location;
    location.iterations = most_iterations(Precision::f64);
    EXPECT_EQ(make_request(location, {9, 9}, {0, 0, 9, 9}, {}, Precision::f64).limit,
              kernels::kMaxIterationLimit);
    ++location.iterations;
    for (const Precision precision :
         {Precision::f32, Precision::f64, Precision::perturb_f32, Precision::perturb_f32x})
        EXPECT_TRUE(contains(
            message_of<InputError>([&] {
                static_cast<void>(make_request(location, {9, 9}, {0, 0, 9, 9}, {}, precision));
            }),
            "not 4000000001"));
}

TEST(Location, IgnoresTheLocale) {
    // A comma as decimal point, where that locale is installed; else this only repeats what is
    // above.
    Location location;
    location.colour.density = 0.125;
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const std::string text = to_text(location);
    const Location back = location_in(text, "x");
    std::setlocale(LC_ALL, "C");
    EXPECT_NE(text.find("density = 0.125\n"), std::string::npos);
    EXPECT_EQ(back, location);
}

} // namespace fathom::location_test
