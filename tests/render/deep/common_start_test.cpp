// The beginning that the orbits of all pixels have in common, against exact ones.
#include "render/deep/common_start.h"

#include "kernels/base/scalar_ops.h"
#include "kernels/perturbation/common_start-inl.h"
#include "render/base/assets.h"
#include "render/deep/exact_orbit.h"
#include "render/deep/perturbation.h"
#include "render/deep/power_series.h"
#include "render/engines/perturbed_request.h"
#include "render/import/location_file.h"
#include "render/numbers/real.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace fathom::common_start_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize = {320, 180};
constexpr std::uint64_t kLimit = 50'000;

using Ops = kernels::ScalarOps<double>;

struct Prepared {
    std::shared_ptr<const PerturbationData> data;
    kernels::CommonStart<double> start;
    std::int32_t map_exponent = 0;
};

Prepared prepare(const Location &location, Approximation approximation = Approximation::la,
                 kernels::Tracks tracks = kernels::Tracks::none) {
    RenderRequest request = make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {},
                                         Method(Precision::perturb_f64x, approximation, nullptr));
    request.tracking.level = tracks;
    Prepared made;
    made.data = request.perturbation->get(table_needs(request), kNever);
    made.start = perturbed_view<double, 2>(request, *made.data).start;
    made.map_exponent = request.map_exponent;
    return made;
}

/// A point's orbit after n steps.
std::pair<Real, Real> exact_z(const Location &location, const std::pair<Real, Real> &point,
                              std::uint64_t n) {
    const auto orbit = ExactOrbit::make({location.formula, 256, 16, point.first.bits(), 1});
    orbit->start(point.first, point.second);
    for (std::uint64_t i = 0; i < n; ++i)
        orbit->step();
    return orbit->exact_z();
}

/// from + by 2^exponent.
Real moved(const Real &from, double by, std::int32_t exponent) {
    Real step = Real::of(by);
    mpfr_mul_2si(step.get(), step.get(), exponent, MPFR_RNDN);
    Real sum(from.bits());
    mpfr_add(sum.get(), from.get(), step.get(), MPFR_RNDN);
    return sum;
}

WideComplex difference_of(const std::pair<Real, Real> &a, const std::pair<Real, Real> &b) {
    Real x(a.first.bits()), y(a.first.bits());
    mpfr_sub(x.get(), a.first.get(), b.first.get(), MPFR_RNDN);
    mpfr_sub(y.get(), a.second.get(), b.second.get(), MPFR_RNDN);
    return to_wide(x, y);
}

/// How far off the series is of the difference of an orbit that lies (x, y) 2^map_exponent from the
/// reference, in proportion to it.
double error_at(const Location &location, const Prepared &made, double x, double y) {
    const ReferenceSpec &spec = made.data->orbit->spec;
    const long bits = spec.bits + 200;
    const std::pair reference(Real::of(spec.re, bits), Real::of(spec.im, bits));
    const std::pair pixel(moved(reference.first, x, made.map_exponent),
                          moved(reference.second, y, made.map_exponent));
    kernels::scalar::Wide<Ops> at{{x, y}, made.map_exponent};
    kernels::scalar::normalise<Ops>(at.z, at.k);
    const auto behind = kernels::scalar::take_common_start<Ops>(made.start, at);
    const WideComplex series = normalised({behind.z.x, behind.z.y, made.start.exponent});
    const WideComplex exact = difference_of(exact_z(location, pixel, made.start.n),
                                            exact_z(location, reference, made.start.m));
    return std::exp2(log2_size(series - exact) - log2_size(exact));
}

Location of_assets(const char *name) {
    return read_location_file(*find_assets_dir() / "deep" / name).location;
}

std::vector<Location> places() {
    return {location_of("mandelbrot", "-1.25066", "0.02012", "1e6", kLimit),
            location_of("mandelbrot", "-1.7598171308048", "-0.0125933107998", "1e12", kLimit),
            location_of("multibrot-3", "0.2541268121", "1.0782133322", "1e8", kLimit),
            of_assets("e14.toml"), of_assets("e113.toml")};
}

