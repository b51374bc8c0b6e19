// Every formula on every engine: the reference's bits, whatever is tracked, kept or skipped.
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/orbit-inl.h"
#include "kernels/formulas/with_formula.h"
#include "kernels/plain/plain_loop.h"
#include "kernels/simd/simd_loop.h"
#include "render/engines/devices.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/bits.h"

#include <gtest/gtest.h>
#include <random>

namespace fathom::formulas_test {

using kernels::FormulaId;
using kernels::TrapShape;

/// A way to look at a formula; its place is added to the formula's home.
struct TestView {
    const char *name;
    const char *re;
    const char *im;
    const char *zoom;
    double rotation;
    bool mirrored;
    std::uint32_t iterations;
    double bailout;
    kernels::Trap<double> trap;
    bool points;
    PlaneMatrix matrix = {};
};

// None is symmetric. With a bailout of 1e9 most powers overflow in float.
const TestView kViews[] = {
    {"turned",
     "0.131",
     "0.217",
     "1.1",
     33.5,
     false,
     700,
     256,
     {TrapShape::cross, 0.1, -0.2},
     false},
    {"mirrored", "-0.613", "0.407", "3", 0, true, 1000, 2, {TrapShape::circle, 0, 0.3, 0.5}, false},
    {"points", "0.02", "-0.57", "1.5", -20, false, 77, 4, {TrapShape::point, -0.5, 0}, true},
    {"overflow", "0.3", "0.1", "0.4", 5, false, 129, 1e9, {TrapShape::point, 0.3, 0.3}, false},
    {"far away", "17", "-4", "0.001", 0, false, 2, 1e9, {TrapShape::circle, 1, 1, 2}, false},
    {"skewed",
     "0.07",
     "-0.3",
     "1.3",
     -15,
     true,
     300,
     256,
     {TrapShape::cross, 0.1, 0.1},
     false,
     stretching(6, 50)},
    {"one step", "-0.3", "0.2", "0.9", 100, false, 1, 2, {TrapShape::point, 0, 0}, false},
};

constexpr Size kSize{37, 19};

Decimal sum(double a, const char *b) {
    return Decimal::parse(std::to_string(a)) + Decimal::parse(b);
}

/// Pseudo-random places in and about the picture.
std::shared_ptr<const std::vector<kernels::PixelPoint>> some_points() {
    std::mt19937 random(5);
    std::uniform_int_distribution<std::int32_t> x(-300, (kSize.width + 2) * 256);
    std::uniform_int_distribution<std::int32_t> y(-300, (kSize.height + 2) * 256);
    std::vector<kernels::PixelPoint> points(std::size_t(kSize.width) * kSize.height);
    for (kernels::PixelPoint &point : points)
        point = {x(random), y(random)};
    return std::make_shared<const std::vector<kernels::PixelPoint>>(std::move(points));
}

RenderRequest request_for(FormulaId id, bool julia, const TestView &view, Precision precision) {
    static const auto lut = load_lut(std::nullopt, "default");
    const kernels::FormulaInfo &info = formula_info(id);
    Location location;
    location.formula.id = id;
    location.formula.julia = julia;
    location.formula.seed_re = Decimal::parse("-0.41");
    location.formula.seed_im = Decimal::parse("0.603");
    location.formula.parameter_re = -0.47;
    location.formula.parameter_im = 0.03;
    location.view.re = sum(julia ? 0 : info.home_re, view.re);
    location.view.im = sum(julia ? 0 : info.home_im, view.im);
    location.view.zoom = Decimal::parse(view.zoom);
    location.view.rotation_degrees = view.rotation;
    location.view.mirrored = view.mirrored;
    location.view.matrix = view.matrix;
    location.iterations = view.iterations;
    location.bailout = view.bailout;
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, precision);
    request.tracking.trap = view.trap;
    request.shortcuts = false;
    request.colour.lut = lut;
    if (view.points)
        request.points = some_points();
    return request;
}

