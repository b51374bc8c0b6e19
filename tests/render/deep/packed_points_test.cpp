// Packed orbits: the same points as plain ones, in every bit, and the same pictures.
#include "tests/support/perturbed_views.h"
#include "tests/support/same_orbits.h"
#include "tests/support/temp_folder.h"
#include "tests/support/vector_engines.h"

#include "kernels/perturbation/perturbed_work.h"
#include "kernels/plain/plain_loop.h"
#include "kernels/simd/simd_loop.h"
#include "render/base/error.h"
#include "render/deep/fixed_point.h"
#include "render/deep/reference_cache.h"
#include "render/deep/reference_orbit.h"
#include "render/engines/devices.h"
#include "render/places/location.h"

#include <gtest/gtest.h>

namespace fathom::packed_points_test {

const std::atomic<bool> kNeverStop = false;

struct Place {
    const char *formula;
    const char *re;
    const char *im;
    const char *radius;
    std::uint64_t limit;
    std::uint64_t kept_share; ///< of the points at most this share of their bytes is kept
};

// Attracted, at the edge of the set, chaotic to its last bit, through 0 again and again, and
// powers.
const Place kPlaces[] = {
    {"mandelbrot", "-0.1", "0.1", "0", 200'000, 100},
    {"mandelbrot", "0.25", "0", "0", 200'000, 100},
    {"mandelbrot", "-0.743643887037158704752191506114774", "0.131825904205311970493132056385139",
     "0", 60'000, 1},
    {"mandelbrot", "-1.7548776662", "0", "0", 30'000, 100},
    {"mandelbrot", "0.2500001", "0.0000001", "0", 100'000, 20},
    {"multibrot-3", "0.3", "0.5", "0", 50'000, 100},
    {"multibrot-8", "0.1", "0.1", "0", 50'000, 100},
};

ReferenceSpec spec_of(const Place &place) {
    ReferenceSpec spec;
    spec.formula.id = *kernels::find_formula(place.formula);
    spec.re = Decimal::parse(place.re);
    spec.im = Decimal::parse(place.im);
    spec.radius = Decimal::parse(place.radius);
    spec.limit = place.limit;
    spec.bits = 128;
    return spec;
}

std::shared_ptr<const ReferenceOrbit> orbit_of(const ReferenceSpec &spec) {
    return ReferenceMaker().make(spec, kNeverStop);
}

TEST(PackedPoints, AreThePlainOrbitsInEveryBit) {
    for (const Place &place : kPlaces) {
        SCOPED_TRACE(place.re);
        SCOPED_TRACE(place.formula);
        ReferenceSpec spec = spec_of(place);
        const auto plain = orbit_of(spec);
        ASSERT_EQ(packed_points(*plain), nullptr);
        spec.max_bytes = plain->z.size() * 40 + 20'000;
        const auto packed = orbit_of(spec);
        ASSERT_NE(packed_points(*packed), nullptr);
        expect_same_points(*packed, *plain);
        EXPECT_LE(packed_points(*packed)->bytes() * place.kept_share, plain->z.size_bytes());
    }
}

TEST(PackedPoints, GoOnFromWhereTheyAre) {
    ReferenceSpec spec = spec_of(kPlaces[0]);
    const auto plain = orbit_of(spec);
    spec.max_bytes = 2'000'000;
    spec.limit = 50'000;
    ReferenceMaker maker;
    const auto first = maker.make(spec, kNeverStop);
    spec.limit = kPlaces[0].limit;
    const auto longer = maker.make(spec, kNeverStop);
    expect_same_points(*longer, *plain);
    EXPECT_EQ(longer->z.data(), first->z.data()); // not computed again
}

TEST(PackedPoints, OnlyWhatMayNotFitIsPacked) {
    ReferenceSpec spec = spec_of(kPlaces[0]);
    spec.max_bytes = 64'000'000;
    spec.limit = 900'000;
    ReferenceMaker maker;
    EXPECT_EQ(packed_points(*maker.make(spec, kNeverStop)), nullptr);
    spec.limit = 1'100'000;
    EXPECT_NE(packed_points(*maker.make(spec, kNeverStop)), nullptr);
    spec.two = true;
    spec.limit = 10'000;
    EXPECT_EQ(packed_points(*orbit_of(spec)), nullptr);
}

TEST(PackedPoints, WhatOutgrowsItsMemoryAllTheSameIsRefused) {
    ReferenceSpec spec = spec_of(kPlaces[0]);
    spec.limit = 10'000'000;
    spec.max_bytes = 100'000;
    EXPECT_TRUE(contains(message_of<InputError>([&] { orbit_of(spec); }), "outgrows"));
}

RenderRequest request_with(const PerturbedView &view, std::uint64_t memory,
                           Precision precision = Precision::perturb_f64x) {
    RenderRequest request = request_of(view, precision, Approximation::la, kSmallSize);
    const auto cache = std::make_shared<ReferenceCache>(2);
    cache->limit_memory(memory);
    request.perturbation = std::make_shared<Perturbation>(request.perturbation->spec(), cache);
    return request;
}

const PerturbedView kLong[] = {{"seahorse", "mandelbrot", "-0.743643887037158704752191506114774",
                                "0.131825904205311970493132", "1e14", 40'000},
                               {"cusp", "mandelbrot", "0.2500001", "0.0000001", "1e9", 60'000},
                               {"cubic", "multibrot-3", "0.41", "0.58", "1e14", 30'000}};

TEST(PackedPoints, GiveThePicturesOfPlainOnes) {
    const auto judge = make_engine("reference");
    const auto engines = vector_engines();
    for (const PerturbedView &view : kLong) {
        SCOPED_TRACE(view.name);
        const RenderRequest plain = request_with(view, default_orbit_bytes());
        const auto expected = complete_frame(*judge, plain);
        const std::uint64_t points = plain.perturbation->last()->orbit->z.size();
        const RenderRequest packed = request_with(view, points * 40);
        const auto frame = complete_frame(*judge, packed);
        EXPECT_EQ(compare_frames(*expected, *frame).samples_differ, 0U);
        EXPECT_NE(packed_points(*packed.perturbation->last()->orbit), nullptr) << points;
        // With fewer jumps every engine gives the same.
        for (const auto level :
             {kernels::Tracks::none, kernels::Tracks::gradient, kernels::Tracks::all}) {
            RenderRequest small = request_with(view, std::max<std::uint64_t>(points * 2, 40'000));
            small.tracking.level = level;
            expect_equal(engines, *judge, small);
        }
    }
}

TEST(PackedPoints, FloatPixelsAreToldWhyNot) {
    const auto judge = make_engine("reference");
    const RenderRequest request = request_with(kLong[1], 400'000, Precision::perturb_f32x);
    const auto frame = judge->make_frame(request);
    EXPECT_TRUE(contains(message_of<InputError>([&] { frame->iterate(kNeverStop); }), "packed"));
}

/// The orbit of i, 0, i, -1 + i, -i, -1 + i, -i, ..., beyond what 32 bits count.
std::unique_ptr<OrbitBuffer> long_orbit(std::uint64_t points) {
    auto packed = std::make_unique<PackedPoints>(kernels::kMandelbrot,
                                                 PackedPoints::Waypoint{{0, 0}, {1, 0}}, points, 0);
    EXPECT_TRUE(packed->push_back_waypoint({{0, 0}, {0, 0}}));
    while (packed->waypoints().size() * PackedPoints::kWindow < points)
        EXPECT_TRUE(packed->push_back_waypoint({{-1, 0}, {1, 0}}));
    EXPECT_FALSE(packed->push_back_waypoint({{-1, 0}, {1, 0}}));
    return std::make_unique<OrbitBuffer>(std::move(packed), points, 0);
}

constexpr std::uint64_t kTwoTo32 = std::uint64_t{1} << 32U;

TEST(PackedPoints, AreReadBeyond32Bits) {
    const auto orbit = long_orbit(kTwoTo32 + 5000);
    EXPECT_EQ(orbit->data()[1].y, 1);
    for (const std::uint64_t at : {std::uint64_t{2}, kTwoTo32 - 2, kTwoTo32, kTwoTo32 + 4998}) {
        EXPECT_EQ(orbit->data()[at].x, -1) << at;
        EXPECT_EQ(orbit->data()[at + 1].x, 0) << at;
        EXPECT_EQ(orbit->data()[at + 1].y, -1) << at;
    }
}

// Two jumps of 2^31 steps, which do not what 2^31 steps would do, but the same in every loop.
TEST(PackedPoints, PixelsGoOnBeyond32Bits) {
    constexpr int kWidth = 24;
    const auto orbit = long_orbit(kTwoTo32 + 5000);
    std::vector<kernels::Jump<double, 2>> jumps(3);
    for (auto &jump : jumps) {
        jump.radius = jump.radius_c = 1e100;
        jump.a[0] = jump.b[0] = 1;
        jump.length = 1U << 31U;
    }
    jumps[0].after = 1;
    jumps[1].after = 2;
    jumps[2].length = 64; // never taken
    jumps[2].radius = 0;
    jumps[2].after = 2;
    std::vector<kernels::WideJump<double, 2>> wide(3);
    kernels::PerturbedView<double, 2> view;
    auto &tables = view.tables;
    tables.orbit = orbit->data();
    tables.first_end = tables.last = orbit->size() - 1;
    tables.jumps = jumps.data();
    tables.wide_jumps = wide.data();
    tables.start_jump = 0;
    view.limit = 2 * kTwoTo32;
    view.bailout_squared = 65536;
    view.c_size = 1e-19;
    view.critical_y = 1;

    const RenderRequest request = request_of({"", "mandelbrot", "0", "1", "3e20", 400},
                                             Precision::perturb_f64x, Approximation::none);
    kernels::PerturbedWork<double> work;
    work.tile.map = request.map;
    work.tile.map.centre_re = work.tile.map.centre_im = 0;
    work.tile.x1 = kWidth;
    work.tile.y1 = 1;
    work.tile.stop = &kNeverStop;
    work.limit = view.limit;
    work.map_exponent = request.map_exponent;
    work.set_view(view);
    const auto indices = [&](const kernels::TileLoops &loops) {
        std::vector<std::uint32_t> low(kWidth), high(kWidth);
        std::vector<double> z(2 * kWidth);
        work.tile.planes = {low.data(), z.data(), z.data() + kWidth, kWidth, 1};
        work.tile.planes.n_high = high.data();
        loops.perturbed.f64[static_cast<std::size_t>(kernels::kMandelbrot)][0](work);
        std::vector<std::uint64_t> n(kWidth);
        for (std::size_t i = 0; i < n.size(); ++i)
            n[i] = kernels::index_at(work.tile.planes, i);
        return std::pair(n, z);
    };
    const auto expected = indices(kernels::plain_loops());
    for (const std::uint64_t n : expected.first) {
        EXPECT_GT(n, kTwoTo32 + 20);
        EXPECT_LT(n, kTwoTo32 + 200);
    }
    for (const kernels::TileLoops &loops : kernels::simd_loops())
        EXPECT_EQ(indices(loops), expected) << loops.instruction_set;
}

} // namespace fathom::packed_points_test
