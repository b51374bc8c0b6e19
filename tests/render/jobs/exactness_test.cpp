// What is said of pixels that no rounding to a type's digits can be trusted with.
#include "render/jobs/exactness.h"

#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

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
Location e50() {
    return location_at("-0.049470029063104093751692226727353630118745712488224879318104940",
                       "-0.674787575844675364011392053130597656334770706822403480697999794", "1e50",
                       263'010);
}

TEST(ExactnessOfPictures, FindsWhatDoublesDoNotTell) {
    const auto engine = make_engine("cpu");
    const auto found = *measure_exactness(*engine, lethal(), kSize, Precision::perturb_f64, kNever);
    EXPECT_EQ(found.pixels, 64);
    // Exact arithmetic finds 53 % of 200 pixels wrong in doubles, 14 % in sums of two.
    EXPECT_GE(found.doubtful, 24);
    EXPECT_LE(found.doubtful, 48);
    EXPECT_GT(found.tried, 5);
    EXPECT_GT(found.beyond, 0);
    EXPECT_LT(found.beyond, found.tried / 2);
    const auto warning = exactness_warning(found, Precision::perturb_f64);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("% of the pixels are not exact in perturb-f64"),
              std::string::npos);
    EXPECT_EQ(warning->remedies, (std::vector<Remedy>{{Remedy::Kind::precision, "perturb-2f64"}}));
}

TEST(ExactnessOfPictures, TrustsWhatIsExact) {
    const auto engine = make_engine("cpu");
    for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x}) {
        const auto found = *measure_exactness(*engine, e50(), kSize, precision, kNever);
        EXPECT_EQ(found.pixels, 64);
        EXPECT_LE(found.doubtful, 1);
        EXPECT_FALSE(exactness_warning(found, precision));
    }
}

TEST(ExactnessOfPictures, EnginesFindTheSame) {
    const Location location = location_at("-0.74505665699232857364077251317671094",
                                          "-0.13521978823797060355111981379715792", "1e12", 20'000);
    const auto cpu = make_engine("cpu");
    const auto reference = make_engine("reference");
    EXPECT_EQ(measure_exactness(*cpu, location, kSize, Precision::perturb_f64, kNever),
              measure_exactness(*reference, location, kSize, Precision::perturb_f64, kNever));
}

TEST(ExactnessOfPictures, AsksOnlyPerturbedDoubles) {
    const auto engine = make_engine("cpu");
    for (const Precision precision :
         {Precision::f32, Precision::f64, Precision::two_f64, Precision::perturb_f32})
        EXPECT_EQ(measure_exactness(*engine, location_at("-0.75", "0.1", "10", 100), kSize,
                                    precision, kNever),
                  Exactness{});
    EXPECT_FALSE(exactness_warning({}, Precision::f64));
}

TEST(ExactnessOfPictures, NamesATypeOnlyWhereItHelps) {
    const Exactness helps{64, 10, 10, 0};
    EXPECT_EQ(exactness_warning(helps, Precision::perturb_f64)->remedies.size(), 1u);
    const Exactness beyond{64, 50, 9, 9};
    EXPECT_TRUE(exactness_warning(beyond, Precision::perturb_f64)->remedies.empty());
    const Exactness untried{64, 10, 0, 0};
    EXPECT_TRUE(exactness_warning(untried, Precision::perturb_f64)->remedies.empty());
    const Exactness two{64, 5, 5, 5};
    EXPECT_TRUE(exactness_warning(two, Precision::perturb_two_f64)->remedies.empty());
}

TEST(ExactnessOfPictures, StopsWhenAsked) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(measure_exactness(*engine, e50(), kSize, Precision::perturb_f64, stop));
}

} // namespace
} // namespace fathom
