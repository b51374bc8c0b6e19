// What is told of pixels that never escape, by perturbation: against the direct code, exact
// arithmetic and what minibrots are known for; and that none of them is taken for one too early.
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/powers-inl.h"
#include "kernels/perturbation/stays_near.h"
#include "render/deep/nucleus.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/bits.h"
#include "tests/support/exact.h"
#include "tests/support/location_at.h"

#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <string>

namespace fathom::perturbed_interior_test {

using Complex = std::complex<double>;
constexpr std::atomic<bool> kNever = false;

RenderRequest request_of(const Location &location, Size size, Precision precision,
                         Approximation approximation = Approximation::la) {
    static const auto lut = load_lut(std::nullopt, "default");
    RenderRequest request = make_request(location, size, {0, 0, size.width, size.height}, {},
                                         {precision, approximation, nullptr});
    request.tracking.level = kernels::Tracks::all;
    request.tracking.interior = true;
    request.colour.lut = lut;
    return request;
}

SampleBuffer samples_of(const RenderRequest &request) {
    static const auto engine = make_engine("cpu");
    return compute(*engine, request).samples;
}

/// Compares all pixels that the direct code tells the cycle of.
void expect_as_direct(const Location &location, Precision precision, double most_off) {
    constexpr Size kSize{61, 47};
    const SampleBuffer direct = samples_of(request_of(location, kSize, Precision::f64));
    const RenderRequest request = request_of(location, kSize, precision);
    const SampleBuffer deep = samples_of(request);
    int told = 0;
    int distances = 0;
    int shorter = 0;
    for (std::size_t at = 0; at < direct.count(); ++at) {
        if (direct.index(at) != kernels::kInterior || direct.atom(at) == 0 ||
            deep.index(at) != kernels::kInterior)
            continue;
        ++told;
        // Where a cycle hardly attracts, an orbit comes back closer after some of its rounds, which
        // the direct code takes for its period.
        if (deep.atom(at) != 0 && deep.atom(at) < direct.atom(at) &&
            direct.atom(at) % deep.atom(at) == 0) {
            ++shorter;
            continue;
        }
        EXPECT_EQ(deep.atom(at), direct.atom(at)) << at;
        EXPECT_EQ(deep.gy(at), 0);
        const double distance = std::ldexp(deep.gx(at), request.map_exponent);
        if (direct.gx(at) != 0) {
            ++distances;
            EXPECT_NEAR(distance / direct.gx(at), 1, most_off) << at << ' ' << direct.atom(at);
        }
    }
    EXPECT_GT(told, 30);
    EXPECT_LE(shorter, 2);
    const bool has_distances = kernels::is_power(location.formula.id);
    EXPECT_EQ(distances > 0, has_distances && !location.formula.julia);
}

TEST(PerturbedInterior, TellsCyclesAsTheDirectCodeDoes) {
    const Location views[] = {
        location_of("mandelbrot", "-1.7548776662466927", "0", "40", 20'000),
        location_of("mandelbrot", "-0.15", "1.03", "50", 20'000),
        location_of("mandelbrot", "-0.7", "0.1", "2", 20'000),
        location_of("multibrot-3", "0", "1.1", "300", 20'000),
        location_of("multibrot-5", "0.6", "0.5", "2", 20'000),
        location_of("burning-ship", "-1.7625", "-0.028", "5", 5000),
    };
    for (const Location &location : views)
        for (const Precision precision :
             {Precision::perturb_f64, Precision::perturb_f64x, Precision::perturb_two_f64}) {
            SCOPED_TRACE(kernels::formulas()[static_cast<std::size_t>(location.formula.id)].id);
            SCOPED_TRACE(location.view.zoom.to_string());
            SCOPED_TRACE(to_string(precision));
            expect_as_direct(location, precision, 1e-6);
        }
}

TEST(PerturbedInterior, FloatsTellPeriodsToo) {
    const Location location = location_of("mandelbrot", "-1.7548776662466927", "0", "40", 20'000);
    const SampleBuffer direct = samples_of(request_of(location, {61, 47}, Precision::f64));
    const SampleBuffer deep = samples_of(request_of(location, {61, 47}, Precision::perturb_f32));
    int told = 0;
    int equal = 0;
    for (std::size_t at = 0; at < direct.count(); ++at)
        if (direct.index(at) == kernels::kInterior && direct.atom(at) != 0) {
            ++told;
            equal += deep.atom(at) == direct.atom(at);
        }
    EXPECT_GT(told, 60);
    EXPECT_GE(equal, told * 9 / 10);
}

TEST(PerturbedInterior, JuliaSetsHaveThePeriodOfTheirCycle) {
    Location location = location_of("mandelbrot", "0.1", "0.2", "1e20", 3000);
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse("-0.12");
    location.formula.seed_im = Decimal::parse("0.74");
    const SampleBuffer samples = samples_of(request_of(location, {7, 5}, Precision::perturb_f64));
    for (std::size_t at = 0; at < samples.count(); ++at) {
        EXPECT_EQ(samples.index(at), kernels::kInterior);
        EXPECT_EQ(samples.atom(at), 3u);
        EXPECT_EQ(samples.gx(at), 0);
    }
}

/// A place in the whole set, within a component of that period.
struct Inner {
    Complex w;
    std::uint32_t period;
};
const Inner kInner[] = {{{-0.3, 0.2}, 1},   {{0.1, -0.4}, 1},     {{-1.05, 0.1}, 2},
                        {{-0.12, 0.72}, 3}, {{-1.755, 0.002}, 3}, {{-1.31, 0.01}, 4}};

/// The distance estimate there, of the direct code.
double distance_at(const Inner &inner) {
    namespace scalar = kernels::scalar;
    const scalar::Constants<double> k{{inner.w.real(), inner.w.imag()}, {}};
    scalar::Point<double> at{{0, 0}, {0, 0}};
    for (int i = 0; i < 20'000; ++i)
        scalar::advance<scalar::Mandelbrot, kernels::ScalarOps<double>>(at, k);
    return kernels::interior_distance<scalar::Mandelbrot, double>(at.z, k, inner.period);
}

/// The view of one pixel at the nucleus + size w.
Location pixel_in(const Nucleus &nucleus, Location location, Complex w) {
    constexpr double kDegree = 0.017453292519943295;
    const Complex turned = w * std::polar(1.0, nucleus.turn_degrees * kDegree);
    location.view.zoom = view_of(nucleus, location.view).zoom * Decimal::parse("500");
    location.view.re = nucleus.re + nucleus.size * Decimal::from_double(turned.real());
    location.view.im = nucleus.im + nucleus.size * Decimal::from_double(turned.imag());
    location.iterations = nucleus.period * 800;
    return location;
}

/// The distance over the minibrot's size.
double over_size(double told, const RenderRequest &request, const Nucleus &nucleus) {
    return told * std::exp2(request.map_exponent - nucleus.size.log10() * std::log2(10.0));
}

TEST(PerturbedInterior, MinibrotsAreTheWholeSetsCopies) {
    const Location places[] = {location_of("mandelbrot", "0", "1", "1e30", 20'000),
                               location_of("mandelbrot", "-2", "0", "1e120", 20'000),
                               location_of("mandelbrot", "0", "1", "1e250", 20'000)};
    for (const Location &place : places) {
        const Nucleus nucleus = *find_nucleus(place, kNever);
        SCOPED_TRACE(nucleus.period);
        for (const Inner &inner : kInner)
            for (const Approximation how :
                 {Approximation::la, Approximation::bla, Approximation::none}) {
                if (how == Approximation::none && nucleus.period > 200)
                    continue; // it takes long
                SCOPED_TRACE(inner.w);
                SCOPED_TRACE(to_string(how));
                const Location pixel = pixel_in(nucleus, place, inner.w);
                const RenderRequest request =
                    request_of(pixel, {1, 1}, Precision::perturb_f64x, how);
                const SampleBuffer samples = samples_of(request);
                EXPECT_EQ(samples.index(0), kernels::kInterior);
                EXPECT_EQ(samples.atom(0), nucleus.period * inner.period);
                // The size is known to 8 digits, and w thereby.
                const double distance = distance_at(inner);
                EXPECT_NEAR(over_size(samples.gx(0), request, nucleus) / distance, 1,
                            1e-7 + 3e-8 * std::abs(inner.w) / distance);
            }
    }
}

using Long = ExactNumber<700>;
struct LongComplex {
    Long x, y;
    friend LongComplex operator*(const LongComplex &a, const LongComplex &b) {
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
    }
    friend LongComplex operator+(const LongComplex &a, const LongComplex &b) {
        return {a.x + b.x, a.y + b.y};
    }
};

/// interior_distance of z^2 + c in exact arithmetic; z has come to the cycle.
Long exact_distance(LongComplex z, const LongComplex &c, std::uint64_t period) {
    const LongComplex two{2, 0};
    LongComplex dz{1, 0}, dc{0, 0}, dzdz{0, 0}, dcdz{0, 0};
    for (std::uint64_t i = 0; i < period; ++i) {
        const LongComplex slope = two * z;
        dcdz = two * dz * dc + slope * dcdz;
        dzdz = two * dz * dz + slope * dzdz;
        dc = slope * dc + LongComplex{1, 0};
        dz = slope * dz;
        z = z * z + c;
    }
    const auto norm = [](const LongComplex &a) { return a.x * a.x + a.y * a.y; };
    const LongComplex left{Long(1) - dz.x, Long(0) - dz.y};
    const LongComplex over{left.x / norm(left), (Long(0) - left.y) / norm(left)};
    return (Long(1) - norm(dz)) / sqrt(norm(dcdz + dzdz * dc * over));
}

TEST(PerturbedInterior, DistancesAreThoseOfExactArithmetic) {
    const Location place = location_of("mandelbrot", "0", "1", "1e30", 20'000);
    const Nucleus nucleus = *find_nucleus(place, kNever);
    for (const Inner &inner : kInner) {
        SCOPED_TRACE(inner.w);
        const Location pixel = pixel_in(nucleus, place, inner.w);
        const LongComplex c{Long(pixel.view.re.to_string()), Long(pixel.view.im.to_string())};
        LongComplex z{0, 0};
        for (std::uint64_t i = 0; i < nucleus.period * 400; ++i)
            z = z * z + c;
        const double exact = exact_distance(z, c, nucleus.period * inner.period).to_double();
        const RenderRequest request = request_of(pixel, {1, 1}, Precision::perturb_f64);
        const SampleBuffer samples = samples_of(request);
        EXPECT_EQ(samples.atom(0), nucleus.period * inner.period);
        EXPECT_NEAR(std::ldexp(samples.gx(0), request.map_exponent) / exact, 1, 1e-9);
    }
}

using Formula = kernels::scalar::Mandelbrot;
using Ops = kernels::ScalarOps<double>;

/// Steps after which an orbit is proved to stay, looked at every 64; 0 if it never is.
int proved_after(Complex c, int limit) {
    const kernels::scalar::Constants<double> k{{c.real(), c.imag()}, {}};
    kernels::scalar::Point<double> at{{0, 0}, {0, 0}};
    for (int n = 1; n <= limit; ++n) {
        kernels::scalar::advance<Formula, Ops>(at, k);
        if (std::hypot(at.z.x, at.z.y) > 16)
            return 0;
        if (n % 64 == 0 && kernels::stays_near<Formula>(at.z, k.c, 0x1p-16, 16.0))
            return n;
    }
    return 0;
}

TEST(StaysNear, ProvesAttractingCyclesOnly) {
    EXPECT_NE(proved_after({-0.3, 0.2}, 1000), 0);
    EXPECT_NE(proved_after({-1.31, 0.01}, 2000), 0);
    EXPECT_NE(proved_after({0.24, 0}, 4000), 0);
    // They pass the cusps for thousands of steps, and escape.
    EXPECT_EQ(proved_after({0.250001, 0}, 100'000), 0);
    EXPECT_EQ(proved_after({-0.75, 1e-4}, 100'000), 0);
    EXPECT_EQ(proved_after({-1.25, 1e-4}, 100'000), 0);
    // At the edge itself nothing attracts.
    EXPECT_EQ(proved_after({0.25, 0}, 20'000), 0);
    EXPECT_EQ(proved_after({0, 1}, 60), 0);
}

TEST(StaysNear, NoOrbitEscapesThatIsProved) {
    int proved = 0;
    for (int i = 0; i < 4000; ++i) {
        // About the edge of the disc of period 2 and that of the heart.
        const double angle = 0.0015707963 * i;
        const double size = 1 + 0.03 * std::sin(37.0 * i);
        const Complex u = std::polar(size, angle);
        const Complex c = i % 2 == 0 ? u / 2.0 - u * u / 4.0 : -1.0 + u / 4.0;
        if (proved_after(c, 3000) == 0)
            continue;
        ++proved;
        Complex z = 0;
        for (int n = 0; n < 20'000; ++n)
            z = z * z + c;
        EXPECT_LT(std::norm(z), 4) << c;
    }
    EXPECT_GT(proved, 1000);
}

} // namespace fathom::perturbed_interior_test
