#include "render/jobs/compare.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::compare_test {

constexpr Size kSize{64, 48};

RenderRequest request(const Location &location, Size size = kSize) {
    RenderRequest result =
        make_request(location, size, {0, 0, size.width, size.height}, {}, Precision::f64);
    static const auto lut = load_lut(std::nullopt, "default");
    result.colour.lut = lut;
    return result;
}

std::shared_ptr<Frame> frame_of(Engine &engine, const RenderRequest &what) {
    auto frame = engine.make_frame(what);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(frame->iterate(stop));
    return frame;
}

// What differs is planted: honest engines never differ.

TEST(Compare, CountsADifferentLimitAsTheIndexItMeans) {
    const auto engine = make_engine("cpu");
    Location location;
    location.iterations = 50;
    const auto few = frame_of(*engine, request(location));
    location.iterations = 80;
    const auto many = frame_of(*engine, request(location));
    std::vector<std::uint32_t> picture;
    const Difference difference = compare_frames(*few, *many, &picture);
    EXPECT_EQ(difference.pixels, 64u * 48u);
    EXPECT_GT(difference.samples_differ, 0u) << "points that escape between 50 and 80";
    EXPECT_LT(difference.samples_differ, 200u);
    EXPECT_EQ(difference.rgba_differ, difference.samples_differ) << "black became a colour";
    EXPECT_FALSE(difference.none());
    // Interior counts as its limit: a point that escapes at n is n - 50 away from one that did not
    // within 50.
    EXPECT_GT(difference.max_iteration_delta, 10);
    EXPECT_LE(difference.max_iteration_delta, 30);
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(picture.begin(), picture.end(), 0xffffffffU)),
              difference.samples_differ);
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(picture.begin(), picture.end(), 0xff000000U)),
              difference.pixels - difference.samples_differ);
}

TEST(Compare, SeesADifferenceOfColourAlone) {
    const auto engine = make_engine("cpu");
    Location location;
    const auto plain = frame_of(*engine, request(location));
    location.colour.offset = 0.5;
    const auto shifted = frame_of(*engine, request(location));
    std::vector<std::uint32_t> picture;
    const Difference difference = compare_frames(*plain, *shifted, &picture);
    EXPECT_EQ(difference.samples_differ, 0u);
    EXPECT_GT(difference.rgba_differ, 1000u);
    EXPECT_EQ(difference.max_iteration_delta, 0);
    EXPECT_EQ(std::count(picture.begin(), picture.end(), 0xffffffffU), 0);
}

TEST(Compare, SeesTheLastBitOfZ) {
    const auto engine = make_engine("cpu");
    Location location;
    RenderRequest what = request(location);
    const auto plain = frame_of(*engine, what);
    what.map.centre_re += 1e-15; // no escape index changes, but z does
    const auto nudged = frame_of(*engine, what);
    EXPECT_GT(compare_frames(*plain, *nudged).samples_differ, 1000u);
}

TEST(Compare, SeesThatTheNumberTypesAreNotTheSame) {
    const auto engine = make_engine("cpu");
    RenderRequest what = request({});
    const auto as_double = frame_of(*engine, what);
    what.precision = Precision::f32;
    const auto as_float = frame_of(*engine, what);
    EXPECT_EQ(compare_frames(*as_double, *as_float).samples_differ, 64u * 48u);
}

TEST(Compare, RefusesPicturesOfDifferentSizes) {
    const auto engine = make_engine("cpu");
    const auto one = frame_of(*engine, request({}));
    const auto other = frame_of(*engine, request({}, {64, 47}));
    EXPECT_THROW(compare_frames(*one, *other), InputError);
}

TEST(Compare, AddsUpBands) {
    Difference sum{10, 2, 3, 5};
    sum += {20, 0, 1, 4};
    EXPECT_EQ(sum.pixels, 30u);
    EXPECT_EQ(sum.samples_differ, 2u);
    EXPECT_EQ(sum.rgba_differ, 4u);
    EXPECT_EQ(sum.max_iteration_delta, 5);
}

} // namespace fathom::compare_test
