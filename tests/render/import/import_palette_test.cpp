// Palettes of other programs, all written here.
#include "render/base/error.h"
#include "render/import/gradient.h"
#include "render/import/palette_export.h"
#include "render/import/palette_import.h"
#include "tests/support/mutated_text.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

namespace fathom::import_palette_test {

Palette palette(const std::string &text, const char *source,
                std::vector<std::string> *warnings = nullptr, const char *gradient = "") {
    std::vector<std::string> unread;
    return parse_any_palette(text, source, warnings ? *warnings : unread, gradient);
}

std::string refusal(const std::string &text, const char *source) {
    return message_of<InputError>([&] { palette(text, source); });
}

std::vector<std::string> warnings_of(const std::string &text, const char *source) {
    std::vector<std::string> warnings;
    palette(text, source, &warnings);
    return warnings;
}

/// The colour of the palette's table at a phase.
std::array<int, 3> colour_at(const Palette &palette, double phase) {
    constexpr int kSize = 4096;
    const std::uint32_t colour = make_lut(palette, kSize)[static_cast<std::size_t>(phase * kSize)];
    return {static_cast<int>(colour & 0xff), static_cast<int>(colour >> 8 & 0xff),
            static_cast<int>(colour >> 16 & 0xff)};
}

testing::AssertionResult is_near(const std::array<int, 3> &colour, int r, int g, int b,
                                 int most = 6) {
    if (std::abs(colour[0] - r) <= most && std::abs(colour[1] - g) <= most &&
        std::abs(colour[2] - b) <= most)
        return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << fmt::format("{} {} {} instead of {} {} {}", colour[0], colour[1], colour[2], r, g, b);
}

TEST(FractintMap, ReadsColoursAndRemarks) {
    const Palette map =
        palette("0 0 0 the first\r\n 255\t128 7\r\n\r\n1, 2, 3\r\n4 5 6", "My Map.map");
    const Palette expected{"my-map",
                           {{0, 0, 0, 0}, {0.25, 255, 128, 7}, {0.5, 1, 2, 3}, {0.75, 4, 5, 6}}};
    EXPECT_EQ(map, expected);
    EXPECT_EQ(palette("0 0 0\r255 128 7\r1 2 3\r4 5 6", "x").stops, expected.stops);
}

TEST(FractintMap, TakesAsManyAsThereAre) {
    std::string text;
    for (int i = 0; i < 256; ++i)
        text += fmt::format("{} {} {}\n", i, 255 - i, i / 2);
    EXPECT_EQ(palette(text, "x.map").stops.size(), 256u);
    EXPECT_TRUE(warnings_of(text, "x.map").empty());
    EXPECT_EQ(palette(text, "x.map").stops[200].position, 200 / 256.0);
    EXPECT_EQ(palette(text, "x.map").stops[200].g, 55);
    EXPECT_EQ(palette(text + text, "x.map").stops, palette(text, "x.map").stops);
    EXPECT_TRUE(contains(warnings_of(text + text, "x.map").at(0), "first 256 colours"));
}

TEST(FractintMap, ReadsWhatFractintReads) {
    std::string text;
    for (int i = 0; i < 256; ++i)
        text += fmt::format("{0} {0} {0}\n", i);
    const std::vector<Palette::Stop> all = palette(text, "x.map").stops;
    for (const char *more : {"made by hand\non a rainy day\n", "1 2\n", "9 9 9\n"}) {
        EXPECT_EQ(palette(text + more, "x.map").stops, all) << more;
        EXPECT_TRUE(contains(warnings_of(text + more, "x.map").at(0), "first 256 colours")) << more;
    }
    // prose between and after fewer colours
    const std::string prose = "My map\n0 0 0\n\n255 255 255\n\nmade by hand\n";
    EXPECT_EQ(palette(prose, "x.map").stops, palette("0 0 0\n255 255 255\n", "x.map").stops);
    ASSERT_EQ(warnings_of(prose, "x.map").size(), 1u);
    EXPECT_EQ(warnings_of(prose, "x.map")[0].find("x.map:1: "), 0u);
    EXPECT_TRUE(contains(refusal("made by hand\n", "x.map"), "no colour"));
    // one more than a byte
    EXPECT_EQ(palette("0 0 0\n256 100 256\n", "x.map").stops[1],
              (Palette::Stop{0.5, 255, 100, 255}));
    EXPECT_EQ(warnings_of("0 0 0\n256 100 0\n", "x.map").at(0).find("x.map:2: 256 "), 0u);
    EXPECT_EQ(palette("256 0 0\n0 0 0\n", "no-ending").stops[0].r, 255);
    // as DOS programs end and fill their files
    for (const std::string &end :
         {std::string("\x1a"), std::string("\r\n\x1a\0\0\0", 6), std::string(3, '\0')})
        EXPECT_EQ(palette("0 0 0\r\n255 255 255\r\n" + end, "x.map").stops,
                  palette(prose, "x.map").stops);
}

TEST(FractintMap, RefusesWithLineAndReason) {
    EXPECT_EQ(refusal("0 0 0\n1 2\n", "x.map").find("x.map:2: "), 0u);
    EXPECT_EQ(refusal("0 0 257\n", "x.map").find("x.map:1: "), 0u);
    EXPECT_EQ(refusal("0 0 -1\n", "x.map").find("x.map:1: "), 0u);
    EXPECT_EQ(refusal("0 0 0\n\n0x1 0 0\n", "x.map").find("x.map:3: "), 0u);
    EXPECT_EQ(refusal("0 0 99999999999999999999\n", "x.map").find("x.map:1: "), 0u);
    EXPECT_EQ(refusal("", "x.map"), "x.map:1: there is no colour in this palette");
    EXPECT_EQ(refusal(std::string("1 2 3\n\0\1", 8), "x.map").find("x.map:2: a control"), 0u);
    EXPECT_TRUE(contains(refusal(std::string(2 << 20, ' '), "x.map"), "1 MiB"));
}

TEST(GimpPalette, ReadsColours) {
    const std::string text =
        "GIMP Palette\nName: Three\nColumns: 3\n# a remark\n  0   0   0\tBlack\n"
        "255 128   7 Orange\n  1   2   3\n";
    const Palette expected{"three", {{0, 0, 0, 0}, {1 / 3.0, 255, 128, 7}, {2 / 3.0, 1, 2, 3}}};
    EXPECT_EQ(palette(text, "three.gpl"), expected);
    EXPECT_EQ(palette("\xef\xbb\xbf" + text, "three"), expected);
    EXPECT_EQ(refusal("GIMP Palette\nName: x\n1 2 blue\n", "x.gpl").find("x.gpl:3: "), 0u);
    EXPECT_EQ(refusal("0 0 0\n", "x.gpl").find("x.gpl:1: "), 0u);
    EXPECT_TRUE(contains(refusal("GIMP Palette\n", "x.gpl"), "no colour"));
}

TEST(GimpPalette, LeavesTransparencyOut) {
    const std::string text =
        "GIMP Palette\nName: x\nChannels: RGBA\n#\n0 0 0 255 Black\n255 128 0 128\n1 2 3 0\n";
    EXPECT_EQ(palette(text, "x.gpl").stops,
              palette("GIMP Palette\n0 0 0\n255 128 0\n1 2 3\n", "x.gpl").stops);
    ASSERT_EQ(warnings_of(text, "x.gpl").size(), 1u);
    EXPECT_TRUE(contains(warnings_of(text, "x.gpl")[0], "transparency"));
    EXPECT_EQ(refusal("GIMP Palette\nChannels: RGBA\n0 0 0\n", "x.gpl").find("x.gpl:3: "), 0u);
    EXPECT_TRUE(warnings_of("GIMP Palette\nChannels: RGB\nSource: me\n0 0 0\n", "x.gpl").empty());
}

/// A gradient of one segment from black or red to another colour.
std::string gradient(const std::string &colours, int blending, int space,
                     const std::string &places = "0 0.5 1") {
    return fmt::format("GIMP Gradient\nName: x\n1\n{} {} {} {}\n", places, colours, blending,
                       space);
}

TEST(GimpGradient, FollowsTheBlendingFunctions) {
    const std::string grey = "0 0 0 1 1 1 1 1";
    EXPECT_TRUE(is_near(colour_at(palette(gradient(grey, 0, 0), "x.ggr"), 0.25), 64, 64, 64));
    EXPECT_TRUE(is_near(colour_at(palette(gradient(grey, 0, 0), "x.ggr"), 0.75), 191, 191, 191));
    // the middle moved: half of the way is done at 0.25
    const Palette moved = palette(gradient(grey, 0, 0, "0 0.25 1"), "x.ggr");
    EXPECT_TRUE(is_near(colour_at(moved, 0.25), 128, 128, 128));
    const Palette curved = palette(gradient(grey, 1, 0, "0 0.25 1"), "x.ggr");
    EXPECT_TRUE(is_near(colour_at(curved, 0.5), 180, 180, 180)); // 0.5^0.5
    EXPECT_TRUE(is_near(colour_at(palette(gradient(grey, 2, 0), "x.ggr"), 0.25), 37, 37, 37));
    EXPECT_TRUE(is_near(colour_at(palette(gradient(grey, 3, 0), "x.ggr"), 0.5), 221, 221, 221));
    EXPECT_TRUE(is_near(colour_at(palette(gradient(grey, 4, 0), "x.ggr"), 0.5), 34, 34, 34));
    const Palette step = palette(gradient(grey, 5, 0), "x.ggr");
    EXPECT_TRUE(is_near(colour_at(step, 0.4), 0, 0, 0));
    EXPECT_TRUE(is_near(colour_at(step, 0.6), 255, 255, 255));
}

TEST(GimpGradient, TurnsTheHue) {
    const std::string red_to_green = "1 0 0 1 0 1 0 1";
    // counter-clockwise through yellow, clockwise through blue
    EXPECT_TRUE(
        is_near(colour_at(palette(gradient(red_to_green, 0, 1), "x.ggr"), 0.5), 255, 255, 0));
    EXPECT_TRUE(is_near(colour_at(palette(gradient(red_to_green, 0, 2), "x.ggr"), 0.5), 0, 0, 255));
}

TEST(GimpGradient, KeepsSuddenChanges) {
    const Palette two = palette("GIMP Gradient\n2\n"
                                "0.000000 0.250000 0.500000 1 0 0 1 1 0 0 1 0 0 0 0\n"
                                "0.500000 0.750000 1.000000 0 0 1 1 0 1 0 1 0 0 0 0\n",
                                "two.ggr");
    EXPECT_TRUE(is_near(colour_at(two, 0.49), 255, 0, 0, 1));
    EXPECT_TRUE(is_near(colour_at(two, 0.51), 0, 5, 250, 12));
    EXPECT_TRUE(is_near(colour_at(two, 0.999), 0, 255, 0, 2));
    std::string many = "GIMP Gradient\n256\n";
    for (int i = 0; i < 256; ++i)
        many += fmt::format("{} {} {} 1 0 0 1 0 1 0 1 0 0\n", i / 256.0, (i + 0.5) / 256,
                            (i + 1) / 256.0);
    EXPECT_EQ(palette(many, "x.ggr").stops.size(), 256u);
}

TEST(GimpGradient, ManySegmentsKeepTheirEnd) {
    // 200 steps from black to white, then 56 of red
    std::string steps = "GIMP Gradient\n256\n";
    std::string smooth = steps;
    for (int i = 0; i < 256; ++i) {
        const std::string places =
            fmt::format("{} {} {}", i / 256.0, (i + 0.5) / 256, (i + 1) / 256.0);
        const auto colour = [](int k) {
            return k < 200 ? fmt::format("{0} {0} {0} 1", k / 199.0) : std::string("1 0 0 1");
        };
        steps += fmt::format("{0} {1} {1} 0 0\n", places, colour(i));
        smooth += fmt::format("{} {} {} 0 0\n", places, colour(i), colour((i + 1) % 256));
    }
    const Palette read = palette(steps, "x.ggr");
    EXPECT_TRUE(is_near(colour_at(read, 0), 0, 0, 0, 0));
    EXPECT_TRUE(is_near(colour_at(read, 100 / 256.0), 128, 128, 128, 1));
    EXPECT_TRUE(is_near(colour_at(read, 254.5 / 256), 255, 0, 0, 0));
    ASSERT_EQ(warnings_of(steps, "x.ggr").size(), 1u);
    EXPECT_TRUE(contains(warnings_of(steps, "x.ggr")[0], "256 segments"));
    // those without sudden changes fit as they are
    EXPECT_TRUE(warnings_of(smooth, "x.ggr").empty());
    EXPECT_EQ(palette(smooth, "x.ggr").stops.back().position, 255 / 256.0);
}

TEST(GimpGradient, FlatSegmentsAreSampledInTheirMiddles) {
    const auto flat = [](int count) {
        std::string text = fmt::format("GIMP Gradient\n{}\n", count);
        for (int i = 0; i < count; ++i)
            text +=
                fmt::format("{0:.6f} {1:.6f} {2:.6f} {3} 0 0 1 {3} 0 0 1 0 0\n", i / double(count),
                            (i + 0.5) / count, (i + 1) / double(count), i % 2);
        return text;
    };
    const Palette read = palette(flat(256), "x.ggr");
    ASSERT_EQ(read.stops.size(), 256u);
    for (std::size_t i = 0; i < 256; ++i)
        EXPECT_EQ(read.stops[i], (Palette::Stop{static_cast<double>(i) / 256,
                                                static_cast<std::uint8_t>(i % 2 ? 255 : 0), 0, 0}));
    const Palette more = palette(flat(300), "x.ggr");
    EXPECT_EQ(more.stops.size(), 256u);
    EXPECT_TRUE(contains(warnings_of(flat(300), "x.ggr").at(0), "300 segments"));
    EXPECT_EQ(refusal("GIMP Gradient\n9999999\n", "x.ggr").find("x.ggr:2: "), 0u);
}

TEST(GimpGradient, SegmentsTooNarrowForAPaletteAreLeftOut) {
    const Palette read = palette("GIMP Gradient\n3\n"
                                 "0 0.25 0.5 1 0 0 1 1 0 0 1 0 0\n"
                                 "0.5 0.5 0.5000000000000002 0 0 1 1 0 0 1 1 0 0\n"
                                 "0.5000000000000002 0.75 1 0 1 0 1 0 1 0 1 0 0\n",
                                 "x.ggr");
    EXPECT_NO_THROW(check_palette(read));
    EXPECT_TRUE(is_near(colour_at(read, 0.25), 255, 0, 0, 1));
    EXPECT_TRUE(is_near(colour_at(read, 0.9), 0, 255, 0, 1));
}

TEST(GimpGradient, NamesAndRefuses) {
    EXPECT_TRUE(
        contains(warnings_of(gradient("0 0 0 0.5 1 1 1 1", 0, 0), "x.ggr").at(0), "transparency"));
    EXPECT_TRUE(
        contains(warnings_of("GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1 1 1 0 0 1 3\n", "x.ggr").at(0),
                 "foreground"));
    const std::string segment = "0 0.5 1 0 0 0 1 1 1 1 1 0 0";
    for (const auto &[text, line] : {std::pair<std::string, int>{"", 1},
                                     {"GIMP Gradient\n", 1},
                                     {"GIMP Gradient\n0\n", 2},
                                     {"GIMP Gradient\n257\n", 2},
                                     {"GIMP Gradient\nName: x\nmany\n", 3},
                                     {"GIMP Gradient\n2\n" + segment + "\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1 1 1 6 0\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1 1 1 0 3\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1 1 1 0.5 0\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1 nan 1 0 0\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 1 0 0 0 1 1 1\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 0.4 0 0 0 1 1 1 1 1 0 0\n", 3},
                                     {"GIMP Gradient\n1\n0 0 0 0 0 0 1 1 1 1 1 0 0\n", 3},
                                     {"GIMP Gradient\n1\n0.1 0.5 1 0 0 0 1 1 1 1 1 0 0\n", 3},
                                     {"GIMP Gradient\n1\n0 0.5 0.9 0 0 0 1 1 1 1 1 0 0\n", 3}})
        EXPECT_EQ(refusal(text, "x.ggr").find(fmt::format("x.ggr:{}: ", line)), 0u)
            << text << " gave " << refusal(text, "x.ggr");
}

const std::string kUltra =
    "; two of them\nfirst_one {\ngradient:\n  title=\"First one\" smooth=yes\n"
    "  index=0 color=255\n  index=200 color=65280 index=-100 color=16711680\n"
    "opacity:\n  smooth=no index=0 opacity=255\n}\n\n"
    "second {\ngradient:\n  index=100 color=66051\n}\n";

TEST(UltraGradient, ReadsTheFirstOrTheNamedOne) {
    std::vector<std::string> warnings;
    // colours are blue, green, red; places go to 400 and begin again
    const Palette expected{"all", {{0, 255, 0, 0}, {0.5, 0, 255, 0}, {0.75, 0, 0, 255}}};
    EXPECT_EQ(palette(kUltra, "all.ugr", &warnings), expected);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(contains(warnings[0], "\"first_one\", \"second\""));
    warnings.clear();
    const Palette second{"second", {{0.25, 3, 2, 1}}};
    EXPECT_EQ(palette(kUltra, "all.ugr", &warnings, "second"), second);
    EXPECT_TRUE(warnings.empty());
    EXPECT_TRUE(
        contains(message_of<InputError>([&] { palette(kUltra, "a.ugr", nullptr, "third"); }),
                 "\"first_one\", \"second\""));
    EXPECT_TRUE(contains(message_of<InputError>([&] { palette("1 2 3\n", "a.map", nullptr, "b"); }),
                         "only .ugr"));
}

TEST(UltraGradient, GivesAllOfThemUnderTheirNames) {
    std::vector<std::string> warnings;
    const std::vector<Palette> all = parse_all_palettes(kUltra, "all.ugr", warnings);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].name, "first-one");
    EXPECT_EQ(all[0].stops, palette(kUltra, "all.ugr", nullptr, "first_one").stops);
    EXPECT_EQ(all[1].name, "second");
    EXPECT_EQ(all[1].stops, palette(kUltra, "all.ugr", nullptr, "second").stops);
    // A single one has the file's name, as those of other formats; an empty one is left out.
    warnings.clear();
    const std::string lone = "a {\ngradient:\nindex=0 color=0\n}\nempty {\n}\n";
    const std::vector<Palette> one = parse_all_palettes(lone, "My File.ugr", warnings);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].name, "my-file");
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_TRUE(contains(warnings[0], "1 of its 2 gradients"));
    EXPECT_EQ(parse_all_palettes("1 2 3\n4 5 6\n", "x.map", warnings).size(), 1U);
    // A file full of them takes no more time than its length.
    std::string many;
    for (int i = 0; i < 20'000; ++i)
        many += "g {\ngradient:\nindex=0 color=1\n}\n";
    EXPECT_EQ(parse_all_palettes(many, "many.ugr", warnings).size(), 1000U);
}

