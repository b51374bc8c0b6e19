// Places on one line, as people pass them on.
#include "render/places/place_line.h"

#include "render/base/error.h"
#include "render/import/foreign_location.h"
#include "render/import/pasted_place.h"
#include "render/places/place_folder.h"
#include "render/places/toml_document.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::place_line_test {

Location read(std::string_view line) {
    return parse_place_line(line, "line").location;
}

std::string refusal(const std::string &line) {
    return message_of<InputError>([&] { read(line); });
}

/// Nothing in it is as in a location that says nothing.
Location unusual() {
    Location location;
    location.view = {Decimal::parse("-1." + std::string(2000, '7')),
                     Decimal::parse("1e-3000"),
                     Decimal::parse("2.5e2990"),
                     -12.5,
                     true,
                     stretching(3, 10)};
    location.formula = {*kernels::find_formula("phoenix"),
                        true,
                        Decimal::parse("0." + std::string(400, '3')),
                        Decimal::parse("-17"),
                        0.1,
                        1e-300};
    location.iterations = 123'456'789'012;
    location.automatic_iterations = true;
    location.bailout = 2.5;
    location.palette = "123"; // a name, not a number
    location.own_palette = Palette{"", {{0, 1, 2, 3}, {0.1, 255, 0, 17}}};
    location.own_palette->blend = Palette::Blend::linear_light;
    location.colour.base = kernels::ColourBase::trap;
    location.colour.mapping = kernels::ColourMapping::rank;
    location.colour.density = 1.0 / 3;
    location.colour.offset = -1e-7;
    location.colour.shade = kernels::ColourShade::slope;
    location.colour.light_degrees = 1.5;
    location.colour.light_height = 3;
    location.colour.shade_strength = 0.25;
    location.colour.interior = kernels::InteriorColour::period;
    location.colour.interior_rgb = 0x010203;
    location.colour.filter = kernels::ColourFilter::footprint;
    location.colour.dither = kernels::ColourDither::ordered;
    location.automatic_colours = true;
    location.trap = {kernels::TrapShape::circle, 0.5, -0.125, 0.7};
    return location;
}

TEST(PlaceLine, SaysOnlyWhatIsUnusual) {
    EXPECT_EQ(to_line(Location()), "fathom: -0.75 0 1");
    Location location;
    location.iterations = 20'000;
    location.palette = "ember";
    location.formula.id = *kernels::find_formula("burning-ship");
    EXPECT_EQ(to_line(location),
              "fathom: -0.75 0 1 palette=ember formula=burning-ship limit=20000");
}

TEST(PlaceLine, OneWithAMatrixIsForNewerPrograms) {
    Location location;
    location.view.matrix = {2, 0, 0.25, 0.5};
    EXPECT_EQ(to_line(location), "fathom: -0.75 0 1 fathom=4 matrix=2,0,0.25,0.5");
    EXPECT_EQ(read("fathom: -0.75 0 1 fathom=4 matrix=2,0,0.25,0.5"), location);
    for (const char *matrix : {"", "1", "1,0,0", "1,0,0,x", "2,0,0,2", "1,0,0,1,0"})
        EXPECT_TRUE(refusal(fmt::format("fathom: 0 0 1 matrix={}", matrix))
                        .starts_with("line:1: matrix must be four numbers"))
            << matrix;
}

TEST(PlaceLine, EveryPropertyComesBackExactly) {
    for (const Location &location : {Location(), unusual()}) {
        const std::string line = to_line(location);
        EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) {
            return c >= ' ' && c <= '~' && c != '"';
        })) << line;
        const ParsedLocation parsed = parse_place_line(line, "line");
        EXPECT_EQ(parsed.location, location) << line;
        EXPECT_TRUE(parsed.warnings.empty());
    }
    // Each key that a location file can have is short.
    EXPECT_EQ(to_line(unusual()).find("colour."), std::string::npos);
    EXPECT_EQ(to_line(unusual()).find("iteration."), std::string::npos);
}

TEST(PlaceLine, EveryPlaceOfTheGalleryComesBackExactly) {
    const auto places =
        PlaceFolder(std::filesystem::path(FATHOM_SOURCE_DIR) / "assets" / "places").list().places;
    if (places.empty() && !std::filesystem::exists(FATHOM_SOURCE_DIR))
        GTEST_SKIP() << "the sources are not on this machine";
    EXPECT_FALSE(places.empty());
    for (const StoredPlace &stored : places) {
        const std::string line = to_line(stored.place.location);
        EXPECT_EQ(parse_pasted_place(line, unusual()).location, stored.place.location) << line;
        EXPECT_EQ(parse_any_location(line + "\n", "place.txt").location, stored.place.location);
    }
}

