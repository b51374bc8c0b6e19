// Every formula and all that is tracked of its orbits, against exact arithmetic and against what is
// known of the sets; nothing here shares code with the engines.
#include "kernels/base/pixel_map.h"
#include "render/engines/devices.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/bits.h"
#include "tests/support/exact_formulas.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>

namespace fathom::formulas_oracle_test {

using ExactComplex = ExactPair<Exact>;
using Body = ExactBody<Exact>;
using ExactOrbit = OrbitOf<Exact>;

constexpr double kParameterRe = -0.47;
constexpr double kParameterIm = 0.03;

/// What exact arithmetic says of a pixel.
struct Told {
    std::uint32_t n = 0; ///< escape index, or 0
    bool clear = true;   ///< no z came close to the bailout
    double trap = 1e300;
    std::uint32_t atom = 0;
    bool atom_clear = true; ///< no other z came as close to 0
};

Told tell(ExactOrbit orbit, std::uint32_t limit, double bailout,
          const kernels::Trap<double> &trap) {
    Told told;
    double nearest = 1e300;
    for (std::uint32_t n = 1; n <= limit; ++n) {
        orbit.step();
        const double size = orbit.size().to_double();
        told.clear = told.clear && std::fabs(size / bailout - 1) > 1e-6;
        if (size > bailout) {
            told.n = n;
            return told;
        }
        told.trap = std::min(told.trap, std::hypot(orbit.z().x.to_double() - trap.re,
                                                   orbit.z().y.to_double() - trap.im));
        if (size < nearest) {
            told.atom_clear = size < nearest * (1 - 1e-9);
            nearest = size;
            told.atom = n;
        } else if (size < nearest * (1 + 1e-9)) {
            told.atom_clear = false;
        }
    }
    return told;
}

constexpr Size kSize{23, 17};
/// Few enough that chaos does not carry rounding errors as far as a count.
constexpr std::uint32_t kLimit = 60;

Location location_of(kernels::FormulaId id, bool julia) {
    Location location;
    location.formula.id = id;
    location.formula.julia = julia;
    location.formula.seed_re = Decimal::from_double(-0.40625);
    location.formula.seed_im = Decimal::from_double(0.609375);
    location.formula.parameter_re = kParameterRe;
    location.formula.parameter_im = kParameterIm;
    location.view = home_view(location.formula);
    // Off all lines of symmetry.
    location.view.re = location.view.re + Decimal::parse("0.0123");
    location.view.im = location.view.im + Decimal::parse("0.0077");
    location.view.rotation_degrees = 11;
    location.iterations = kLimit;
    return location;
}

RenderRequest request_of(const Location &location, Size size, bool interior = false) {
    static const auto lut = load_lut(std::nullopt, "default");
    RenderRequest request =
        make_request(location, size, {0, 0, size.width, size.height}, {}, Precision::f64);
    request.tracking.level = kernels::Tracks::all;
    request.tracking.interior = interior;
    request.colour.lut = lut;
    return request;
}

SampleBuffer samples_of(const RenderRequest &request) {
    static const auto engine = make_engine("reference");
    return compute(*engine, request).samples;
}

/// The sample at the centre alone.
SampleBuffer sample_of(const Location &location) {
    return samples_of(request_of(location, {1, 1}, true));
}

Location mandelbrot_at(double re, double im, std::uint32_t limit) {
    Location location;
    location.view.re = Decimal::from_double(re);
    location.view.im = Decimal::from_double(im);
    location.iterations = limit;
    return location;
}

/// Calls check(location, body) for each formula and one Julia set of each.
template <class Check> void for_each_formula(Check check) {
    const std::map<std::string, Body> all = exact_bodies<Exact>(kParameterRe, kParameterIm);
    ASSERT_EQ(all.size(), kernels::formulas().size());
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i) {
        for (const bool julia : {false, true}) {
            const std::string id = kernels::formulas()[i].id;
            SCOPED_TRACE(id + (julia ? " Julia" : ""));
            check(location_of(kernels::FormulaId(i), julia), all.at(id));
        }
    }
}

