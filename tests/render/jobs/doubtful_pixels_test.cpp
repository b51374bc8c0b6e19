// Pixels that a type tells for certain are its own, the others those of the better type, whichever
// engine makes them.
// engine makes them.
#include "render/jobs/doubtful_pixels.h"

#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/places/palette.h"
#include "tests/support/interior_samples.h"
#include "tests/support/location_at.h"

#include <cstring>
#include <gtest/gtest.h>

namespace fathom::doubtful_pixels_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize{320, 180};

RenderRequest request_of(const Location &location, const Region &region, Precision precision) {
    RenderRequest request = make_request(location, kSize, region, {}, precision);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    return request;
}

SampleBuffer samples_of(Engine &engine, const RenderRequest &request,
                        const FirstType *first = nullptr) {
    const auto frame = engine.make_frame(request);
    if (first != nullptr) {
        EXPECT_TRUE(begin_with_certain(engine, *frame, kSize, *first, kNever));
    }
    EXPECT_TRUE(frame->iterate(kNever));
    SampleBuffer samples;
    frame->read_samples(samples);
    return samples;
}

bool same_sample(const SampleBuffer &a, std::size_t i, const SampleBuffer &b, std::size_t j) {
    return a.index(i) == b.index(j) && a.zx(i) == b.zx(j) && a.zy(i) == b.zy(j) &&
           a.has_gradient() == b.has_gradient() &&
           (!a.has_gradient() || (a.gx(i) == b.gx(j) && a.gy(i) == b.gy(j)));
}

struct Case {
    Location location;
    Precision first, better;
};

std::vector<Case> cases() {
    Location ship = location_at("-1.749", "-0.036", "4000", 3000);
    ship.formula.id = *kernels::find_formula("burning-ship");
    Location sloped = ship;
    sloped.colour.shade = kernels::ColourShade::slope;
    sloped.iterations = 300; // some are interior by that
    return {{location_at("-0.74505665699232857364077251317671094",
                         "-0.13521978823797060355111981379715792", "6.87e10", 6'243),
             Precision::perturb_f64, Precision::perturb_two_f64},
            {ship, Precision::f64, Precision::two_f64},
            {sloped, Precision::f64, Precision::two_f64}};
}

TEST(DoubtfulPixels, AreThoseOfTheBetterType) {
    const auto engine = make_engine("cpu");
    for (const auto &[location, first, better] : cases()) {
        SCOPED_TRACE(to_string(first));
        const Region whole{0, 0, kSize.width, kSize.height};
        const SampleBuffer usual = samples_of(*engine, request_of(location, whole, first));
        RenderRequest moved_request = request_of(location, whole, first);
        move_pixels(moved_request.map, kSize, first, kOctavesFarther);
        moved_request.limit *= 64; // what never escapes is to do so then, too
        const SampleBuffer moved = samples_of(*engine, moved_request);
        const RenderRequest request = request_of(location, whole, better);
        const SampleBuffer sums = samples_of(*engine, request);
        const FirstType first_type{first, std::make_shared<ReferenceCache>()};
        const SampleBuffer found = samples_of(*engine, request, &first_type);
        EXPECT_EQ(found.precision(), better);
        std::size_t doubtful = 0;
        std::size_t wrong = 0;
        for (std::size_t at = 0; at < usual.count(); ++at) {
            const bool certain = usual.index(at) == moved.index(at);
            doubtful += certain ? 0U : 1U;
            wrong += same_sample(found, at, certain ? usual : sums, at) ? 0U : 1U;
        }
        EXPECT_EQ(wrong, 0U);
        EXPECT_GT(doubtful, usual.count() / 200);
        EXPECT_LT(doubtful, usual.count() / 3);
    }
}

// A tenth of those that are wrong would be taken for certain if all moved no farther than
// roundings move them.
TEST(DoubtfulPixels, AreNearlyAllThatAreWrong) {
    const auto engine = make_engine("cpu");
    const auto [location, first, better] = cases().front();
    const Region whole{0, 0, kSize.width, kSize.height};
    const FirstType first_type{first, std::make_shared<ReferenceCache>()};
    const SampleBuffer usual = samples_of(*engine, request_of(location, whole, first));
    const SampleBuffer sums = samples_of(*engine, request_of(location, whole, better));
    const SampleBuffer found =
        samples_of(*engine, request_of(location, whole, better), &first_type);
    std::size_t wrong = 0, left = 0;
    for (std::size_t at = 0; at < usual.count(); ++at) {
        wrong += usual.index(at) != sums.index(at) ? 1U : 0U;
        left += found.index(at) != sums.index(at) ? 1U : 0U;
    }
    EXPECT_GT(wrong, usual.count() / 200);
    EXPECT_LT(left, wrong / 25);
}

// Where each sample is another one's when it is moved, most of those that reach a low limit do so
// twice by chance; of those that do not, most would have reached it the second time.
TEST(DoubtfulPixels, AreAllOfChaos) {
    const auto engine = make_engine("cpu");
    Location location = location_at("-0.75968403998233697", "0.66845378748202851", "8.2e10", 500);
    location.formula.id = *kernels::find_formula("celtic");
    const FirstType first{Precision::perturb_f64, std::make_shared<ReferenceCache>()};
    const RenderRequest request =
        request_of(location, {0, 0, kSize.width, kSize.height}, Precision::perturb_two_f64);
    const double alone = interior_share(samples_of(*engine, request));
    EXPECT_GT(alone, 0.6);
    EXPECT_LT(alone, 0.9);
    EXPECT_NEAR(interior_share(samples_of(*engine, request, &first)), alone, 0.01);
}

TEST(DoubtfulPixels, AreTheSameInPartsAndOnOtherEngines) {
    const auto cpu = make_engine("cpu");
    const auto reference = make_engine("reference");
    for (const auto &[location, first, better] : cases()) {
        SCOPED_TRACE(to_string(first));
        const FirstType first_type{first, std::make_shared<ReferenceCache>()};
        const SampleBuffer whole = samples_of(
            *cpu, request_of(location, {0, 0, kSize.width, kSize.height}, better), &first_type);
        const Region part{17, 60, 200, 40};
        const SampleBuffer there =
            samples_of(*reference, request_of(location, part, better), &first_type);
        std::size_t wrong = 0;
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x) {
                const auto at = static_cast<std::size_t>((y + part.y) * kSize.width + x + part.x);
                const auto in_part = static_cast<std::size_t>(y * part.width + x);
                wrong += same_sample(whole, at, there, in_part) ? 0U : 1U;
            }
        EXPECT_EQ(wrong, 0U);
    }
}

TEST(DoubtfulPixels, StopWhenAsked) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = true;
    const auto [location, first, better] = cases().front();
    const auto frame =
        engine->make_frame(request_of(location, {0, 0, kSize.width, kSize.height}, better));
    EXPECT_FALSE(begin_with_certain(*engine, *frame, kSize,
                                    {first, std::make_shared<ReferenceCache>()}, stop));
}

static_assert(can_be_first(Precision::perturb_f64x, Precision::perturb_two_f64));
static_assert(can_be_first(Precision::f64, Precision::two_f64));
static_assert(!can_be_first(Precision::f64, Precision::perturb_f64));
static_assert(!can_be_first(Precision::f64, Precision::perturb_two_f64));
static_assert(!can_be_first(Precision::f32, Precision::f64));

} // namespace fathom::doubtful_pixels_test
