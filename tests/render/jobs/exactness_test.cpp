// What is said of pixels that no rounding to a type's digits can be trusted with.
#include "render/jobs/exactness.h"

#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"
#include "tests/support/fake_engine.h"
#include "tests/support/location_at.h"

#include <gtest/gtest.h>

namespace fathom::exactness_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{1920, 1080};

// A published place (rust-fractal-core's lethal_weapon) where orbits of 1.4 million steps amplify
// differences far beyond a pixel's: doubles give half of the pixels their index.
Location lethal() {
    return location_at(
        "-0.645634809058214651209633108916056983079898753741306737564885499999999999999",
        "0.3579298629440811751128697210401973900625571036003455953511172999999999999999",
        "4.43858120328E57", 1'600'000);
}
Location nr_fail() {
    return location_at("-0.74505665699232857364077251317671094",
                       "-0.13521978823797060355111981379715792", "6.87e10", 6'243);
}
Location e50() {
    return location_at("-0.049470029063104093751692226727353630118745712488224879318104940",
                       "-0.674787575844675364011392053130597656334770706822403480697999794", "1e50",
                       263'010);
}

std::optional<Exactness> measured(Engine &engine, const Location &location, Precision precision,
                                  std::optional<Precision> better = std::nullopt) {
    ExactnessSpec spec{location, kSize, precision, {}};
    if (better)
        spec.trials = {{*better}, {std::make_shared<ReferenceCache>()}, 1, 1e9};
    return measure_exactness(engine, spec, kNever);
}

TEST(ExactnessOfPictures, FindsWhatDoublesDoNotTell) {
    const auto engine = make_engine("cpu");
    const Exactness found =
        *measured(*engine, lethal(), Precision::perturb_f64, Precision::perturb_two_f64);
    EXPECT_EQ(found.pixels, 64) << "so many are enough there";
    EXPECT_FALSE(found.trusted);
    // Exact arithmetic finds 53 % of 200 pixels wrong in doubles, 14 % in sums of two.
    EXPECT_GE(found.doubtful, 24);
    EXPECT_LE(found.doubtful, 48);
    ASSERT_EQ(found.tried.size(), 1U);
    EXPECT_GT(found.tried[0].tried, 5);
    EXPECT_GT(found.tried[0].beyond, 0);
    EXPECT_TRUE(found.tried[0].helps());
    EXPECT_GT(found.tried[0].seconds, 0);
}

// Against exact arithmetic, at a place that is much for float, too much for direct doubles, nearly
// too much for perturbed ones and little for sums of two.
TEST(ExactnessOfPictures, TellsHowMuchIsWrong) {
    const auto engine = make_engine("cpu");
    const Location location = nr_fail();
    for (const Precision precision :
         {Precision::f64, Precision::perturb_f32x, Precision::perturb_f64, Precision::two_f64}) {
        SCOPED_TRACE(to_string(precision));
        const auto truth = verify(*engine, {location, kSize, precision, 400}, kNever);
        const double wrong = 1 - static_cast<double>(truth->equal) / 400;
        const Exactness found = *measured(*engine, location, precision);
        EXPECT_NEAR(found.share(), wrong, 0.02 + wrong / 2);
        EXPECT_EQ(found.trusted, wrong < 0.02) << found.doubtful << " of " << found.pixels;
    }
}

TEST(ExactnessOfPictures, TrustsWhatIsExact) {
    const auto engine = make_engine("cpu");
    for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x}) {
        const Exactness found = *measured(*engine, e50(), precision);
        EXPECT_TRUE(found.trusted);
        EXPECT_GE(found.pixels, 320) << "fewer tell too little";
        EXPECT_LE(found.share(), 0.01);
    }
}

TEST(ExactnessOfPictures, EnginesFindTheSame) {
    const auto cpu = make_engine("cpu");
    const auto reference = make_engine("reference");
    for (const Precision precision : {Precision::f64, Precision::perturb_f64})
        EXPECT_EQ(measured(*cpu, nr_fail(), precision), measured(*reference, nr_fail(), precision));
}

// It iterates all pixels at once, where they are and moved: a launch takes as long as its longest
// orbit.
TEST(ExactnessOfPictures, ADeviceOfManyUnitsFindsTheSameInTwoFrames) {
    const auto cpu = make_engine("cpu");
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    device->on_host = false;
    device->frames_at_once = 2;
    FakeEngine gpu(device);
    for (const auto &[location, precision] : {std::pair{nr_fail(), Precision::f64},
                                              {nr_fail(), Precision::perturb_f64},
                                              {e50(), Precision::perturb_f64}}) {
        device->frames = 0;
        EXPECT_EQ(measured(gpu, location, precision), measured(*cpu, location, precision));
        EXPECT_EQ(device->frames, 2);
    }
}

TEST(ExactnessOfPictures, LooksAtFewPixelsOfASmallPicture) {
    const auto engine = make_engine("cpu");
    for (const auto &[size, pixels] :
         {std::pair{Size{8, 8}, 64}, {Size{64, 36}, 144}, {Size{1920, 1080}, 1088}})
        EXPECT_EQ(measure_exactness(*engine, {nr_fail(), size, Precision::perturb_f64, {}}, kNever)
                      ->pixels,
                  pixels);
}

TEST(ExactnessOfPictures, StopsWhenAsked) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(measure_exactness(*engine, {e50(), kSize, Precision::perturb_f64, {}}, stop));
}

} // namespace fathom::exactness_test
