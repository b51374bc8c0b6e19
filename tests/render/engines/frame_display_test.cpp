// The protocol by which frames show themselves, on a display in host memory.
#include "render/engines/devices.h"
#include "render/engines/multi_device_engine.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frame_colours.h"
#include "tests/support/host_display.h"

#include <gtest/gtest.h>

namespace fathom::frame_display_test {

constexpr Size kSize{200, 100};
constexpr int kTiles = 4 * 2;

RenderRequest request_of_all() {
    Location location;
    location.iterations = 50;
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    static const auto lut = load_lut(std::nullopt, "default");
    request.colour.lut = lut;
    request.progressive = true; // as what is shown is, in tiles of one size
    return request;
}

TEST(FrameDisplay, GetsTheTilesThatHaveChanged) {
    const auto engine = make_engine("cpu", {2, {}});
    const auto frame = engine->make_frame(request_of_all());
    HostDisplay display;
    ShownTiles shown;
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.firsts, 1);
    EXPECT_EQ(display.tiles, 0) << "nothing is known yet";
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.tiles, kTiles);
    EXPECT_EQ(display.rgba, colours_of(*frame));
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.tiles, kTiles);
    ColourSettings colour = request_of_all().colour;
    colour.scheme.offset = 0.5;
    frame->set_colour(colour);
    ASSERT_TRUE(frame->refresh_colour(stop));
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.tiles, 2 * kTiles);
    EXPECT_EQ(display.rgba, colours_of(*frame));
    shown.forget();
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.tiles, 3 * kTiles);
    EXPECT_EQ(display.firsts, 1) << "it is still the same picture";
    EXPECT_EQ(display.pictures, 0);
    EXPECT_EQ(display.asked_device, std::nullopt);
}

TEST(FrameDisplay, EachDisplayHasAMemoryOfItsOwn) {
    const auto engine = make_engine("cpu", {2, {}});
    const auto frame = engine->make_frame(request_of_all());
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(frame->iterate(stop));
    for (int i = 0; i < 2; ++i) {
        HostDisplay display;
        ShownTiles shown;
        EXPECT_TRUE(frame->show(display, shown));
        EXPECT_EQ(display.tiles, kTiles);
        EXPECT_EQ(display.rgba, colours_of(*frame));
    }
}

TEST(FrameDisplay, GetsWhatLiesElsewhereThroughTheHost) {
    MultiDeviceEngine team({"team", "a test", ""},
                           {make_engine("cpu", {1, {}}), make_engine("cpu", {1, {}})});
    const auto frame = team.make_frame(request_of_all());
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(frame->iterate(stop));
    HostDisplay display;
    ShownTiles shown;
    EXPECT_TRUE(frame->show(display, shown));
    EXPECT_EQ(display.pictures, 1);
    EXPECT_EQ(display.tiles, 0);
    EXPECT_EQ(display.rgba, colours_of(*frame));
}

TEST(FrameDisplay, AFrameOutlivesItsEngine) {
    for (const bool several : {false, true}) {
        std::shared_ptr<Engine> engine = make_engine("cpu", {2, {}});
        if (several)
            engine = std::make_shared<MultiDeviceEngine>(
                EngineInfo{"team", "a test", ""}, std::vector<std::shared_ptr<Engine>>{engine});
        const auto frame = engine->make_frame(request_of_all());
        engine.reset();
        const std::atomic<bool> stop = false;
        EXPECT_TRUE(frame->iterate(stop));
        EXPECT_TRUE(frame->complete());
    }
}

} // namespace fathom::frame_display_test