/// Whether both say the same of a pixel, as far as they are clear.
bool agree(const Told &a, const Told &b) {
    if (a.n != b.n)
        return false;
    if (a.n <= 1) // nothing is told of the inside, or no z was within the bailout
        return true;
    return std::fabs(a.trap - b.trap) < 1e-9 && (a.atom == b.atom || !a.atom_clear);
}

TEST(FormulasOracle, EscapesTrapsAndAtomsAreThoseOfExactArithmetic) {
    for_each_formula([](const Location &location, const Body &body) {
        RenderRequest request = request_of(location, kSize);
        request.tracking.trap = {kernels::TrapShape::point, 0.3, -0.2, 1};
        const SampleBuffer samples = samples_of(request);
        int escaped = 0;
        int compared = 0;
        for (int at = 0; at < kSize.width * kSize.height; ++at) {
            const ExactComplex place{
                kernels::pixel_re(request.map, at % kSize.width, at / kSize.width),
                kernels::pixel_im(request.map, at % kSize.width, at / kSize.width)};
            const Told told = tell({body, location.formula, place}, kLimit, location.bailout,
                                   request.tracking.trap);
            if (!told.clear)
                continue;
            ++compared;
            escaped += told.n != 0;
            EXPECT_TRUE(agree(told, {samples.n()[at], true, samples.trap(at), samples.atom(at)}))
                << "pixel " << at << ": n = " << samples.n()[at] << " for " << told.n;
        }
        EXPECT_GT(compared, 380);
        EXPECT_GT(escaped, 100);
    });
}

/// ln|z_n|
Exact log_size(const Body &body, const FormulaChoice &formula, const ExactComplex &place,
               std::uint32_t n) {
    ExactOrbit orbit(body, formula, place);
    for (std::uint32_t i = 0; i < n; ++i)
        orbit.step();
    return log(orbit.size());
}

TEST(FormulasOracle, GradientsAreThoseOfFiniteDifferences) {
    const Exact step = std::ldexp(1.0, -60);
    for_each_formula([&](const Location &location, const Body &body) {
        const RenderRequest request = request_of(location, kSize);
        const SampleBuffer samples = samples_of(request);
        int compared = 0;
        for (int at = 0; at < kSize.width * kSize.height; at += 3) {
            const std::uint32_t n = samples.n()[at];
            if (n == kernels::kInterior)
                continue;
            const Exact x = kernels::pixel_re(request.map, at % kSize.width, at / kSize.width);
            const Exact y = kernels::pixel_im(request.map, at % kSize.width, at / kSize.width);
            const auto slope = [&](const ExactComplex &low, const ExactComplex &high) {
                return ((log_size(body, location.formula, high, n) -
                         log_size(body, location.formula, low, n)) /
                        (step + step))
                    .to_double();
            };
            const double gx = slope({x - step, y}, {x + step, y});
            const double gy = slope({x, y - step}, {x, y + step});
            const double size = std::hypot(gx, gy);
            if (size > 1e7) // so close to the set that a place's last digits change the gradient
                continue;
            const double error = std::hypot(samples.gx(at) - gx, samples.gy(at) - gy);
            ASSERT_LT(error, 1e-6 * size) << "pixel " << at << ", n = " << n;
            ++compared;
        }
        EXPECT_GT(compared, 40);
    });
}

/// ln|z_n| / |gradient|, and G(c) = lim ln|z_n| / p^n as far as z_n tells it.
struct Exterior {
    double estimate, potential;
};

Exterior exterior_of(const Location &location) {
    const SampleBuffer sample = sample_of(location);
    const std::uint32_t n = sample.n().front();
    EXPECT_NE(n, kernels::kInterior);
    const double size = std::log(std::hypot(sample.zx(0), sample.zy(0)));
    return {size / std::hypot(sample.gx(0), sample.gy(0)),
            size / std::pow(formula_info(location.formula.id).power, n)};
}

/// Koebe's quarter theorem about the outside of a connected set with the potential G: its distance
/// is between sinh(G) / (2 e^G |G'|) and 2 sinh(G) / |G'| (J. Milnor, "Self-similarity and
/// hairiness in the Mandelbrot set", 1989); the estimate is G / |G'|.
double most(const Exterior &at) {
    return 2 * std::sinh(at.potential) / at.potential * at.estimate;
}
double least(const Exterior &at) {
    return most(at) / 4 * std::exp(-at.potential);
}