TEST(UltraGradient, MayStandOnOneLine) {
    const Palette expected{"x", {{0, 255, 0, 0}, {0.5, 0, 255, 0}}};
    std::vector<std::string> warnings;
    EXPECT_EQ(
        palette("a { gradient: index=0 color=255 index=200 color=65280 }", "x.ugr", &warnings),
        expected);
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(palette("a {\ngradient: title=\"no opacity: here\" index=0 color=255\n"
                      "index=200 color=65280 opacity: index=7 opacity=9\n}",
                      "x.ugr", &warnings),
              expected);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(contains(warnings[0], "transparency"));
}

TEST(UltraGradient, NamesAndRefuses) {
    const auto one = [](const std::string &line) { return "a {\ngradient:\n" + line + "\n}\n"; };
    EXPECT_TRUE(
        contains(warnings_of(one("rotation=5\nindex=0 color=0"), "x.ugr").at(0), "rotation"));
    EXPECT_TRUE(contains(
        warnings_of("a {\ngradient:\nindex=0 color=0\nopacity:\nopacity=3\n}", "x.ugr").at(0),
        "transparency"));
    EXPECT_EQ(refusal(one("color=0"), "x.ugr").find("x.ugr:3: "), 0u);
    EXPECT_EQ(refusal(one("index=x color=0"), "x.ugr").find("x.ugr:3: "), 0u);
    EXPECT_EQ(refusal(one("index=0 color=16777216"), "x.ugr").find("x.ugr:3: "), 0u);
    EXPECT_EQ(refusal(one(""), "x.ugr").find("x.ugr:1: "), 0u);
    EXPECT_TRUE(contains(refusal("a {\ngradient:\nindex=0 color=0\n", "x.ugr"), "} is missing"));
    EXPECT_EQ(refusal("nonsense\n", "x.ugr").find("x.ugr:1: "), 0u);
    EXPECT_TRUE(contains(refusal("", "x.ugr"), "no gradient"));
}

