// The number type is taken that a picture's pixels need, if it helps and does not take too long.
#include "render/jobs/measured_method.h"

#include "render/base/error.h"
#include "render/deep/reference_cache.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "tests/support/fake_engine.h"
#include "tests/support/location_at.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace fathom::measured_method_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{1920, 1080};

/// A device of types that do not tell so many of 1,000 pixels, those at certain places: the worse a
/// type, the more of the same. Each pixel takes so long.
class DoubtfulDevice {
  public:
    std::map<Precision, int> doubtful; ///< 0 where none is given
    std::map<Precision, double> pixel_ms;
    int units = 1;            ///< pixels that it iterates at the same time
    std::uint64_t steps = 50; ///< of a pixel
    std::set<Precision> asked;

    DoubtfulDevice() {
        device_->making = [this](RenderRequest &request) {
            const Precision type = request.precision;
            asked.insert(type);
            const int rounds = (request.size.width + units - 1) / units;
            device_->times.iterate_ms = rounds * (pixel_ms.count(type) > 0 ? pixel_ms[type] : 1e-3);
        };
        device_->samples = [this](const RenderRequest &request, SampleBuffer &samples) {
            const auto &map = request.map;
            const auto first = maps_.try_emplace(request.precision, map).first->second;
            auto *indices = samples.planes<double>().n;
            if (is_f32(request.precision))
                indices = samples.planes<float>().n;
            for (std::size_t at = 0; at < request.points->size(); ++at) {
                const auto point = (*request.points)[at];
                const int place = (point.x / 256 * 7919 + point.y / 256 * 104729) % 1000;
                indices[at] =
                    place < doubtful[request.precision] && map != first ? steps + 1 : steps;
            }
        };
    }

    FakeDevice &device() { return *device_; }
    std::optional<MeasuredMethod> measure(const MeasuredPicture &picture, const Method &method) {
        maps_.clear();
        FakeEngine engine(device_);
        return measured_method(engine, picture, method, kNever);
    }

  private:
    std::shared_ptr<FakeDevice> device_ = std::make_shared<FakeDevice>();
    std::map<Precision, kernels::PixelMap> maps_; ///< the first of each type: nothing moved
};

class MeasuredMethodTest : public testing::Test {
  protected:
    /// With `choice` the type is the user's.
    MeasuredMethod measure(Precision usual, bool may_change = true) {
        return *device.measure({.location = location, .size = kSize, .may_change = may_change},
                               {usual, Approximation::la, cache});
    }
    DoubtfulDevice device;
    Location location = location_at("-0.75", "0.1", "1e30", 1'000'000);
    std::shared_ptr<ReferenceCache> cache = std::make_shared<ReferenceCache>(1);
};

TEST_F(MeasuredMethodTest, StaysWhereFewPixelsAreDoubtful) {
    for (const int doubtful : {0, 2, 5, 8}) {
        device.doubtful[Precision::perturb_f64] = doubtful;
        const MeasuredMethod found = measure(Precision::perturb_f64);
        EXPECT_EQ(found.method.precision, Precision::perturb_f64);
        EXPECT_EQ(found.method.reference_cache, cache);
        EXPECT_TRUE(found.exactness.trusted);
        EXPECT_FALSE(exactness_warning(found));
        EXPECT_EQ(words_for_types_left(found), "");
        EXPECT_EQ(device.asked, std::set{Precision::perturb_f64}) << "no other orbit is made";
    }
}

TEST_F(MeasuredMethodTest, TakesSumsOfTwoWhereTheyHelp) {
    for (const Precision usual : {Precision::perturb_f64, Precision::perturb_f64x})
        for (const int doubtful : {30, 100, 600}) {
            device.doubtful[usual] = doubtful;
            const MeasuredMethod found = measure(usual);
            EXPECT_EQ(found.method.precision, Precision::perturb_two_f64);
            EXPECT_EQ(found.method.approximation, Approximation::la);
            EXPECT_NE(found.method.reference_cache, cache) << "its orbit has more digits";
            EXPECT_TRUE(found.method.reference_cache);
            ASSERT_TRUE(found.first) << "the others stay as they are";
            EXPECT_EQ(found.first->precision, usual);
            EXPECT_EQ(found.first->cache, cache);
            ASSERT_EQ(found.left.size(), 1U);
            EXPECT_EQ(found.left[0].precision, usual);
            EXPECT_NEAR(found.left[0].share(), doubtful / 1000.0, 0.1);
            EXPECT_EQ(found.exactness.precision, Precision::perturb_two_f64);
            EXPECT_EQ(found.exactness.doubtful, 0);
            EXPECT_FALSE(exactness_warning(found));
        }
    device.doubtful[Precision::perturb_f64] = 1000;
    EXPECT_EQ(words_for_types_left(measure(Precision::perturb_f64)),
              "iterated in perturb-2f64 where perturb-f64 does not tell: at about 100 % of the "
              "pixels");
}