struct Tracked {
    const char *name;
    kernels::Tracks level;
    bool interior;
};
constexpr Tracked kTracked[] = {{"plain", kernels::Tracks::none, false},
                                {"gradient", kernels::Tracks::gradient, false},
                                {"tracked", kernels::Tracks::all, false},
                                {"tracked interior", kernels::Tracks::all, true}};

/// Everything that can be asked of one formula, on all `engines`.
void check_formula(FormulaId id, const std::vector<NamedEngine> &engines, BitsReport &report) {
    static const auto judge = make_engine("reference");
    SCOPED_TRACE(formula_info(id).id);
    for (const bool julia : {false, true}) {
        SCOPED_TRACE(julia ? "Julia" : "Mandelbrot");
        for (const TestView &view : kViews) {
            SCOPED_TRACE(view.name);
            for (const Precision precision : {Precision::f32, Precision::f64}) {
                for (const Tracked &tracked : kTracked) {
                    SCOPED_TRACE(tracked.name);
                    RenderRequest request = request_for(id, julia, view, precision);
                    request.tracking.level = tracked.level;
                    request.tracking.interior = tracked.interior;
                    const ComputedPicture expected = compute(*judge, request);
                    for (const NamedEngine &engine : engines)
                        check_all_ways(engine, request, expected, report);
                }
            }
        }
    }
}

TEST(Formulas, AreTheSameOnEveryInstructionSet) {
    const std::vector<NamedEngine> engines = cpu_engines();
    BitsReport report;
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        check_formula(FormulaId(i), engines, report);
}

TEST(Formulas, AreTheSameOnEveryGpu) {
    const std::vector<NamedEngine> gpus = gpu_engines();
    if (gpus.empty())
        GTEST_SKIP() << "no GPU on this machine";
    BitsReport report;
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        check_formula(FormulaId(i), gpus, report);
}

TEST(Formulas, ATileWhoseSamplesHaveAllEscapedIsFinished) {
    // At the limit's pace each of these tiles would take half a minute.
    const auto id = kernels::find_formula("burning-ship");
    ASSERT_TRUE(id.has_value());
    RenderRequest request = request_for(*id, false, kViews[4], Precision::f64);
    request.limit = kernels::kMaxIterationLimit;
    const ComputedPicture expected = compute(*make_engine("reference"), request);
    for (const NamedEngine &engine : cpu_engines())
        EXPECT_EQ(compute(*engine.engine, request).samples.n(), expected.samples.n())
            << engine.name;
}

TEST(Formulas, WhereOrbitsComeBackTheyEndWhereTheyLeave) {
    // About 1.3 the step z^2 - 3.9 leads to |z| > 2, and the next one back: nothing may be tested
    // late.
    const auto judge = make_engine("reference");
    RenderRequest request = request_for(kernels::kMandelbrot, true, kViews[0], Precision::f64);
    request.settings.seed_re = -3.9;
    request.settings.seed_im = 0.01;
    request.bailout = 2;
    request.map.centre_re = 1.3;
    request.map.centre_im = 0;
    for (double *axis :
         {&request.map.right_re, &request.map.right_im, &request.map.up_re, &request.map.up_im})
        *axis /= 32;
    ASSERT_FALSE(kernels::stays_outside<kernels::scalar::Mandelbrot>(
        kernels::rounded<double>(request.settings), 4.0));
    for (const auto level : {kernels::Tracks::none, kernels::Tracks::gradient}) {
        request.tracking.level = level;
        const ComputedPicture expected = compute(*judge, request);
        int come_back = 0;
        for (int at = 0; at < kSize.width * kSize.height; ++at) {
            double x = expected.samples.zx(at), y = expected.samples.zy(at);
            kernels::scalar::step<kernels::ScalarOps<double>>(x, y, -3.9, 0.01);
            come_back += x * x + y * y < 4;
        }
        EXPECT_GT(come_back, 400);
        BitsReport report;
        for (const NamedEngine &engine : cpu_engines())
            check_all_ways(engine, request, expected, report);
        for (const NamedEngine &engine : gpu_engines())
            check_all_ways(engine, request, expected, report);
    }
}