TEST(KallesPalette, IsThatOfKfrAndKfp) {
    const Palette expected = palette("IterDiv: 1\nColors: 1,2,3,41,5,6,\n", "x.kfp");
    EXPECT_EQ(expected.name, "x");
    ASSERT_EQ(expected.stops.size(), 16u);
    // From 3, 2, 1 to 6, 5, 41 and back, along half a sine.
    for (std::size_t i = 0; i < expected.stops.size(); ++i) {
        const Palette::Stop &stop = expected.stops[i];
        const double share =
            0.5 - 0.5 * std::cos(3.14159265358979323846 * static_cast<double>(i) / 8);
        EXPECT_EQ(stop.position, static_cast<double>(i) / 16);
        EXPECT_EQ(stop.r, std::lround(3 + 3 * share));
        EXPECT_EQ(stop.g, std::lround(2 + 3 * share));
        EXPECT_EQ(stop.b, std::lround(1 + 40 * share));
    }
    EXPECT_EQ(palette("Re: 0\nIm: 0\nZoom: 1\nColors: 1,2,3,41,5,6,\n", "x.kfr"), expected);
    EXPECT_TRUE(
        contains(warnings_of("Slopes: 1\nColors: 1,2,3\n", "x.kfp").at(0), "only its colours"));
    EXPECT_TRUE(warnings_of("Colors: 1,2,3\n", "x.kfp").empty());
    EXPECT_TRUE(contains(refusal("IterDiv: 1\n", "x.kfp"), "no colours (Colors)"));
    EXPECT_EQ(refusal("Colors: 1,2\n", "x.kfp").find("x.kfp:1: "), 0u);
}

