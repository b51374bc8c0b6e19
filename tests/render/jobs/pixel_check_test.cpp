// Pixels of a picture that is shown against exact arithmetic.
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/pixel_check.h"
#include "render/places/location.h"

#include <gtest/gtest.h>
#include <vector>

namespace fathom::pixel_check_test {

constexpr Size kSize{96, 54};
constexpr std::atomic<bool> kNever = false;

std::shared_ptr<Frame> frame_of(const Location &location, const Method &method) {
    static const auto engine = make_engine("cpu");
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, method);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    auto frame = engine->make_frame(request);
    EXPECT_TRUE(frame->iterate(kNever));
    return frame;
}

/// All that it tells, the last of it last.
std::vector<CheckedPixels> check(Frame &frame, const PixelCheckSpec &spec) {
    std::vector<CheckedPixels> told;
    EXPECT_TRUE(check_pixels(frame, spec, kNever,
                             [&](const CheckedPixels &found) { told.push_back(found); }));
    return told;
}

Location deep_location() {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037158704752191506114774");
    location.view.im = Decimal::parse("0.131825904205311970493132056385139");
    location.view.zoom = Decimal::parse("1e20");
    location.view.rotation_degrees = 70;
    location.iterations = 20'000;
    return location;
}

TEST(PixelCheck, CountsOnePixelAfterTheOther) {
    Location location;
    location.iterations = 300;
    const auto frame = frame_of(location, Precision::f64);
    const auto told = check(*frame, {});
    ASSERT_EQ(told.size(), 64U);
    for (std::size_t at = 0; at < told.size(); ++at) {
        EXPECT_EQ(told[at].points, 64);
        EXPECT_EQ(told[at].checked, static_cast<int>(at) + 1);
        EXPECT_EQ(told[at].equal, told[at].checked);
        EXPECT_EQ(told[at].finished(), at + 1 == told.size());
    }
}

TEST(PixelCheck, FindsPerturbedPixelsRightAndDirectOnesWrong) {
    const Location location = deep_location();
    const auto good =
        frame_of(location, Method(Precision::perturb_f64, Approximation::none, nullptr));
    EXPECT_GE(check(*good, {}).back().equal, 63);
    const auto blocks = frame_of(location, Precision::f64); // neighbours round to the same double
    const CheckedPixels wrong = check(*blocks, {}).back();
    EXPECT_EQ(wrong.checked, 64);
    EXPECT_LT(wrong.equal, 40);
}

TEST(PixelCheck, CountsByThePicturesOwnLimit) {
    // Those that need more steps than the picture had are interior there, and in exact arithmetic
    // with the same limit.
    Location location = deep_location();
    const auto cut = [&](std::uint64_t limit) {
        location.iterations = limit;
        return frame_of(location, Method(Precision::perturb_f64, Approximation::none, nullptr));
    };
    const CheckedPixels found = check(*cut(5'000), {}).back();
    EXPECT_GE(found.equal, 63);
    EXPECT_EQ(found.checked, 64);
}

TEST(PixelCheck, LeavesOutWhatTakesTooLong) {
    // Interior pixels of a weakly attracting cycle neither repeat soon nor reach this limit.
    Location location;
    location.view.re = Decimal::parse("-0.0446637005");
    location.view.im = Decimal::parse("0.643841007");
    location.view.zoom = Decimal::parse("1e7");
    location.iterations = 4'000'000'000;
    const auto frame = frame_of(location, Precision::f64);
    const auto told = check(*frame, {64, 1, 1e-4, 3e-4});
    ASSERT_EQ(told.size(), 64U);
    EXPECT_EQ(told.back().too_long, 64);
    EXPECT_EQ(told.back().checked, 0);
    EXPECT_TRUE(told.back().finished());
}

TEST(PixelCheck, LeavesOutLatePixelsWithoutTryingThem) {
    const Location location = deep_location();
    const auto frame =
        frame_of(location, Method(Precision::perturb_f64, Approximation::none, nullptr));
    const CheckedPixels all = check(*frame, {}).back();
    EXPECT_EQ(all.too_long, 0);
    // Some 2,000 steps for each.
    const CheckedPixels some = check(*frame, {64, 1, 2e-4, 10}).back();
    EXPECT_GT(some.too_long, 0);
    EXPECT_EQ(some.checked + some.too_long, 64);
    EXPECT_LE(some.equal, some.checked);
}

TEST(PixelCheck, StopsWhenAsked) {
    const auto frame = frame_of(Location(), Precision::f64);
    std::atomic<bool> stop = false;
    int told = 0;
    EXPECT_FALSE(
        check_pixels(*frame, {}, stop, [&](const CheckedPixels &) { stop = ++told == 3; }));
    EXPECT_EQ(told, 3);
}

} // namespace fathom::pixel_check_test