TEST(CommonStart, LeadsWhereExactOrbitsGo) {
    std::mt19937 random(14);
    std::uniform_real_distribution<double> share(-1, 1);
    int starts = 0;
    for (const Location &location : places()) {
        const Prepared made = prepare(location);
        if (made.start.n == 0)
            continue;
        ++starts;
        for (int i = 0; i < 10; ++i) {
            const double x = made.data->c_size * share(random);
            const double y = made.data->c_size * share(random);
            EXPECT_LT(error_at(location, made, x, y), 0x1p-36)
                << location.view.zoom.to_string() << ", n " << made.start.n << ", m "
                << made.start.m;
        }
    }
    EXPECT_GE(starts, 4);
}

TEST(CommonStart, GoesThroughReturnsToZero) {
    // e113 is about a nucleus, but not so near to it that pixels go through the core.
    bool returned = false;
    for (const Location &location : places()) {
        const Prepared made = prepare(location);
        returned = returned || made.start.n > made.start.m;
    }
    EXPECT_TRUE(returned);
}

TEST(CommonStart, DoesNotHangOnTheLimitAndEndsBeforeIt) {
    for (const Location &location : places()) {
        const Prepared made = prepare(location);
        if (made.start.n == 0)
            continue;
        RenderRequest request =
            make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {},
                         Method(Precision::perturb_f64x, Approximation::la, nullptr));
        request.limit = made.start.n;
        EXPECT_EQ((perturbed_view<double, 2>(request, *made.data).start.n), 0u);
        request.limit = made.start.n + 1;
        EXPECT_EQ((perturbed_view<double, 2>(request, *made.data).start.n), made.start.n);
    }
}

TEST(CommonStart, IsNoneWithoutJumps) {
    for (const Location &location : places())
        EXPECT_EQ(prepare(location, Approximation::none).start.n, 0u);
}

TEST(CommonStart, PassesOnlyPointsThatTrackedOrbitsShare) {
    for (const Location &location : places()) {
        const Prepared made = prepare(location, Approximation::la, kernels::Tracks::all);
        const auto &start = made.start;
        EXPECT_EQ(start.n, start.m) << "a return to 0 is what atom domains are about";
        if (start.n == 0)
            continue;
        // The reference's nearest approach to 0, by its own points.
        std::uint32_t nearest = 1;
        const auto size = [&](std::uint32_t at) {
            const auto &z = made.data->orbit->z[at];
            return z.x * z.x + z.y * z.y;
        };
        for (std::uint32_t at = 1; at < start.m; ++at)
            nearest = size(at) < size(nearest) ? at : nearest;
        EXPECT_EQ(start.left_out.nearest_after, nearest);
        EXPECT_DOUBLE_EQ(start.left_out.nearest, size(nearest));
    }
}

TEST(PowerSeries, BoundsWhatProductsLeaveOut) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> part(-1, 1);
    constexpr double kReach = 0.7;
    constexpr int kOrder = PowerSeries::kOrder;
    for (int i = 0; i < 50; ++i) {
        PowerSeries a(kReach), b(kReach);
        std::array<std::array<double, 2>, kOrder + 1> of_a{}, of_b{};
        for (int power = 0; power <= kOrder; ++power) {
            const auto at = static_cast<std::size_t>(power);
            of_a[at] = {part(random), part(random)};
            of_b[at] = {part(random), part(random)};
            a = a.plus(PowerSeries::term(kReach, normalised({of_a[at][0], of_a[at][1]}), power));
            b = b.plus(PowerSeries::term(kReach, normalised({of_b[at][0], of_b[at][1]}), power));
        }
        const PowerSeries product = a.times(b);
        // At |s| = reach, by plain numbers.
        const double angle = 3 * part(random);
        const WideComplex s = wide(kReach * std::cos(angle), kReach * std::sin(angle));
        const auto value = [&](const auto &at) {
            WideComplex sum;
            for (int power = kOrder; power >= 0; --power)
                sum = sum * s + at(power);
            return sum;
        };
        const WideComplex exact = value([&](int power) {
                                      const auto &x = of_a[static_cast<std::size_t>(power)];
                                      return wide(x[0], x[1]);
                                  }) *
                                  value([&](int power) {
                                      const auto &x = of_b[static_cast<std::size_t>(power)];
                                      return wide(x[0], x[1]);
                                  });
        const WideComplex kept = value([&](int power) {
            const auto &x = product.at(power);
            return normalised({x[0], x[1], product.exponent()});
        });
        const double off = std::exp2(log2_size(exact - kept) - double(product.exponent()));
        EXPECT_LE(off, product.beyond() * (1 + 1e-9));
        EXPECT_GT(off, 0);
    }
}

} // namespace fathom::common_start_test