TEST(PaletteFile, ExportsComeBack) {
    const TempFolder folder;
    Palette own = default_palette();
    own.blend = Palette::Blend::linear_light;
    for (const char *name : {"own.toml", "own.gpl", "own.map"}) {
        export_palette(folder / name, own);
        std::vector<std::string> warnings;
        const Palette back = read_palette_file(folder / name, warnings);
        EXPECT_EQ(back.name, "own");
        EXPECT_TRUE(warnings.empty());
        EXPECT_EQ(make_lut(back, 256), make_lut(own, 256)) << name;
    }
    std::vector<std::string> warnings;
    EXPECT_EQ(read_palette_file(folder / "own.toml", warnings).stops, own.stops);
    EXPECT_THROW(export_palette(folder / "own.txt", own), InputError);
    EXPECT_EQ(folder.count(), 3);
    EXPECT_THROW(read_palette_file(folder / "none.map", warnings), InputError);
    EXPECT_THROW(palette("fathom = 1\n", "x.toml"), InputError);
}

TEST(PaletteFile, RefusesStopsTooCloseToTellApart) {
    const auto two = [](const char *first, const char *second) {
        return fmt::format(
            "fathom-palette = 1\nstops = [\n[{}, \"#000000\"],\n[{}, \"#ffffff\"]]\n", first,
            second);
    };
    EXPECT_EQ(refusal(two("0.0", "1e-300"), "x.toml"),
              "x.toml:4: position must be 1e-9 or more above the one before it, got 1e-300");
    EXPECT_EQ(refusal(two("0.5", "0.50000000000000011"), "x.toml").find("x.toml:4: "), 0u);
    // around the cycle, too
    EXPECT_EQ(refusal(two("0.0", "0.99999999999999988"), "x.toml").find("x.toml:4: "), 0u);
    const Palette close = palette(two("0.5", "0.5000001"), "x.toml");
    EXPECT_EQ(close.stops.size(), 2u);
    EXPECT_TRUE(is_near(colour_at(close, 0.5), 0, 0, 0, 0));
    EXPECT_THROW(check_palette({"x", {{0.25, 0, 0, 0}, {0.25 + 1e-12, 9, 9, 9}}}), InputError);
    EXPECT_THROW(check_palette({"x", {{0, 0, 0, 0}, {1 - 1e-12, 9, 9, 9}}}), InputError);
    EXPECT_NO_THROW(check_palette({"x", {{1 - 1e-12, 9, 9, 9}}}));
}