TEST(PlaceLine, RanksKeepTheUsualDensity) {
    Location location; // which ranks would not have without it
    location.colour.mapping = kernels::ColourMapping::rank;
    for (const double offset : {0.0, 0.5}) {
        location.colour.offset = offset;
        EXPECT_EQ(read(to_line(location)), location);
    }
}

TEST(PlaceLine, SurvivesWhatMailAndChatsDoToIt) {
    const std::string line = "fathom: -0.75 0 1 limit=2000 palette=ember";
    Location expected;
    expected.iterations = 2000;
    expected.palette = "ember";
    for (const std::string &text : std::vector<std::string>{
             line, "  " + line + " \r\n", "> " + line, "`" + line + "`", "\"" + line + "\"",
             "<" + line + ">", "fathom:\n-0.75\n0 1\r\nlimit=2000\n\tpalette=ember",
             "fathom:-0.75 0 1 palette=ember limit=2000",
             "fathom: -.75 +0 1e0 colour.palette=ember iteration.limit=2000"}) {
        EXPECT_TRUE(is_place_line(text)) << text;
        EXPECT_EQ(read(text), expected) << text;
    }
    for (const char *text : {"", "fathom", "fathom = 1", "Re: 0\nIm: 0", "a fathom: 0 0 1"})
        EXPECT_FALSE(is_place_line(text)) << text;
}

TEST(PlaceLine, KeysOfLaterVersionsAreNamed) {
    const ParsedLocation parsed = parse_place_line("fathom: 0 0 1 warp=7 view.fold=x", "line");
    ASSERT_EQ(parsed.warnings.size(), 2U);
    EXPECT_EQ(parsed.warnings[0].what, "line:1: colour.warp is not known and was ignored");
    EXPECT_EQ(parsed.warnings[1].what, "line:1: view.fold is not known and was ignored");
    EXPECT_TRUE(refusal("fathom: 0 0 1 fathom=5").find("update Fathom") != std::string::npos);
}

TEST(PlaceLine, RefusesInOneSentenceWhatIsBroken) {
    const std::string three = "line:1: a place on one line begins with three numbers, fathom: RE "
                              "IM ZOOM";
    EXPECT_EQ(refusal("fathom:"), three);
    EXPECT_EQ(refusal("fathom: 0 0"), three);
    EXPECT_EQ(refusal("fathom: 0 0 1 nice"), "line:1: \"nice\" is no KEY=VALUE");
    EXPECT_EQ(refusal("fathom: 0 0 1\nlimit=5\nlimit=6"), "line:3: \"limit\" is given twice");
    EXPECT_EQ(refusal("fathom: 0 0 1 view.re=1"), "line:1: \"view.re\" is given twice");
    EXPECT_EQ(refusal("fathom: 0 0 1 limit=0"),
              "line:1: limit must be a whole number from 1 to 1099511627776, got 0");
    for (const char *text :
         {"fathom: x 0 1", "fathom: 0 0 0", "fathom: 0 0 1e100001", "fathom: 1e5 0 1",
          "fathom: 0 0 1 density=nan", "fathom: 0 0 1 =", "fathom: 0 0 1 palette=../x",
          "fathom: 0 0 1 stops=", "fathom: 0 0 1 stops=0:#12,,", "fathom: 0 0 1 formula=none",
          "fathom: 0 0 1 rotation=true", "fathom: 0 0 1 julia=1", "fathom: 0 0 1 palette"}) {
        const std::string message = refusal(text);
        EXPECT_TRUE(message.starts_with("line:1: ")) << text << ": " << message;
    }
    EXPECT_EQ(refusal("fathom: 0 0 1 " + std::string(TomlDocument::kMaxSize, 'x')),
              "line:1: larger than 1 MiB, too large for a place");
    // What is wrong with a line that was pasted is told, not that it is no place.
    EXPECT_EQ(
        message_of<InputError>([] { parse_pasted_place("fathom: 0 0 1 limit=0", Location()); }),
        "the clipboard:1: limit must be a whole number from 1 to 1099511627776, got 0");
}

} // namespace fathom::place_line_test
