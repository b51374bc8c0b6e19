// Deep views by perturbation against exact arithmetic, from the location to the engine's samples.
#include "render/deep/exact_orbit.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/verification.h"
#include "render/numbers/real.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fathom::deep_test {

constexpr std::atomic<bool> kNever = false;
constexpr Approximation kApproximations[] = {Approximation::none, Approximation::bla,
                                             Approximation::la};

struct Place {
    const char *name, *re, *im, *zoom;
    std::uint64_t limit;
};
// Published places (rust-fractal-core's examples), small enough for a test.
constexpr Place kE14 = {"e14", "-1.7598171308048478136108250105617982382439999999999999999998",
                        "-0.01259331079974986538374663184326485845034", "1e14", 4036};
constexpr Place kLine = {"line", "4.38201090809984714798836704183781579775093781331734e-01",
                         "2.50541573359688171678400414758224860053729045156654e-01", "1.40057E28",
                         2500};
constexpr Place kSpiral = {"spiral", "2.62070620416157101340705043e-1",
                           "-2.16815264700656475880373613e-3", "3.3554431999999834E7", 1000};
constexpr Place kHard = {"nr_fail", "-0.74505665699232857364077251317671094",
                         "-0.13521978823797060355111981379715792", "6.8719476736000047E10", 6243};
constexpr Place kPeanuts = {"peanuts",
                            "-1.94027658588345321091739528561871158285329803755715228746270703125",
                            "-0.00015063432290237573328275931307447270339596507504722367456943365",
                            "1.36112946768E39", 9450};
// Misiurewicz points: exact at any depth, where doubles end, too.
constexpr Place kTip = {"-2", "-2", "0", "1e400", 3000};
constexpr Place kBranch = {"i", "0", "1", "1e400", 3000};
// The nucleus of e14's minibrot, of period 252.
constexpr Place kInside = {
    "inside", "-1.759817130804847916582876053325527232418156741738339095399694",
    "-0.012593310799749657319388666854314302759878869927818744943254", "1e40", 1'000'000'000};

Location location_of(const Place &place) {
    Location location;
    location.view.re = Decimal::parse(place.re);
    location.view.im = Decimal::parse(place.im);
    location.view.zoom = Decimal::parse(place.zoom);
    location.iterations = place.limit;
    return location;
}

Verification check(Engine &engine, const Location &location, Precision precision,
                   Approximation approximation, int points = 100) {
    const Method method(precision, approximation, nullptr);
    const VerificationSpec spec{location, {320, 180}, method, points, 11, 2};
    return *verify(engine, spec, kNever);
}

SampleBuffer samples_of(Engine &engine, RenderRequest request) {
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(kNever));
    SampleBuffer samples;
    frame->read_samples(samples);
    return samples;
}

/// The bars of deep views: all but 1 % exact without jumps, all but 2 % with them.
void expect_exact(const Verification &result, Approximation approximation) {
    const double share = static_cast<double>(result.equal) / static_cast<double>(result.points);
    EXPECT_GE(share, approximation == Approximation::none ? 0.99 : 0.98) << result.equal;
    EXPECT_LT(result.median_smooth_error, 1e-3);
    EXPECT_GT(result.median_smooth_error, 0) << "pixels that escape are to be seen";
}

void expect_exact(const std::vector<Place> &places, Precision precision) {
    const auto engine = make_engine("cpu");
    for (const Place &place : places)
        for (const Approximation approximation : kApproximations) {
            SCOPED_TRACE(std::string(place.name) + ' ' + to_string(approximation));
            expect_exact(check(*engine, location_of(place), precision, approximation),
                         approximation);
        }
}

TEST(DeepPlaces, AreExactInDouble) {
    expect_exact({kE14, kLine, kSpiral, kHard, kPeanuts}, Precision::perturb_f64);
}

TEST(DeepPlaces, AreExactWithWideExponents) {
    expect_exact({kE14, kPeanuts, kTip, kBranch}, Precision::perturb_f64x);
}

TEST(DeepPlaces, AreNearlyExactInFloat) {
    // Float keeps 24 bits of a difference: orbits of a few thousand steps use them up.
    const auto engine = make_engine("cpu");
    for (const Place &place : {kE14, kLine, kSpiral, kTip, kBranch})
        for (const Approximation approximation : kApproximations) {
            SCOPED_TRACE(std::string(place.name) + ' ' + to_string(approximation));
            const Verification result =
                check(*engine, location_of(place), Precision::perturb_f32x, approximation);
            EXPECT_GE(result.equal, 95u);
            EXPECT_LT(result.median_smooth_error, 1e-3);
        }
}

