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

void move_by(Location &location, double heights) {
    const double height = 4 / location.view.zoom.to_double();
    location.view.re = location.view.re + Decimal::from_double(heights * height);
}

/// Frames a minibrot in the patterns about one of period 252, or in those about that one, and so
/// on.
Location minibrot(int levels) {
    Location location;
    location.view.re = Decimal::parse("-1.75981713080484781361082501056179823824399999999999999");
    location.view.im = Decimal::parse("-0.01259331079974986538374663184326485845034");
    location.view.zoom = Decimal::parse("1e14");
    location.iterations = 50'000;
    for (int level = 0; level < levels; ++level) {
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

std::uint32_t core_period(const Location &location, const Method &method) {
    const RenderRequest request = make_request(location, {320, 180}, {0, 0, 320, 180}, {}, method);
    const auto data = request.perturbation->get(table_needs(request), kNever);
    return perturbed_view<double, 2>(request, *data).core.period;
}

TEST(PeriodicCore, IsTakenAtMinibrotsAndExact) {
    const auto engine = make_engine("cpu");
    for (const int levels : {2, 3})
        for (const Precision precision : {Precision::perturb_f64, Precision::perturb_f64x}) {
            SCOPED_TRACE(levels);
            SCOPED_TRACE(to_string(precision));
            Location location = minibrot(levels);
            move_by(location, 0.2);
            const Method method(precision, Approximation::la, nullptr);
            EXPECT_GE(core_period(location, method), 252u) << "the core is to be used here";
            const VerificationSpec spec{location, {320, 180}, method, 100, 5, 2};
            const Verification result = *verify(*engine, spec, kNever);
            EXPECT_GE(result.equal, 99u);
            EXPECT_LT(result.median_smooth_error, 1e-6);
        }
}

TEST(PeriodicCore, IsNotTakenFarFromTheMinibrot) {
    Location location = minibrot(2);
    location.view.zoom = location.view.zoom * Decimal::parse("1e-5");
    const Method method(Precision::perturb_f64, Approximation::la, nullptr);
    EXPECT_EQ(core_period(location, method), 0u);
}

} // namespace
} // namespace fathom
