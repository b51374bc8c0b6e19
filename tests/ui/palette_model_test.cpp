// Editing a palette, without a window.
#include "ui/panels/palette_model.h"

#include "render/base/error.h"

#include <gtest/gtest.h>

namespace fathom::ui::palette_model_test {

Palette three_stops() {
    return {"three", {{0, 255, 0, 0}, {0.25, 0, 255, 0}, {0.5, 0, 0, 255}}, Palette::Blend::oklab};
}

std::vector<double> positions(const PaletteModel &model) {
    std::vector<double> places;
    for (const Palette::Stop &stop : model.palette().stops)
        places.push_back(stop.position);
    return places;
}

TEST(PaletteModel, AddsAStopWithTheColourThatIsThere) {
    PaletteModel model(three_stops());
    const std::vector<std::uint32_t> before = model.lut();
    ASSERT_TRUE(model.add(0.375));
    EXPECT_EQ(positions(model), (std::vector<double>{0, 0.25, 0.375, 0.5}));
    EXPECT_EQ(model.chosen(), 2U);
    const std::uint32_t abgr = before[before.size() * 3 / 8];
    EXPECT_EQ(rgb_of(model.stop()),
              (abgr & 255) << 16 | (abgr >> 8 & 255) << 8 | (abgr >> 16 & 255));
    EXPECT_NO_THROW(check_palette(model.palette()));
}

TEST(PaletteModel, MovesAStopPastItsNeighbours) {
    PaletteModel model(three_stops());
    model.choose(0);
    model.move(0.375);
    EXPECT_EQ(positions(model), (std::vector<double>{0.25, 0.375, 0.5}));
    EXPECT_EQ(model.chosen(), 1U);
    EXPECT_EQ(rgb_of(model.stop()), 0xFF0000U) << "the same stop stays chosen";
    model.move(0.9);
    EXPECT_EQ(model.chosen(), 2U);
    model.move(0.1);
    EXPECT_EQ(model.chosen(), 0U);
    EXPECT_EQ(rgb_of(model.stop()), 0xFF0000U);
}

TEST(PaletteModel, NeverPutsTwoStopsOnOnePlace) {
    PaletteModel model(three_stops());
    for (const double place : {0.25, 0.5, 0.2499, 0.0, 1.0, 7.0, -3.0}) {
        model.move(place);
        EXPECT_NO_THROW(check_palette(model.palette())) << place;
        const std::vector<double> places = positions(model);
        for (std::size_t at = 1; at < places.size(); ++at)
            EXPECT_GE(places[at] - places[at - 1], PaletteModel::kGap * 0.99) << place;
    }
}

TEST(PaletteModel, RemovesAllButTheLastStop) {
    PaletteModel model(three_stops());
    model.choose(2);
    EXPECT_TRUE(model.remove());
    EXPECT_EQ(positions(model), (std::vector<double>{0, 0.25}));
    EXPECT_EQ(model.chosen(), 1U);
    EXPECT_TRUE(model.remove());
    EXPECT_FALSE(model.remove());
    EXPECT_EQ(positions(model), std::vector<double>{0});
}

TEST(PaletteModel, KeepsToTheMostStops) {
    PaletteModel model(three_stops());
    for (int step = 0; step < 400; ++step)
        model.add(0.3); // always the same place: each finds one of its own beside it
    EXPECT_EQ(model.palette().stops.size(), Palette::kMostStops);
    EXPECT_FALSE(model.add(0.9));
    EXPECT_NO_THROW(check_palette(model.palette()));
}

TEST(PaletteModel, ChangesColourAndBlendAtOnce) {
    PaletteModel model(three_stops());
    model.choose(1);
    model.set_colour(0x123456);
    EXPECT_EQ(rgb_of(model.palette().stops[1]), 0x123456U);
    EXPECT_EQ(model.lut()[model.lut().size() / 4], 0xFF563412U);
    const std::vector<std::uint32_t> even = model.lut();
    model.set_blend(Palette::Blend::linear_light);
    EXPECT_NE(model.lut(), even);
    EXPECT_EQ(model.lut(), make_lut(model.palette()));
}

TEST(PaletteModel, KeepsTheChosenStopWhereAnotherPaletteHasOne) {
    PaletteModel model(three_stops());
    model.choose(2);
    Palette other = three_stops();
    other.stops[2].r = 77;
    model.reset(other);
    EXPECT_EQ(model.chosen(), 2U);
    other.stops.resize(1);
    model.reset(other);
    EXPECT_EQ(model.chosen(), 0U);
    EXPECT_EQ(model.lut(), make_lut(other));
}

TEST(PaletteModel, ReadsColoursAsPeopleWriteThem) {
    EXPECT_EQ(parse_hex_colour("ff8800"), 0xFF8800U);
    EXPECT_EQ(parse_hex_colour("#0a0B0c"), 0x0A0B0CU);
    EXPECT_EQ(parse_hex_colour(" ff8800 "), 0xFF8800U);
    for (const char *text : {"", "#", "ff880", "ff88000", "gg0000", "-f8800", "0xff88", " ff880"})
        EXPECT_THROW(parse_hex_colour(text), InputError) << text;
}

} // namespace fathom::ui::palette_model_test