constexpr std::uint64_t kLimit = 4000; // of the places that follow

std::uint64_t exact_escape(const Location &location, const View &view) {
    const long bits = exact_bits(location, 1000) + 64;
    const auto orbit = ExactOrbit::make({location.formula, location.bailout, 16, bits});
    return iterate_exactly(*orbit, Real::of(view.re, bits), Real::of(view.im, bits),
                           location.bailout, location.iterations, kNever)
        ->n;
}

/// A place that one comes to who zooms in by tens, each time on the pixel that takes longest, but
/// for those that take so long that the way leads into the set.
Location explored(const FormulaChoice &formula, std::uint64_t seed, int decades) {
    constexpr int kLooks = 48;
    Location location;
    location.formula = formula;
    location.iterations = kLimit;
    location.view = home_view(formula);
    std::mt19937_64 random(seed);
    for (int decade = 0; decade <= decades; ++decade) {
        const Decimal unit = Decimal::parse("1e-" + std::to_string(decade + 3));
        const auto offset = [&] {
            return unit * Decimal::from_double(static_cast<double>(random() % 2000) - 1000.0);
        };
        const std::uint64_t most = 20 + 12 * static_cast<std::uint64_t>(decade);
        location.view.zoom = Decimal::parse("1e" + std::to_string(decade));
        View best = location.view;
        std::uint64_t longest = 0;
        for (int look = 0; look < kLooks; ++look) {
            View view = location.view;
            view.re = view.re + offset();
            view.im = view.im + offset();
            const std::uint64_t n = exact_escape(location, view);
            if (n > longest && n <= most) {
                longest = n;
                best = view;
            }
        }
        location.view = best;
    }
    return location;
}

/// A place on the Julia set, where what stays meets what escapes on a ray from 0, which stays.
Location shore(const FormulaChoice &formula, int decades) {
    Location location;
    location.formula = formula;
    location.iterations = kLimit;
    location.view.zoom = Decimal::parse("1e" + std::to_string(decades));
    const Decimal half = Decimal::parse("0.5");
    Decimal stays;
    Decimal leaves = Decimal::parse("3");
    constexpr int kStepsOfADecade = 4;
    for (int i = 0; i < kStepsOfADecade * (decades + 2); ++i) {
        const Decimal middle = ((stays + leaves) * half).rounded_to(decades + 6);
        location.view.re = middle;
        location.view.im = middle * half;
        (exact_escape(location, location.view) == 0 ? stays : leaves) = middle;
    }
    return location;
}

FormulaChoice formula(const char *id, bool julia) {
    FormulaChoice choice;
    choice.id = *kernels::find_formula(id);
    choice.julia = julia;
    choice.seed_re = Decimal::parse("0.12");
    choice.seed_im = Decimal::parse("-0.15");
    return choice;
}

// Ways that do not lead to places so wild that doubles could not tell their pixels apart.
struct Way {
    const char *id;
    std::uint64_t seed;
};
constexpr Way kWays[] = {
    {"mandelbrot", 7},  {"multibrot-3", 7}, {"multibrot-4", 7}, {"multibrot-5", 5},
    {"multibrot-6", 4}, {"multibrot-7", 6}, {"multibrot-8", 6}, {"burning-ship", 8},
    {"tricorn", 7},     {"celtic", 7},      {"buffalo", 7},     {"perpendicular-mandelbrot", 8},
    {"phoenix", 4},
};

TEST(DeepFormulas, AreExactAtAnyDepth) {
    const auto engine = make_engine("cpu");
    for (const Way &way : kWays)
        for (const int decades : {24, 60}) {
            const Location location = explored(formula(way.id, false), way.seed, decades);
            for (const Approximation approximation : kApproximations)
                for (const Precision precision :
                     {Precision::perturb_f64, Precision::perturb_f64x}) {
                    SCOPED_TRACE(std::string(way.id) + ' ' + std::to_string(decades) + ' ' +
                                 to_string(precision) + ' ' + to_string(approximation));
                    const Verification result =
                        check(*engine, location, precision, approximation, 50);
                    EXPECT_GE(result.equal, approximation == Approximation::none ? 49u : 48u);
                    EXPECT_LT(result.median_smooth_error, 1e-3);
                    if (decades == 24) {
                        EXPECT_GT(result.median_smooth_error, 0) << "pixels escape here";
                    }
                }
        }
}

