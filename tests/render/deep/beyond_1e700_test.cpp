// A picture deeper than 1e700, at a place that nobody published: found by the program, its nucleus
// and its pixels judged by exact arithmetic.
#include "render/deep/exact_orbit.h"
#include "render/deep/nucleus.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/compare.h"
#include "render/jobs/verification.h"
#include "render/numbers/real.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace fathom::beyond_1e700_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{96, 54};
/// Some ten times round the minibrot's period until the pixels beside it escape.
constexpr std::uint64_t kLimit = 20'000;

/// The minibrot nearest to i where one looks at that with 1e352: minibrots about a Misiurewicz
/// point are as small as the square of their distance.
Nucleus near_i() {
    Location location;
    location.view.re = Decimal();
    location.view.im = Decimal::parse("1");
    location.view.zoom = Decimal::parse("1e352");
    return *find_nucleus(location, kNever);
}

Location picture_of(const Nucleus &nucleus) {
    Location location;
    location.view = view_of(nucleus, View());
    location.iterations = kLimit;
    return location;
}

TEST(Beyond1e700, TheNucleusOfAMinibrotComesBackToZero) {
    const Nucleus nucleus = near_i();
    EXPECT_LT(nucleus.size.log10(), -700);
    constexpr long kBits = 4096;
    const auto orbit = ExactOrbit::make({{}, 256, 16, kBits});
    orbit->start(Real::of(nucleus.re, kBits), Real::of(nucleus.im, kBits));
    for (std::uint64_t n = 1; n < nucleus.period; ++n) {
        orbit->step();
        EXPECT_GT(log2_size(orbit->z()), -10) << n << " would be the period";
    }
    orbit->step();
    EXPECT_LT(log2_size(orbit->z()), -1000);
}

TEST(Beyond1e700, PixelsAreExact) {
    const auto engine = make_engine("cpu");
    const Location location = picture_of(near_i());
    ASSERT_GT(location.view.zoom.log10(), 700);
    constexpr int kPoints = 40;
    const std::pair<Precision, Approximation> ways[] = {
        {Precision::perturb_f64x, Approximation::none},
        {Precision::perturb_f64x, Approximation::bla},
        {Precision::perturb_f64x, Approximation::la},
        {Precision::perturb_f32x, Approximation::la}};
    for (const auto &[precision, approximation] : ways) {
        SCOPED_TRACE(std::string(to_string(precision)) + ' ' + to_string(approximation));
        const Method method(precision, approximation, nullptr);
        const auto result = verify(*engine, {location, kSize, method, kPoints, 3, 2}, kNever);
        EXPECT_GE(result->equal, precision == Precision::perturb_f64x ? 40u : 39u);
        EXPECT_GT(result->median_smooth_error, 0) << "pixels that escape are to be seen";
        EXPECT_LT(result->median_smooth_error, 1e-3);
    }
}

TEST(Beyond1e700, EnginesGiveTheSameBits) {
    const auto reference = make_engine("reference");
    const auto engine = make_engine("cpu");
    const Location location = picture_of(near_i());
    RenderRequest request = make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {},
                                         {Precision::perturb_f64x, Approximation::la, nullptr});
    request.colour.lut = load_lut(std::nullopt, "default");
    const auto complete = [&](Engine &of) {
        auto frame = of.make_frame(request);
        EXPECT_TRUE(frame->iterate(kNever));
        return frame;
    };
    const auto expected = complete(*reference);
    const Difference difference = compare_frames(*expected, *complete(*engine));
    EXPECT_EQ(difference.samples_differ, 0u);
    EXPECT_EQ(difference.rgba_differ, 0u);
}

} // namespace fathom::beyond_1e700_test