/// Random orbits of a formula that are outside where that is said to last.
template <class Formula> void expect_to_stay_outside(std::mt19937 &random) {
    using Ops = kernels::ScalarOps<double>;
    using Number = kernels::scalar::Complex<double>;
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto number = [&](double size) {
        return Number{size * unit(random), size * unit(random)};
    };
    int said = 0;
    for (int run = 0; run < 4000; ++run) {
        kernels::FormulaSettings<double> settings;
        settings.julia = run % 2 == 0;
        const double bailout = 2 + 3 * std::abs(unit(random));
        const Number seed = number(4), parameter = number(1);
        settings.seed_re = seed.x;
        settings.seed_im = seed.y;
        settings.parameter_re = parameter.x;
        settings.parameter_im = parameter.y;
        if (!kernels::stays_outside<Formula>(settings, bailout * bailout))
            continue;
        ++said;
        const Number pixel = number(5);
        const kernels::scalar::Constants<double> k{settings.julia ? seed : pixel, parameter};
        kernels::scalar::Point<double> at{settings.julia ? pixel : Number{0, 0}, {0, 0}};
        bool outside = false;
        for (int n = 0; n < 60; ++n) {
            kernels::scalar::advance<Formula, Ops>(at, k);
            const bool now = !(kernels::scalar::norm<Ops>(at.z.x, at.z.y) <= bailout * bailout);
            ASSERT_TRUE(now || !outside) << Formula::kInfo.id << " run " << run << " n " << n;
            outside = now;
        }
    }
    EXPECT_GT(said, 500) << Formula::kInfo.id;
}

TEST(Formulas, WhatIsSaidToStayOutsideDoes) {
    std::mt19937 random(3);
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        kernels::with_formula(FormulaId(i),
                              [&]<class Formula>() { expect_to_stay_outside<Formula>(random); });
}

TEST(Formulas, TheGradientAloneIsThatOfAllThatIsTracked) {
    const auto engine = make_engine("reference");
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        for (const Precision precision : {Precision::f32, Precision::f64}) {
            SCOPED_TRACE(formula_info(FormulaId(i)).id);
            RenderRequest request = request_for(FormulaId(i), i % 2 == 1, kViews[0], precision);
            request.tracking.level = kernels::Tracks::gradient;
            const SampleBuffer gradient = compute(*engine, request).samples;
            request.tracking.level = kernels::Tracks::all;
            const SampleBuffer all = compute(*engine, request).samples;
            EXPECT_FALSE(gradient.has_all());
            int slopes = 0;
            for (std::size_t at = 0; at < all.count(); ++at) {
                ASSERT_EQ(gradient.index(at), all.index(at));
                ASSERT_EQ(gradient.gx(at), all.gx(at));
                ASSERT_EQ(gradient.gy(at), all.gy(at));
                slopes += all.gx(at) != 0;
            }
            EXPECT_GT(slopes, 50);
        }
}

TEST(Formulas, EveryLoopOfEveryEngineIsThere) {
    auto loops = kernels::simd_loops();
    loops.push_back(kernels::plain_loops());
    for (const kernels::TileLoops &each : loops) {
        SCOPED_TRACE(each.instruction_set);
        for (std::size_t i = 0; i < kernels::formulas().size(); ++i) {
            for (std::size_t level = 0; level < kernels::kTrackLevels; ++level) {
                EXPECT_NE(each.f32.formulas[i][level], nullptr);
                EXPECT_NE(each.f64.formulas[i][level], nullptr);
            }
        }
    }
}

} // namespace fathom::formulas_test
