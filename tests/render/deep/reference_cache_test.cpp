// What a ReferenceCache keeps from view to view, and what it must not keep.
#include "tests/support/perturbed_views.h"

#include "render/base/thread_team.h"
#include "render/deep/jump_levels.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/perturbed_request.h"
#include "render/places/navigation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace fathom::reference_cache_test {

const std::atomic<bool> kNeverStop = false;

PerturbationSpec spec_at(const char *re, const char *im, const char *zoom) {
    PerturbationSpec spec;
    spec.view.re = Decimal::parse(re);
    spec.view.im = Decimal::parse(im);
    spec.view.zoom = Decimal::parse(zoom);
    spec.size = kSize;
    spec.limit = 5000;
    return spec;
}

void expect_equal_points(const ReferenceOrbit &a, const ReferenceOrbit &b) {
    ASSERT_EQ(a.z.size(), b.z.size());
    EXPECT_EQ(a.restart, b.restart);
    EXPECT_TRUE(std::equal(a.z.begin(), a.z.end(), b.z.begin(),
                           [](const auto &p, const auto &q) { return p.x == q.x && p.y == q.y; }));
}

/// A hand that zooms by a quarter of an octave at a time.
struct Zooming {
    View view = spec_at("-0.743643887037158704752191506114774",
                        "0.131825904205311970493132056385139", "1e14")
                    .view;
    TableNeeds needs;
    ReferenceCache cache{1};

    /// At a place in the picture, as shares of its sides.
    void zoom_at(double x, double y, int steps) {
        for (int step = 0; step < steps; ++step) {
            view = zoom_about(view, kSize, x * kSize.width, y * kSize.height, std::exp2(0.25));
            ask();
        }
    }
    void ask() {
        PerturbationSpec spec = spec_at("0", "0", "1");
        spec.view = view;
        spec.limit = 50;
        EXPECT_TRUE(cache.orbit(spec, needs, kNeverStop, nullptr));
    }
};

// Near the boundary, where orbits escape after some hundreds of steps.
constexpr const char *kRe = "-0.75", *kIm = "0.01";

TEST(ReferenceCache, ABailoutThatWasLoweredHasTheOrbitOfAFreshOne) {
    for (const bool julia : {false, true}) {
        SCOPED_TRACE(julia);
        PerturbationSpec spec = spec_at(kRe, kIm, "1e12");
        if (julia) {
            spec.formula.julia = true;
            spec.formula.seed_re = Decimal::parse(kRe);
            spec.formula.seed_im = Decimal::parse(kIm);
            spec.view.re = spec.view.im = Decimal::parse("0.25");
        }
        ReferenceCache kept(1);
        for (const double bailout : {1e9, 2.0, 256.0, 3.0}) {
            SCOPED_TRACE(bailout);
            spec.bailout = bailout;
            const auto data = kept.prepare(spec, {}, kNeverStop, nullptr);
            ReferenceCache fresh(1);
            const auto expected = fresh.prepare(spec, {}, kNeverStop, nullptr);
            ASSERT_TRUE(data && expected);
            EXPECT_TRUE(expected->orbit->escaped);
            expect_equal_points(*data->orbit, *expected->orbit);
        }
    }
}

// The first reference is the middle of the first view, which is soon far behind; the next one lies
// where the way leads.
TEST(ReferenceCache, AZoomAtAPointMakesOneReferenceMoreInThirtyOctaves) {
    for (const auto &[x, y] : {std::pair{0.9, 0.15}, {0.0, 1.0}, {0.4, 0.55}}) {
        Zooming hand;
        hand.ask();
        hand.zoom_at(x, y, 120);
        EXPECT_LE(hand.cache.references_made(), 2);
    }
}

// Floats have no digits for an offset: a reference has to be in the picture, and views are rounded.
TEST(ReferenceCache, AZoomOfFloatPixelsMakesFewReferences) {
    for (const auto &[x, y] : {std::pair{0.9, 0.15}, {0.4, 0.55}}) {
        Zooming hand;
        hand.needs.f32 = true;
        hand.ask();
        hand.zoom_at(x, y, 120);
        EXPECT_LE(hand.cache.references_made(), 3);
    }
}