/// The view about the place left of -2 + im i where orbits begin to escape a step sooner.
Location level_line(const char *id, const char *im, int decades) {
    Location location;
    location.formula = formula(id, false);
    location.iterations = kLimit;
    location.view.re = Decimal::parse("-2");
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse("1e" + std::to_string(decades));
    const Decimal half = Decimal::parse("0.5");
    Decimal later;
    Decimal sooner = Decimal::parse("-1");
    const std::uint64_t n = exact_escape(location, location.view);
    for (int i = 0; i < 4 * (decades + 2); ++i) {
        const Decimal middle = ((later + sooner) * half).rounded_to(decades + 6);
        View view = location.view;
        view.re = view.re + middle;
        (exact_escape(location, view) == n ? later : sooner) = middle;
    }
    location.view.re = location.view.re + later;
    return location;
}

TEST(DeepFormulas, FoldNextToAnAxisWhereDoublesEnd) {
    const auto engine = make_engine("cpu");
    struct Near {
        const char *id, *im;
        int decades;
        Precision precision;
    };
    // In the view, next to it, and far from it with parts of points that are no numbers. The views
    // show so much that no jump passes over a step in which only some pixels escape.
    for (const Near &near : {Near{"burning-ship", "3.3e-329", 329, Precision::perturb_f64x},
                             Near{"buffalo", "-3.3e-329", 329, Precision::perturb_f64x},
                             Near{"burning-ship", "-2.7e-328", 329, Precision::perturb_f64x},
                             Near{"burning-ship", "3.3e-320", 322, Precision::perturb_f64x},
                             Near{"burning-ship", "-3.3e-320", 322, Precision::perturb_f64x},
                             Near{"buffalo", "7e-320", 322, Precision::perturb_f64x},
                             Near{"burning-ship", "3.3e-45", 45, Precision::perturb_f32x},
                             Near{"burning-ship", "3.3e-46", 48, Precision::perturb_f32x}}) {
        const Location line = level_line(near.id, near.im, near.decades);
        Location middle = line;
        middle.view.re = Decimal::parse("-2");
        for (const Location &location : {line, middle})
            for (const Approximation approximation : kApproximations) {
                SCOPED_TRACE(std::string(near.id) + ' ' + near.im + ' ' + to_string(approximation) +
                             ' ' + location.view.re.to_string());
                const bool is_double = near.precision == Precision::perturb_f64x;
                EXPECT_GE(check(*engine, location, near.precision, approximation, 60).equal,
                          is_double ? 60u : 58u);
            }
    }
}

TEST(DeepFormulas, AreExactInTheirJuliaSets) {
    const auto engine = make_engine("cpu");
    for (const Way &way : kWays) {
        const Location location = shore(formula(way.id, true), 30);
        for (const Approximation approximation : kApproximations) {
            SCOPED_TRACE(std::string(way.id) + ' ' + to_string(approximation));
            expect_exact(check(*engine, location, Precision::perturb_f64, approximation, 50),
                         approximation);
        }
    }
}

TEST(DeepFormulas, AreExactInTwoDoubles) {
    const auto engine = make_engine("cpu");
    const auto expect_all = [&](const Location &location, Precision precision) {
        SCOPED_TRACE(std::string(kernels::formula_info(location.formula.id).id) + ' ' +
                     to_string(precision));
        EXPECT_GE(check(*engine, location, precision, Approximation::la, 30).equal, 30u);
    };
    for (const Way &way : kWays) {
        // Unperturbed they have 30 bits below a pixel at 1e18, 10 at 1e24.
        expect_all(explored(formula(way.id, false), way.seed, 18), Precision::two_f64);
        expect_all(shore(formula(way.id, true), 18), Precision::two_f64);
        for (const int decades : {24, 60})
            expect_all(explored(formula(way.id, false), way.seed, decades),
                       Precision::perturb_two_f64);
        expect_all(shore(formula(way.id, true), 30), Precision::perturb_two_f64);
    }
}

