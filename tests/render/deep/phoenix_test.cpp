// Phoenix by perturbation of pairs against exact arithmetic, from the location to the engine's
// samples.
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/phoenix_places.h"

#include <gtest/gtest.h>

namespace fathom::phoenix_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{320, 180};

Location location_of(const PhoenixPlace &place) {
    Location location;
    location.formula.id = *kernels::find_formula("phoenix");
    location.formula.parameter_re = place.parameter_re;
    location.formula.parameter_im = place.parameter_im;
    location.view.re = Decimal::parse(place.re);
    location.view.im = Decimal::parse(place.im);
    location.view.zoom = Decimal::parse(place.zoom);
    location.iterations = place.limit;
    return location;
}

void expect_exact(const Location &location, const Method &method, int points = 40) {
    const auto engine = make_engine("cpu");
    const auto found = verify(*engine, {location, kSize, method, points, 11, 2}, kNever);
    EXPECT_EQ(found->equal, found->points);
    if (is_two(method.precision))
        EXPECT_LT(found->median_smooth_error, 1e-15);
    else
        EXPECT_GT(found->median_smooth_error, 0) << "pixels that escape are to be seen";
    EXPECT_LT(found->median_smooth_error, 1e-9);
}

TEST(Phoenix, IsExactAtAnyDepth) {
    for (const PhoenixPlace &place : {kPhoenix1e45, kPhoenix1e60, kPhoenix1e240})
        for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x}) {
            SCOPED_TRACE(std::string(place.zoom) + ' ' + to_string(precision));
            expect_exact(location_of(place), precision);
        }
    expect_exact(location_of(kPhoenix1e330), Precision::perturb_f64x);
}

TEST(Phoenix, IsItselfWhereverItsReferenceLies) {
    const auto engine = make_engine("cpu");
    for (const PhoenixPlace &place : {kPhoenix1e45, kPhoenix1e60}) {
        const Location location = location_of(place);
        for (const double heights : {3.0, -40.0}) {
            SCOPED_TRACE(heights);
            const auto cache = std::make_shared<ReferenceCache>(1);
            const Method method(Precision::perturb_f64, Approximation::la, cache);
            Location beside = location; // whose reference serves the place, too
            beside.view.re =
                beside.view.re + divide(Decimal::from_double(4 * heights), location.view.zoom, 20);
            RenderRequest request = make_request(beside, {8, 8}, {0, 0, 8, 8}, {}, method);
            request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
            ASSERT_TRUE(engine->make_frame(request)->iterate(kNever));
            expect_exact(location, method);
            EXPECT_EQ(cache->references_made(), 1);
        }
    }
}

TEST(Phoenix, WithoutItsParameterIsTheMandelbrotSet) {
    // e14 and peanuts: minibrots, whose orbits are rebased at each period.
    Location location;
    location.formula.id = *kernels::find_formula("phoenix");
    location.formula.parameter_re = 0;
    location.view.re =
        Decimal::parse("-1.7598171308048478136108250105617982382439999999999999999998");
    location.view.im = Decimal::parse("-0.01259331079974986538374663184326485845034");
    location.view.zoom = Decimal::parse("1e14");
    location.iterations = 4036;
    const auto engine = make_engine("cpu");
    for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x})
        EXPECT_GE(verify(*engine, {location, kSize, precision, 100, 11, 2}, kNever)->equal, 99u);
    location.view.re =
        Decimal::parse("-1.94027658588345321091739528561871158285329803755715228746270703125");
    location.view.im =
        Decimal::parse("-0.00015063432290237573328275931307447270339596507504722367456943365");
    location.view.zoom = Decimal::parse("1.36112946768E39");
    location.iterations = 9450;
    EXPECT_GE(verify(*engine, {location, kSize, Precision::perturb_f64, 100, 11, 2}, kNever)->equal,
              99u);
}

TEST(Phoenix, SumsOfTwoTellMoreThanDoubles) {
    expect_exact(location_of(kPhoenix1e45), Precision::perturb_two_f64, 20);
    const auto engine = make_engine("cpu");
    const auto equal_in = [&](Precision precision) {
        const Location chaos = location_of(kPhoenixChaos);
        return verify(*engine, {chaos, kSize, precision, 100, 11, 2}, kNever)->equal;
    };
    EXPECT_LT(equal_in(Precision::perturb_f64), 98u);
    EXPECT_GE(equal_in(Precision::perturb_two_f64), 98u);
}

} // namespace fathom::phoenix_test