TEST(FormulasOracle, ExteriorEstimatesBracketTheDistanceToTheMandelbrotSet) {
    // -2 is the set's leftmost point and the only one as far from 0.
    for (const double distance : {1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.5, 2.0}) {
        const Exterior at = exterior_of(mandelbrot_at(-2 - distance, 0, 1000));
        EXPECT_LE(least(at), distance * 1.0001);
        EXPECT_GE(most(at), distance * 0.9999);
    }
    // Right of 1/4 the cusp's sides are nearer than its tip, and the set's small parts nearer
    // still.
    for (const double right : {0.001, 0.01, 0.1, 0.5, 3.0}) {
        double cardioid = 1e300;
        for (int i = 0; i < 100'000; ++i) {
            const std::complex<double> e = std::polar(1.0, i * 3.14159265358979 / 100'000);
            cardioid = std::min(cardioid, std::abs(0.25 + right - (e / 2.0 - e * e / 4.0)));
        }
        const Exterior at = exterior_of(mandelbrot_at(0.25 + right, 0, 10'000));
        EXPECT_LE(least(at), cardioid * 1.0001) << right;
        EXPECT_GE(most(at), cardioid / 4) << right;
    }
}

TEST(FormulasOracle, ExteriorEstimatesBracketTheDistanceToKnownJuliaSets) {
    // Of the seed 0: the unit circle, where G = ln|z|. Of z^2 - 2: the line from -2 to 2.
    for (const char *id : {"mandelbrot", "multibrot-3", "multibrot-5", "multibrot-8", "tricorn"}) {
        Location location;
        location.formula.id = *kernels::find_formula(id);
        location.formula.julia = true;
        location.view = home_view(location.formula);
        for (const double radius : {1.0009765625, 1.0625, 1.5}) {
            location.view.im = Decimal::from_double(radius);
            EXPECT_NEAR(exterior_of(location).estimate, radius * std::log(radius), 1e-10) << id;
        }
    }
    Location location;
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse("-2");
    for (const double distance : {1e-5, 0.03125, 0.5}) {
        location.view.re = Decimal::parse("0.7");
        location.view.im = Decimal::from_double(distance);
        const Exterior at = exterior_of(location);
        EXPECT_LE(least(at), distance * 1.0001);
        EXPECT_GE(most(at), distance * 0.9999);
    }
}

TEST(FormulasOracle, FindsThePeriodsOfKnownNuclei) {
    // Nuclei as R. Munafo's encyclopedia of the Mandelbrot set lists them.
    struct Nucleus {
        double re, im;
        std::uint32_t period;
    };
    for (const Nucleus &nucleus : {Nucleus{0, 0, 1},
                                   {-1, 0, 2},
                                   {-0.1225611668766536, 0.7448617666197442, 3},
                                   {0.2822713907669139, 0.5300606175785253, 4},
                                   {-1.310702641336835, 0, 4},
                                   {-1.38154748443206147, 0, 8},
                                   {-1.39694535970456064, 0, 16}}) {
        const SampleBuffer sample = sample_of(mandelbrot_at(nucleus.re, nucleus.im, 2000));
        EXPECT_EQ(sample.n().front(), kernels::kInterior);
        EXPECT_EQ(sample.atom(0), nucleus.period) << nucleus.re << ' ' << nucleus.im;
    }
}

TEST(FormulasOracle, InteriorEstimatesBracketTheDistanceToTheBoundary) {
    // The component of period 2 is a disc; there the estimate is (1/4)(1 - |4 (c + 1)|^2).
    for (const double radius : {0.01, 0.1, 0.2, 0.24}) {
        for (const double turn : {0.0, 1.0, 2.5, 4.0}) {
            const SampleBuffer sample = sample_of(
                mandelbrot_at(-1 + radius * std::cos(turn), radius * std::sin(turn), 20'000));
            const double b = sample.gx(0);
            const double distance = 0.25 - radius;
            EXPECT_LE(b / 4, distance);
            EXPECT_GE(b, distance);
            EXPECT_NEAR(b, 0.25 - 4 * radius * radius, 1e-6);
            EXPECT_EQ(sample.gy(0), 0);
        }
    }
    // In the cardioid c = l / 2 - l^2 / 4: (1 - |l|^2) |dc/dl|.
    for (const std::complex<double> l : {std::polar(0.3, 0.5), std::polar(0.9, 2.0)}) {
        const std::complex<double> c = l / 2.0 - l * l / 4.0;
        const SampleBuffer sample = sample_of(mandelbrot_at(c.real(), c.imag(), 20'000));
        EXPECT_NEAR(sample.gx(0), (1 - std::norm(l)) * std::abs(1.0 - l) / 2, 1e-6);
    }
}

double equal_counts(const Location &one, const Location &other) {
    constexpr Size size{101, 101};
    const auto a = samples_of(request_of(one, size));
    const auto b = samples_of(request_of(other, size));
    double equal = 0;
    for (std::size_t i = 0; i < a.count(); ++i)
        equal += a.n()[i] == b.n()[i];
    return equal / static_cast<double>(a.count());
}

TEST(FormulasOracle, SetsHaveTheirSymmetries) {
    std::map<std::string, int> folds = {{"tricorn", 3}};
    for (int power = 3; power <= 8; ++power)
        folds["multibrot-" + std::to_string(power)] = power - 1;
    for (const auto &[id, fold] : folds) {
        Location location;
        location.formula.id = *kernels::find_formula(id);
        location.view = {};
        location.view.re = Decimal();
        location.view.zoom = Decimal::parse("1.5");
        location.view.rotation_degrees = 7;
        Location turned = location;
        turned.view.rotation_degrees += 360.0 / fold;
        EXPECT_GE(equal_counts(location, turned), 0.99) << id;
        turned.view.rotation_degrees = location.view.rotation_degrees + 180.0 / fold;
        EXPECT_LT(equal_counts(location, turned), 0.95) << id;
    }
}

TEST(FormulasOracle, PhoenixWithoutItsParameterIsMandelbrot) {
    for (const bool julia : {false, true}) {
        Location location = location_of(kernels::kMandelbrot, julia);
        location.formula.parameter_re = location.formula.parameter_im = 0;
        Location phoenix = location;
        phoenix.formula.id = *kernels::find_formula("phoenix");
        static const auto engine = make_engine("reference");
        const ComputedPicture expected = compute(*engine, request_of(location, kSize));
        const ComputedPicture got = compute(*engine, request_of(phoenix, kSize));
        const Tally tally = differences(expected, got, 0, FrameContents::samples);
        EXPECT_EQ(tally.pixels, expected.samples.count());
        EXPECT_EQ(tally.samples_differ, 0u);
        EXPECT_EQ(tally.colours_differ, 0u);
    }
}

TEST(FormulasOracle, MirroredViewsAreConjugateWhereTheSetIs) {
    Location mirrored = location_of(kernels::kMandelbrot, false);
    mirrored.view.mirrored = true;
    mirrored.view.rotation_degrees = 0;
    mirrored.view.im = Decimal::parse("0.2");
    Location below = mirrored;
    below.view.mirrored = false;
    below.view.im = Decimal::parse("-0.2");
    Location above = mirrored;
    above.view.mirrored = false;
    const SampleBuffer a = samples_of(request_of(mirrored, kSize));
    const SampleBuffer b = samples_of(request_of(below, kSize));
    const SampleBuffer c = samples_of(request_of(above, kSize));
    for (int y = 0; y < kSize.height; ++y) {
        for (int x = 0; x < kSize.width; ++x) {
            const std::size_t at = static_cast<std::size_t>(y) * kSize.width + x;
            const std::size_t over =
                static_cast<std::size_t>(kSize.height - 1 - y) * kSize.width + x;
            ASSERT_EQ(a.n()[at], b.n()[at]);
            ASSERT_EQ(a.zx(at), b.zx(at));
            ASSERT_EQ(a.zy(at), -b.zy(at));
            ASSERT_EQ(a.n()[at], c.n()[over]);
            ASSERT_EQ(a.zy(at), c.zy(over));
        }
    }
    EXPECT_EQ(equal_counts(mirrored, below), 1.0);
    mirrored.formula.id = below.formula.id = *kernels::find_formula("burning-ship");
    EXPECT_LT(equal_counts(mirrored, below), 0.9) << "the Burning Ship has no such symmetry";
}

} // namespace fathom::formulas_oracle_test
