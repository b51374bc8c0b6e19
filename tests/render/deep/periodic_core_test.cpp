// Views of minibrots, where pixels go through the periodic core, against exact arithmetic.
#include "render/deep/nucleus.h"
#include "render/deep/perturbation.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace fathom::periodic_core_test {

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

TEST(PeriodicCore, IsNotTakenWhereTheReferenceEscapes) {
    Location location;
    location.view.re = Decimal::parse("-2.000000000000000000000000000001");
    location.view.im = Decimal::parse("0");
    location.view.zoom = Decimal::parse("1e70");
    location.iterations = 1000;
    const Method method(Precision::perturb_f64, Approximation::la, nullptr);
    EXPECT_EQ(core_period(location, method), 0u);
    const auto engine = make_engine("cpu");
    const VerificationSpec spec{location, {64, 36}, method, 50, 5, 2};
    EXPECT_EQ(verify(*engine, spec, kNever)->equal, 50u);
}

SampleBuffer samples_of(Engine &engine, const Location &location, Approximation approximation) {
    RenderRequest request = make_request(location, {32, 18}, {0, 0, 32, 18}, {},
                                         Method(Precision::perturb_f64x, approximation, nullptr));
    request.tracking.level = kernels::Tracks::gradient;
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(kNever));
    SampleBuffer samples;
    frame->read_samples(samples);
    return samples;
}

TEST(PeriodicCore, GivesTheGradientsOfStepsWhereItsNumbersLeaveTheType) {
    const auto engine = make_engine("cpu");
    for (const int nines : {250, 312, 398}) {
        SCOPED_TRACE(nines);
        Location location;
        location.view.re = Decimal::parse("-1." + std::string(nines, '9') + "8");
        location.view.im = Decimal::parse("0");
        location.view.zoom = Decimal::parse("1e" + std::to_string(nines));
        location.iterations = 10'000;
        location.view = view_of(*find_nucleus(location, kNever), location.view);
        EXPECT_GT(core_period(location, Method(Precision::perturb_f64x)), 100u);
        const SampleBuffer by_core = samples_of(*engine, location, Approximation::la);
        const SampleBuffer by_steps = samples_of(*engine, location, Approximation::none);
        int escaped = 0, alike = 0;
        for (std::size_t at = 0; at < by_core.count(); ++at) {
            if (by_steps.index(at) == 0 || by_steps.index(at) != by_core.index(at))
                continue;
            ++escaped;
            const double x = by_steps.gx(at), y = by_steps.gy(at);
            const double error = std::hypot(by_core.gx(at) - x, by_core.gy(at) - y);
            alike += error <= 1e-6 * std::hypot(x, y) ? 1 : 0;
        }
        EXPECT_GT(escaped, 100);
        EXPECT_EQ(alike, escaped);
    }
}

TEST(JuliaSets, AboutTheirCriticalPointAreExact) {
    const auto engine = make_engine("cpu");
    for (const char *zoom : {"1e100", "1e200"}) {
        SCOPED_TRACE(zoom);
        Location location;
        location.formula.julia = true;
        location.formula.seed_re = Decimal::parse("-2");
        location.formula.seed_im = Decimal::parse("0");
        location.view.re = location.view.im = Decimal::parse("0");
        location.view.zoom = Decimal::parse(zoom);
        location.iterations = 5000;
        const Method method(Precision::perturb_f64x, Approximation::la, nullptr);
        const VerificationSpec spec{location, {64, 36}, method, 30, 5, 2};
        EXPECT_GE(verify(*engine, spec, kNever)->equal, 29u);
    }
}

} // namespace fathom::periodic_core_test