// A hand that follows something on its way: the point wanders after each two octaves.
TEST(ReferenceCache, AZoomThatIsSteeredMakesLessThanOneReferenceInTenOctaves) {
    Zooming hand;
    hand.ask();
    constexpr int kTurns = 60; // 120 octaves
    for (int turn = 0; turn < kTurns; ++turn)
        hand.zoom_at(0.75 + 0.1 * std::cos(2.4 * turn), 0.3 + 0.1 * std::sin(2.4 * turn), 8);
    EXPECT_LT(hand.cache.references_made(), 12);
}

// Nothing of that holds for a pan or a jump: the reference is the middle.
TEST(ReferenceCache, OtherMovesTakeTheMiddle) {
    Zooming hand;
    hand.ask();
    const auto expect_middle = [&] {
        PerturbationSpec spec = spec_at("0", "0", "1");
        spec.view = hand.view;
        spec.limit = 50;
        const auto orbit = hand.cache.orbit(spec, {}, kNeverStop, nullptr);
        EXPECT_EQ(orbit->spec.re, hand.view.re);
        EXPECT_EQ(orbit->spec.im, hand.view.im);
    };
    hand.view = pan_by_pixels(hand.view, kSize, 3000.0 * kSize.width, 0);
    expect_middle();
    hand.view.zoom = Decimal::parse("1e60"); // a place of the gallery
    hand.view.re = Decimal::parse("-1.25");
    hand.view.im = Decimal::parse("0.031");
    expect_middle();
    hand.view.zoom = Decimal::parse("1e20"); // and back out elsewhere
    hand.view.re = Decimal::parse("-1.75");
    expect_middle();
}

TEST(ReferenceCache, ABailoutThatWasLoweredKeepsAnOrbitThatNeverPassedIt) {
    PerturbationSpec spec = spec_at("0", "1", "1e12");
    ReferenceCache reference_cache(1);
    spec.bailout = 1e9;
    const auto first = reference_cache.prepare(spec, {}, kNeverStop, nullptr);
    spec.bailout = 2;
    const auto second = reference_cache.prepare(spec, {}, kNeverStop, nullptr);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->orbit, second->orbit);
    EXPECT_EQ(first->tables, second->tables);
}

TEST(ReferenceCache, ALoweredBailoutGivesTheSamePicture) {
    const auto engine = make_engine("reference");
    Location location;
    location.view.re = Decimal::parse(kRe);
    location.view.im = Decimal::parse(kIm);
    location.view.zoom = Decimal::parse("1e5");
    location.iterations = 2000;
    const auto request_by = [&](std::shared_ptr<ReferenceCache> reference_cache) {
        RenderRequest request =
            make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {},
                         {Precision::perturb_f64, Approximation::la, std::move(reference_cache)});
        request.colour.lut = load_lut(std::nullopt, "default");
        return request;
    };
    const auto kept = std::make_shared<ReferenceCache>(1);
    location.bailout = 1e9;
    complete_frame(*engine, request_by(kept));
    location.bailout = 2;
    const auto frame = complete_frame(*engine, request_by(kept));
    const auto expected = complete_frame(*engine, request_by(nullptr));
    EXPECT_EQ(compare_frames(*expected, *frame).samples_differ, 0U);
}

TEST(ReferenceCache, FloatsWantTheirReferenceInView) {
    TableNeeds floats;
    floats.f32 = true;
    PerturbationSpec spec = spec_at("0", "1", "1e12");
    PerturbationSpec moved = spec;
    moved.view.re = Decimal::parse("1e-11"); // ten quarters of the height aside
    ReferenceCache reference_cache(1);
    const auto first = reference_cache.prepare(spec, floats, kNeverStop, nullptr);
    const auto of_doubles = reference_cache.prepare(moved, {}, kNeverStop, nullptr);
    ASSERT_TRUE(first && of_doubles);
    EXPECT_EQ(of_doubles->orbit->spec.re, spec.view.re);
    const auto of_floats = reference_cache.prepare(moved, floats, kNeverStop, nullptr);
    ASSERT_TRUE(of_floats);
    EXPECT_EQ(of_floats->orbit->spec.re, moved.view.re);
}