TEST(PaletteFile, NamesAreMadeFit) {
    EXPECT_EQ(palette_name_from("My Palette (2).final"), "my-palette-2-final");
    EXPECT_EQ(palette_name_from("../../etc"), "etc");
    EXPECT_EQ(palette_name_from("\xc3\xa4"), "imported");
    EXPECT_TRUE(is_palette_name(palette_name_from(std::string(1000, 'x'))));
}

TEST(PaletteFile, NoByteChangedBreaksAReader) {
    std::mt19937_64 random(5);
    const std::pair<std::string, const char *> texts[] = {
        {"0 0 0\n10 20 30\n255 255 255\n", "x.map"},
        {"GIMP Palette\nName: x\n0 0 0\n9 9 9 nine\n", "x.gpl"},
        {gradient("1 0 0 1 0 1 0 1", 3, 1), "x.ggr"},
        {kUltra, "x.ugr"},
        {"IterDiv: 1\nColors: 1,2,3,4,5,6,\n", "x.kfp"}};
    for (const auto &[whole, source] : texts)
        for (int i = 0; i < 1000; ++i) {
            const std::string text = mutated(whole, i, random);
            try {
                const Palette read = palette(text, source);
                EXPECT_NO_THROW(check_palette(read)) << text;
            } catch (const InputError &) {
                continue;
            }
        }
}

} // namespace fathom::import_palette_test