/// ln|z_n| at a place that lies (dx, dy) 2^exponent from the view's centre, exactly; n is fixed.
double log_size(const Location &location, double dx, double dy, int exponent, std::uint64_t n) {
    const long bits = exact_bits(location, 180) + 128;
    const auto orbit = ExactOrbit::make({location.formula, location.bailout, 16, bits});
    Real re = Real::of(location.view.re, bits);
    Real im = Real::of(location.view.im, bits);
    const auto shift = [&](Real &value, double by) {
        Real offset = Real::of(by);
        mpfr_mul_2si(offset.get(), offset.get(), exponent, MPFR_RNDN);
        mpfr_add(value.get(), value.get(), offset.get(), MPFR_RNDN);
    };
    shift(re, dx);
    shift(im, dy);
    orbit->start(re, im);
    for (std::uint64_t i = 0; i < n; ++i)
        orbit->step();
    return log2_size(orbit->z()) * std::log(2.0);
}

struct Slopes {
    int compared = 0;
    int wrong = 0;
};

/// Compares the gradients of some pixels with central differences of exact orbits.
Slopes compare_slopes(const Location &location, const RenderRequest &request,
                      const SampleBuffer &samples) {
    constexpr double kNoise = 1e6; // steeper pixels are: roundings reach all digits
    Slopes slopes;
    for (std::size_t at = 3; at < samples.count(); at += 11) {
        const std::uint64_t n = samples.index(at);
        const double steepness = std::hypot(samples.gx(at), samples.gy(at));
        if (n == 0 || steepness * request.map.right_re > kNoise)
            continue;
        const int pixel = static_cast<int>(at);
        const double x = (pixel % request.size.width + request.map.origin_x) * request.map.right_re;
        const int row = pixel / request.size.width;
        const double y = (request.map.origin_y - row) * request.map.up_im;
        const double h = 0x1p-20 / steepness; // ln|z_n| changes by about 2^-20
        const auto log_at = [&](double dx, double dy) {
            return log_size(location, x + dx, y + dy, request.map_exponent, n);
        };
        const double gx = (log_at(h, 0) - log_at(-h, 0)) / (2 * h);
        const double gy = (log_at(0, h) - log_at(0, -h)) / (2 * h);
        ++slopes.compared;
        slopes.wrong +=
            std::hypot(samples.gx(at) - gx, samples.gy(at) - gy) > 1e-3 * std::hypot(gx, gy);
    }
    return slopes;
}

TEST(DeepDerivatives, AreTheSlopesOfExactOrbits) {
    const auto engine = make_engine("cpu");
    std::vector<Location> locations = {location_of(kE14), location_of(kPeanuts),
                                       location_of(kBranch)};
    for (const Way &way : kWays) {
        locations.push_back(explored(formula(way.id, false), way.seed, 24));
        locations.push_back(shore(formula(way.id, true), 30));
    }
    for (const Location &location : locations)
        for (const Approximation approximation : kApproximations) {
            SCOPED_TRACE(std::string(kernels::formula_info(location.formula.id).id) + ' ' +
                         (location.formula.julia ? "Julia " : "") + location.view.zoom.to_string() +
                         ' ' + to_string(approximation));
            const Size size = {16, 9};
            RenderRequest request =
                make_request(location, size, {0, 0, size.width, size.height}, {},
                             decide_method(location, size, {.approximation = approximation}));
            request.tracking.level = kernels::Tracks::all;
            const SampleBuffer samples = samples_of(*engine, request);
            const Slopes slopes = compare_slopes(location, request, samples);
            EXPECT_GT(slopes.compared, 0);
            EXPECT_LE(slopes.wrong * 10, slopes.compared) << "of " << slopes.compared;
        }
}

TEST(DeepLimits, LetABillionIterationsAPixelFinish) {
    const auto engine = make_engine("cpu");
    for (const Approximation approximation : {Approximation::bla, Approximation::la}) {
        SCOPED_TRACE(to_string(approximation));
        RenderRequest request = make_request(location_of(kInside), {32, 18}, {0, 0, 32, 18}, {},
                                             {Precision::perturb_f64, approximation, nullptr});
        request.contents = FrameContents::counts;
        const SampleBuffer samples = samples_of(*engine, request);
        for (std::size_t at = 0; at < samples.count(); ++at)
            ASSERT_EQ(samples.index(at), 0u) << "inside the minibrot";
    }
}

} // namespace fathom::deep_test