TEST(ReferenceCache, DoublesReadTheReferenceOrbitItself) {
    const PerturbationSpec spec = spec_at("0", "1", "1e12");
    ReferenceCache reference_cache(1);
    TableNeeds needs;
    const auto doubles = reference_cache.prepare(spec, needs, kNeverStop, nullptr);
    ASSERT_TRUE(doubles);
    const auto &tables = std::get<JumpTables<double, 2>>(*doubles->tables);
    EXPECT_EQ(tables.orbit.data(), doubles->orbit->z.data());
    EXPECT_EQ(tables.orbit.size(), doubles->orbit->z.size());
    EXPECT_EQ(tables.view.orbit, doubles->orbit->z.data());
    needs.f32 = true;
    const auto floats = reference_cache.prepare(spec, needs, kNeverStop, nullptr);
    ASSERT_TRUE(floats);
    const auto &rounded = std::get<JumpTables<float, 2>>(*floats->tables);
    ASSERT_EQ(rounded.orbit.size(), floats->orbit->z.size());
    EXPECT_EQ(rounded.view.orbit, rounded.orbit.data());
    for (std::size_t i = 0; i < rounded.orbit.size(); ++i)
        ASSERT_EQ(rounded.orbit[i].x, static_cast<float>(floats->orbit->z[i].x));
}

TEST(ReferenceCache, TablesEndAtTheStop) {
    std::vector<kernels::OrbitPoint<double>> points(200'000);
    for (std::size_t i = 1; i < points.size(); ++i)
        points[i] = {0.5 + 0.4 * std::sin(static_cast<double>(i)), 0.25};
    const kernels::TinyPoint<double> zero{0, {0, 0, kernels::kZeroExponent}};
    const OrbitSpan orbit{points, {&zero, 1}, 0};
    const std::atomic<bool> stop = true;
    ThreadTeam team(2);
    TableNeeds needs;
    needs.tracked = true;
    for (const Approximation approximation :
         {Approximation::none, Approximation::bla, Approximation::la}) {
        const JumpMethod method{approximation, 0x1p-38};
        EXPECT_FALSE(make_jump_levels(kernels::kMandelbrot, orbit, method, {team, stop}));
        const auto levels =
            make_jump_levels(kernels::kMandelbrot, orbit, method, {team, kNeverStop});
        ASSERT_TRUE(levels);
        EXPECT_FALSE(make_jump_tables(kernels::kMandelbrot, orbit, *levels, needs, {team, stop}));
        EXPECT_TRUE(
            make_jump_tables(kernels::kMandelbrot, orbit, *levels, needs, {team, kNeverStop}));
    }
}

std::ptrdiff_t threads_now() {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
}

// The window makes requests on its own thread, many that no engine ever begins.
TEST(ReferenceCache, ARequestAloneStartsNoThreads) {
    const auto before = threads_now();
    const RenderRequest request = request_of(kViews[0], Precision::perturb_f64, Approximation::la);
    EXPECT_EQ(threads_now(), before);
    EXPECT_TRUE(request.perturbation->get(table_needs(request), kNeverStop));
}

TEST(PrecisionWarning, NamesTheWideTypeWhereDifferencesAreTooSmall) {
    Location location;
    const auto warning = [&](const char *zoom, Precision precision) {
        location.view.zoom = Decimal::parse(zoom);
        const auto complaint = precision_warning(location, {1920, 1080}, precision);
        return complaint ? in_words(*complaint, [](const Remedy &remedy) { return remedy.value; })
                         : std::string();
    };
    EXPECT_EQ(warning("1e33", Precision::perturb_f32), "");
    EXPECT_NE(warning("1e34", Precision::perturb_f32).find("; perturb-f32x"), std::string::npos);
    EXPECT_EQ(warning("1e298", Precision::perturb_f64), "");
    EXPECT_NE(warning("1e299", Precision::perturb_f64).find("; perturb-f64x"), std::string::npos);
    EXPECT_NE(warning("1e1000", Precision::perturb_f64).find("; perturb-f64x"), std::string::npos);
    for (const Precision wide : {Precision::perturb_f32x, Precision::perturb_f64x})
        EXPECT_EQ(warning("1e1000", wide), "");
}

} // namespace fathom::reference_cache_test