TEST_F(MeasuredMethodTest, SaysWhatSumsOfTwoDoNotTellEither) {
    device.doubtful = {{Precision::perturb_f64, 500}, {Precision::perturb_two_f64, 150}};
    const MeasuredMethod found = measure(Precision::perturb_f64);
    EXPECT_EQ(found.method.precision, Precision::perturb_two_f64);
    EXPECT_NEAR(found.exactness.share(), 0.15, 0.1);
    const auto warning = exactness_warning(found);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("% of the pixels are not exact in perturb-2f64"),
              std::string::npos);
    EXPECT_TRUE(warning->remedies.empty());
}

// One or two pixels that happen to be certain in it say little of thousands.
TEST_F(MeasuredMethodTest, TriesManyPixelsAlsoWhereOrbitsAreLong) {
    device.doubtful = {{Precision::perturb_f64, 500}, {Precision::perturb_two_f64, 150}};
    device.steps = 12'000'000;
    MeasuredMethod found = measure(Precision::perturb_f64);
    ASSERT_EQ(found.left.size(), 1U);
    EXPECT_GE(found.left[0].tried[0].tried, 16);
    EXPECT_TRUE(exactness_warning(found));
    device.steps = 20'000'000; // and as many moved
    found = measure(Precision::perturb_f64);
    ASSERT_EQ(found.exactness.tried.size(), 1U);
    EXPECT_EQ(found.exactness.tried[0].tried, 0);
    const auto warning = exactness_warning(found);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("would take too long"), std::string::npos) << warning->what;
}

TEST_F(MeasuredMethodTest, StaysWhereNoTypeHelps) {
    device.doubtful = {{Precision::perturb_f64, 500}, {Precision::perturb_two_f64, 400}};
    const MeasuredMethod found = measure(Precision::perturb_f64);
    EXPECT_EQ(found.method.precision, Precision::perturb_f64);
    EXPECT_EQ(found.method.reference_cache, cache);
    const auto warning = exactness_warning(found);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("nor does perturb-2f64"), std::string::npos) << warning->what;
    EXPECT_TRUE(warning->remedies.empty());
}

TEST_F(MeasuredMethodTest, StaysWhereItWouldTakeTooLong) {
    device.doubtful[Precision::perturb_f64] = 300;
    device.pixel_ms[Precision::perturb_two_f64] = 5; // three hours of 1920 x 1080, if all were
    const MeasuredMethod found = measure(Precision::perturb_f64);
    EXPECT_EQ(found.method.precision, Precision::perturb_f64);
    ASSERT_EQ(found.exactness.tried.size(), 1U);
    EXPECT_EQ(found.exactness.tried[0].precision, Precision::perturb_two_f64);
    // 30 % of the pixels, and all of them twice in doubles.
    EXPECT_NEAR(found.exactness.tried[0].seconds, 10'368 * found.exactness.share() + 4, 1);
    const auto warning = exactness_warning(found);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("in perturb-2f64 the picture would take about "),
              std::string::npos)
        << warning->what;
    EXPECT_EQ(warning->remedies, (std::vector<Remedy>{{Remedy::Kind::precision, "perturb-2f64"}}));
    // A smaller one would not, one of more samples would.
    const auto sized = [&](Size size, int samples) {
        return device
            .measure({.location = location, .size = size, .samples = samples},
                     Precision::perturb_f64)
            ->method.precision;
    };
    EXPECT_EQ(sized({320, 180}, 1), Precision::perturb_two_f64);
    EXPECT_EQ(sized({320, 180}, 64), Precision::perturb_f64);
}

TEST_F(MeasuredMethodTest, FillsADeviceOfManyUnitsBeforeItCallsItSlow) {
    device.doubtful[Precision::perturb_f64] = 300;
    device.pixel_ms[Precision::perturb_two_f64] = 200;
    device.units = 4096; // half a minute; by the time of those that are doubtful of 64 an hour
    EXPECT_EQ(measure(Precision::perturb_f64).method.precision, Precision::perturb_two_f64);
}

TEST_F(MeasuredMethodTest, LeavesTheTypeThatWasAskedFor) {
    device.doubtful[Precision::perturb_f64] = 500;
    const MeasuredMethod found = measure(Precision::perturb_f64, false);
    EXPECT_EQ(found.method.precision, Precision::perturb_f64);
    EXPECT_EQ(device.asked, std::set{Precision::perturb_f64});
    EXPECT_TRUE(exactness_warning(found));
    device.doubtful[Precision::perturb_two_f64] = 0;
    EXPECT_FALSE(exactness_warning(measure(Precision::perturb_two_f64, false)));
}

