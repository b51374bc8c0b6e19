// Views of minibrots, where pixels go through the periodic core, against exact arithmetic.
#include "render/deep/nucleus.h"
#include "render/deep/perturbation.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

constexpr std::atomic<bool> kNever = false;

struct Surroundings {
    const char *formula, *re, *im, *zoom;
};
// Where minibrots of some period are, each of a formula z^p + c.
constexpr Surroundings kSurroundings[] = {
    {"mandelbrot", "-1.7598171308048478136108250105617982382439999999999999999998",
     "-0.01259331079974986538374663184326485845034", "1e14"},
    {"multibrot-3", "0.45", "0.55", "200"},
    {"multibrot-4", "0.55", "0.55", "200"},
};

void move_by(Location &location, double heights) {
    const double height = 4 / location.view.zoom.to_double();
    location.view.re = location.view.re + Decimal::from_double(heights * height);
}

/// Frames a minibrot in the patterns about one in those about the one that is there: so small that
/// the first order reaches far enough for the core.
Location minibrot(const Surroundings &about) {
    Location location;
    location.formula.id = *kernels::find_formula(about.formula);
    location.view.re = Decimal::parse(about.re);
    location.view.im = Decimal::parse(about.im);
    location.view.zoom = Decimal::parse(about.zoom);
    location.iterations = 50'000;
    while (location.view.zoom.to_double() < 1e25) {
        const auto outer = find_nucleus(location, kNever);
        location.view = embedded_julia_view(*outer, location.view);
        location.view.zoom = location.view.zoom * Decimal::parse("4");
        location.view.re = outer->re;
        location.view.im = outer->im;
        move_by(location, 1);
    }
    location.view = view_of(*find_nucleus(location, kNever), location.view);
    return location;
}

TEST(PeriodicCore, IsTakenAtMinibrotsAndExact) {
    const auto engine = make_engine("cpu");
    for (const Surroundings &about : kSurroundings)
        for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x}) {
            SCOPED_TRACE(about.formula);
            SCOPED_TRACE(to_string(precision));
            Location location = minibrot(about);
            move_by(location, 0.2);
            const Method method(precision, Approximation::la, nullptr);
            const RenderRequest request =
                make_request(location, {320, 180}, {0, 0, 320, 180}, {}, method);
            const auto data = request.perturbation->get(table_needs(request), kNever);
            const auto view = perturbed_view<double, 2>(request, *data);
            EXPECT_GT(view.core.period, 1u) << "the core is to be used here";
            const VerificationSpec spec{location, {320, 180}, method, 100, 5, 2};
            const Verification result = *verify(*engine, spec, kNever);
            EXPECT_GE(result.equal, 99u);
            EXPECT_LT(result.median_smooth_error, 1e-6);
        }
}

TEST(PeriodicCore, IsNotTakenFarFromMinibrots) {
    for (const Surroundings &about : kSurroundings) {
        SCOPED_TRACE(about.formula);
        Location location = minibrot(about);
        // The surroundings are far larger than the minibrot.
        location.view.zoom = location.view.zoom * Decimal::parse("1e-5");
        const Method method(Precision::perturb_f64, Approximation::la, nullptr);
        const RenderRequest request =
            make_request(location, {320, 180}, {0, 0, 320, 180}, {}, method);
        const auto data = request.perturbation->get(table_needs(request), kNever);
        EXPECT_EQ((perturbed_view<double, 2>(request, *data).core.period), 0u);
    }
}

} // namespace
} // namespace fathom