TEST_F(MeasuredMethodTest, LeavesAnOrbitThatWasGiven) {
    device.doubtful[Precision::perturb_f64] = 500;
    const auto found = device.measure(
        {.location = location, .size = kSize, .may_remake_orbit = false}, Precision::perturb_f64);
    EXPECT_EQ(found->method.precision, Precision::perturb_f64);
    EXPECT_EQ(device.asked, std::set{Precision::perturb_f64});
    EXPECT_TRUE(exactness_warning(*found));
}

TEST_F(MeasuredMethodTest, GoesFromTypeToType) {
    location.view.zoom = Decimal::parse("1e7");
    device.doubtful = {{Precision::f64, 200}, {Precision::perturb_f64, 80}};
    const MeasuredMethod found = measure(Precision::f64);
    EXPECT_EQ(found.method.precision, Precision::perturb_two_f64);
    ASSERT_EQ(found.left.size(), 2U);
    EXPECT_NE(words_for_types_left(found).find("% of the pixels would not be exact, iterated in "
                                               "perturb-2f64 where perturb-f64 does not tell"),
              std::string::npos)
        << words_for_types_left(found);
    // One that is enough is kept, with the orbits that it made.
    device.doubtful = {{Precision::f64, 200}};
    EXPECT_EQ(measure(Precision::f64).method.precision, Precision::perturb_f64);
    EXPECT_EQ(measure(Precision::f64).method.reference_cache, cache);
    const auto without =
        device.measure({.location = location, .size = kSize}, Precision(Precision::f64));
    EXPECT_TRUE(without->method.reference_cache) << "each band would have its own orbit";
}

TEST_F(MeasuredMethodTest, StaysWhereTheOrbitDoesNotFitIntoMemory) {
    device.doubtful[Precision::perturb_f64] = 300;
    device.device().iterating = [](const RenderRequest &request, const std::atomic<bool> &) {
        if (request.precision == Precision::perturb_two_f64)
            throw InputError("the reference orbit needs 20 GB");
    };
    const MeasuredMethod found = measure(Precision::perturb_f64);
    EXPECT_EQ(found.method.precision, Precision::perturb_f64);
    const auto warning = exactness_warning(found);
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("too much memory"), std::string::npos) << warning->what;
}

// Where orbits are chaotic as near as that, the same digits about a reference tell no more.
TEST_F(MeasuredMethodTest, TakesDirectSumsOfTwoWherePerturbationDoesNotHelp) {
    location.view.zoom = Decimal::parse("100");
    device.doubtful = {{Precision::f64, 200}, {Precision::perturb_f64, 200}};
    const MeasuredMethod found = measure(Precision::f64);
    EXPECT_EQ(found.method.precision, Precision::two_f64);
    ASSERT_EQ(found.left.size(), 1U);
    ASSERT_EQ(found.left[0].tried.size(), 2U);
    EXPECT_EQ(found.left[0].tried[0].precision, Precision::perturb_f64);
    device.doubtful[Precision::two_f64] = 200;
    const auto warning = exactness_warning(measure(Precision::f64));
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->what.find("nor does perturb-f64"), std::string::npos) << warning->what;
    EXPECT_NE(warning->what.find("nor does 2f64"), std::string::npos) << warning->what;
}

TEST(BetterTypes, AreThoseOfTheFormula) {
    using Types = std::vector<Precision>;
    const auto phoenix = *kernels::find_formula("phoenix");
    EXPECT_EQ(better_types(kernels::kMandelbrot, Precision::f32), Types{Precision::f64});
    EXPECT_EQ(better_types(kernels::kMandelbrot, Precision::f64),
              (Types{Precision::perturb_f64, Precision::two_f64}));
    EXPECT_EQ(better_types(phoenix, Precision::f64),
              (Types{Precision::perturb_f64, Precision::two_f64}));
    EXPECT_EQ(better_types(phoenix, Precision::two_f64), Types{});
    for (std::size_t id = 0; id < kernels::formulas().size(); ++id)
        for (const Precision first : kPrecisions)
            for (const Precision better : better_types(kernels::FormulaId(id), first))
                if (can_iterate(kernels::FormulaId(id), first)) {
                    EXPECT_TRUE(can_iterate(kernels::FormulaId(id), better));
                    EXPECT_TRUE(is_two(better) || is_f32(first) || is_perturbed(better));
                }
}

} // namespace fathom::measured_method_test
