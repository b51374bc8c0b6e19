// Minibrots and Misiurewicz points against what others published.
#include "render/base/error.h"
#include "render/deep/misiurewicz.h"
#include "render/deep/newton.h"
#include "render/deep/nucleus.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "render/places/view.h"
#include "tests/support/run_fathom.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom::nucleus_test {

constexpr std::atomic<bool> kNever = false;

Location at(const std::string &re, const std::string &im, const std::string &zoom) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    return location;
}

Nucleus nucleus_at(const Location &location) {
    return *find_nucleus(location, kNever);
}

/// |a - b| in units of 10^-digits.
double apart(const Decimal &a, const std::string &b, long digits) {
    const Decimal difference = a - Decimal::parse(b);
    return difference.is_zero() ? 0 : std::pow(10, difference.log10() + double(digits));
}

struct Known {
    const char *near_re, *near_im, *zoom;
    std::uint64_t period;
    const char *re, *im; ///< published
    long digits;         ///< of these that count: some were published with doubles' last digits
};
constexpr Known kKnown[] = {
    {"-0.75", "0", "1", 1, "0", "0", 40},
    {"-1.1", "0.05", "10", 2, "-1", "0", 40},
    {"-1.75", "0.001", "100", 3, "-1.754877666246692760", "0", 18},
    {"-0.12", "0.74", "20", 3, "-0.1225611668766536", "0.7448617666197442", 15},
    {"-1.94", "0", "300", 4, "-1.940799806529483", "0", 14},
    {"-1.31", "0.001", "50", 4, "-1.310702641336835", "0", 14},
    {"0.28", "0.53", "100", 4, "0.2822713907669139", "0.5300606175785253", 15},
    {"-0.156", "-1.032", "200", 4, "-0.1565201668337551", "-1.032247108922832", 15},
    {"-1.3815", "0", "200", 8, "-1.38154748443206147", "0", 17},
    {"-1.39695", "0", "2000", 16, "-1.39694535970456064", "0", 17},
};

TEST(Nucleus, FindsThePublishedOnes) {
    for (const Known &known : kKnown) {
        SCOPED_TRACE(known.near_re);
        const Nucleus nucleus = nucleus_at(at(known.near_re, known.near_im, known.zoom));
        EXPECT_EQ(nucleus.period, known.period);
        EXPECT_LE(apart(nucleus.re, known.re, known.digits), 1.0);
        EXPECT_LE(apart(nucleus.im, known.im, known.digits), 1.0);
    }
}

// By a derivative of 53 bits a thousand digits take more than the 64 steps that there are.
TEST(Newton, WinsMoreThanADoublesDigitsAStep) {
    const Location location = at("1.5", "0.25", "4");
    const ParameterSearch search(location, "roots", kNever, nullptr);
    const auto solve = [&](bool by_secant, Real &re, Real &im) {
        SecantQuotients quotients;
        return newton(search, 1000, re, im, [&](const Real &x, const Real &y) {
            ExactComplex f{Real(x.bits()), Real(x.bits())}; // c^2 - 2
            mpfr_fmms(f.x.get(), x.get(), x.get(), y.get(), y.get(), MPFR_RNDN);
            mpfr_sub_ui(f.x.get(), f.x.get(), 2, MPFR_RNDN);
            mpfr_mul(f.y.get(), x.get(), y.get(), MPFR_RNDN);
            mpfr_mul_2ui(f.y.get(), f.y.get(), 1, MPFR_RNDN);
            // Off by 2^-40, as a derivative is after many steps.
            const WideComplex slope = wide(2 + 0x1p-39) * to_wide(x, y);
            return std::optional(by_secant ? quotients.next(x, y, std::move(f), slope)
                                           : exactly(to_wide(f.x, f.y) * inverse(slope)));
        });
    };
    constexpr long kBits = 3500;
    Real re = Real::of(location.view.re, kBits), im = Real::of(location.view.im, kBits);
    const NewtonResult fast = solve(true, re, im);
    EXPECT_EQ(fast.end, NewtonEnd::converged);
    EXPECT_LE(fast.steps, 14);
    Real root(kBits);
    mpfr_sqrt_ui(root.get(), 2, MPFR_RNDN);
    mpfr_sub(root.get(), root.get(), re.get(), MPFR_RNDN);
    EXPECT_LT(mpfr_cmpabs(root.get(), Real::of(Decimal::parse("1e-1000"), 64).get()), 0);
    EXPECT_LT(mpfr_cmpabs(im.get(), Real::of(Decimal::parse("1e-1000"), 64).get()), 0);

    re = Real::of(location.view.re, kBits);
    im = Real::of(location.view.im, kBits);
    EXPECT_EQ(solve(false, re, im).end, NewtonEnd::lost);
}

TEST(Nucleus, OfE14HasSixtyDigits) {
    Location location = at("-1.7598171308048478136108250105615982382439999999999999999998",
                           "-0.01259331079974986538374663184326485845034", "1e14");
    location.iterations = 4036;
    const Nucleus nucleus = nucleus_at(location);
    EXPECT_EQ(nucleus.period, 252u);
    EXPECT_LE(
        apart(nucleus.re, "-1.759817130804847916582876053325527232418156741738339095399694", 60),
        1.0);
    EXPECT_LE(
        apart(nucleus.im, "-0.012593310799749657319388666854314302759878869927818744943254", 60),
        1.0);
}

TEST(Nucleus, IsReachedFromAboutACentreThatLeadsAstray) {
    // "Spiral": the ball of period 232 holds 0, but Newton's method leaves from its middle.
    const Nucleus nucleus = nucleus_at(
        at("0.262070620416157101340705043", "-0.00216815264700656475880373613", "33554432"));
    EXPECT_EQ(nucleus.period, 232u);
    EXPECT_NEAR(nucleus.re.to_double(), 0.262070620416157101340705043, 5e-7);
    EXPECT_NEAR(nucleus.im.to_double(), -0.00216815264700656475880373613, 5e-7);
}

TEST(Nucleus, HasTheSizeOfItsMinibrot) {
    EXPECT_EQ(nucleus_at(at("0.01", "0", "1")).size.to_string(), "1");
    // The period-2 disc is exactly |c + 1| < 1/4, but as the cusp's neighbour it is no small copy:
    // 1 / (d l) = 1 / (-1 * -2). Of period 3 on the axis, from the closed form of its cubic,
    // c^3 + 2 c^2 + c + 1 = 0: d = c (3 c^2 + 4 c + 1), l = 4 c (c^2 + c).
    EXPECT_EQ(nucleus_at(at("-1", "0.01", "10")).size.to_string(), "0.5");
    const double c = -1.754877666246692760;
    const double size = 1 / (c * (3 * c * c + 4 * c + 1) * 4 * c * (c * c + c));
    const Nucleus airplane = nucleus_at(at("-1.75", "0", "100"));
    EXPECT_NEAR(airplane.size.to_double(), std::fabs(size), 1e-9);
    EXPECT_NEAR(airplane.turn_degrees, 0, 1e-9) << "its spike points as the set's does";
    EXPECT_NEAR(nucleus_at(at("-1.94", "0", "300")).turn_degrees, 0, 1e-9);
    const Nucleus up = nucleus_at(at("-0.1565", "1.0322", "200"));
    const Nucleus down = nucleus_at(at("-0.1565", "-1.0322", "200"));
    EXPECT_EQ(up.size, down.size);
    EXPECT_NEAR(up.turn_degrees, -down.turn_degrees, 1e-9);
    EXPECT_GT(std::fabs(up.turn_degrees), 1);
}

TEST(Nucleus, IsFoundForEveryPower) {
    for (int power = 3; power <= 8; ++power) {
        SCOPED_TRACE(power);
        // Of period 2: c^p + c = 0, so c^(p-1) = -1; d = p c^(p-1) + 1 = 1 - p, l = p c^(p-1) = -p,
        // |s| = 1 / ((p - 1) p^(1/(p-1))).
        const double angle = std::acos(-1.0) / (power - 1);
        Location location =
            at(std::to_string(std::cos(angle) + 0.003), std::to_string(std::sin(angle)), "20");
        location.formula.id = *kernels::find_formula("multibrot-" + std::to_string(power));
        const Nucleus nucleus = nucleus_at(location);
        EXPECT_EQ(nucleus.period, 2u);
        EXPECT_NEAR(nucleus.re.to_double(), std::cos(angle), 1e-14);
        EXPECT_NEAR(nucleus.im.to_double(), std::sin(angle), 1e-14);
        EXPECT_NEAR(nucleus.size.to_double(),
                    1 / ((power - 1) * std::pow(power, 1.0 / (power - 1))), 1e-7);
    }
}

TEST(Nucleus, HasFiftyDigitsBeyondItsViewAndIsARoot) {
    Location location = at("-1.7548776662466927600495088963585286918946066177728", "1e-52", "1e48");
    const Nucleus nucleus = nucleus_at(location);
    EXPECT_EQ(nucleus.period, 3u);
    // c^3 + 2 c^2 + c + 1 = 0 in exact decimals.
    const Decimal c = nucleus.re;
    const Decimal one = Decimal::parse("1");
    const Decimal rest = c * c * c + Decimal::parse("2") * c * c + c + one;
    EXPECT_LT(rest.log10(), -96);
    EXPECT_TRUE(nucleus.im.is_zero() || nucleus.im.log10() < -97);
}

// Each of these is found beside the centre's orbit, those of small minibrots beside a second one.
TEST(Nucleus, HasTheDigitsThatOneOfMoreDigitsHas) {
    struct Start {
        const char *re, *im, *zoom;
        std::uint64_t period;
    };
    constexpr Start kStarts[] = {
        {"-1.7598171308048478136", "-0.012593310799749865383", "1e14", 252},
        {"-1.768778833", "0.001738996", "1.6e6", 107},
        {"-0.548205748070475708458212567546733029376699274622882453824448345",
         "-0.577570838903603842805108982201850558675551728532455317258187816", "1e44", 16'045},
    };
    for (const Start &start : kStarts) {
        SCOPED_TRACE(start.re);
        Location location = at(start.re, start.im, start.zoom);
        location.iterations = 20'000;
        const Nucleus nucleus = nucleus_at(location);
        EXPECT_EQ(nucleus.period, start.period);
        const auto digits = std::max(std::lround(Decimal::parse(start.zoom).log10()) + 50,
                                     std::lround(-nucleus.size.log10()) + 20);
        location.view.re = nucleus.re;
        location.view.im = nucleus.im;
        location.view.zoom = Decimal::parse("1e" + std::to_string(digits - 2));
        const Nucleus finer = nucleus_at(location);
        EXPECT_EQ(finer.period, start.period);
        EXPECT_EQ(finer.size, nucleus.size);
        EXPECT_EQ(finer.re.rounded_to(digits), nucleus.re);
        EXPECT_EQ(finer.im.rounded_to(digits), nucleus.im);
    }
}

TEST(Nucleus, IsFramedByItsView) {
    View from;
    from.rotation_degrees = 20;
    from.mirrored = true;
    const Nucleus nucleus = nucleus_at(at("-1.75", "0.001", "100"));
    const View view = view_of(nucleus, from);
    EXPECT_EQ(view.rotation_degrees, 20);
    EXPECT_TRUE(view.mirrored);
    EXPECT_NEAR(view.zoom.to_double() * nucleus.size.to_double(), 0.8, 1e-4);
    EXPECT_LE(apart(view.re, "-1.754877666246692760", 17), 1);
    Location there;
    there.view = view;
    EXPECT_EQ(nucleus_at(there).period, 3u) << "and seen from there it is the same";
}

TEST(Nucleus, StopsOnTheWayWherePatternsMultiply) {
    Nucleus nucleus;
    nucleus.re = Decimal::parse("-1.7548776662466927600495");
    nucleus.size = Decimal::parse("0.8e-12"); // seen whole at zoom 1e12
    View from;
    from.mirrored = true;
    const auto next = [&nucleus](View &at) {
        at = multiplied_view(nucleus, at);
        return at.zoom.log10();
    };
    View at = from;
    for (const double share : {1 / 2.0, 3 / 4.0, 7 / 8.0})
        EXPECT_NEAR(next(at), 12 * share, 1e-5);
    EXPECT_TRUE(at.mirrored);
    EXPECT_TRUE(is_middle(nucleus, at));
    EXPECT_FALSE(is_middle(nucleus, from));
    EXPECT_NEAR(embedded_julia_view(nucleus, at).zoom.log10(), 9, 1e-5);
    nucleus.power = 3;
    at = from;
    for (const double share : {2 / 3.0, 8 / 9.0, 26 / 27.0})
        EXPECT_NEAR(next(at), 12 * share, 1e-5);
    // Far beyond doubles, from a view on the way.
    nucleus.power = 2;
    nucleus.size = Decimal::parse("0.8e-40000");
    at.zoom = Decimal::parse("1e10000");
    EXPECT_NEAR(next(at), 25'000, 1e-5);
}

/// The mean difference of what lies opposite of each other about the middle of a picture, in share
/// of its values' spread.
double asymmetry(const View &view) {
    Location location;
    location.view = view;
    location.iterations = 20'000;
    constexpr Size kSize{64, 64};
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, {});
    request.colour.lut = std::make_shared<const PaletteTable>(1);
    const auto engine = make_engine("cpu");
    const std::shared_ptr<Frame> frame = engine->make_frame(request);
    EXPECT_TRUE(frame->iterate(kNever));
    SampleBuffer samples;
    frame->read_samples(samples);
    const auto &planes = samples.planes<double>();
    std::vector<double> logs;
    for (std::size_t at = 0; at < samples.count(); ++at)
        logs.push_back(std::log(double(std::min<std::uint64_t>(index_at(planes, at), 20'000))));
    double apart = 0;
    for (std::size_t at = 0; at < logs.size(); ++at)
        apart += std::fabs(logs[at] - logs[logs.size() - 1 - at]) / double(logs.size());
    const auto [low, high] = std::minmax_element(logs.begin(), logs.end());
    return apart / (*high - *low);
}

TEST(Nucleus, PatternsMultiplyThereIndeed) {
    const Nucleus nucleus = nucleus_at(at("-1.768778833", "0.001738996", "1.6e6"));
    EXPECT_EQ(nucleus.period, 107u);
    View before = view_of(nucleus, {});
    before.zoom = Decimal::parse("1e5");
    const double once = asymmetry(before);
    const double twice = asymmetry(multiplied_view(nucleus, before));
    EXPECT_GT(once, 0.1);
    EXPECT_LT(twice, 0.25 * once);
    EXPECT_LT(asymmetry(embedded_julia_view(nucleus, before)), 0.25 * once);
}

TEST(Nucleus, SaysWhereThereIsNone) {
    const auto refusal = [](const Location &location) -> std::string {
        try {
            nucleus_at(location);
        } catch (const InputError &error) {
            return error.what();
        }
        return {};
    };
    EXPECT_NE(refusal(at("3", "3", "1000")).find("leaves after"), std::string::npos);
    Location deep = at("-1.7598171308048479165", "-0.0125933107997496573", "1e14");
    deep.iterations = 100;
    EXPECT_NE(refusal(deep).find("within 100 iterations"), std::string::npos);
    Location ship;
    ship.formula.id = *kernels::find_formula("burning-ship");
    EXPECT_NE(refusal(ship).find("burning-ship"), std::string::npos);
    Location julia;
    julia.formula.julia = true;
    EXPECT_NE(refusal(julia).find("Julia"), std::string::npos);
}

TEST(Nucleus, SizesBeyondAllNumbersAreRefusedByName) {
    EXPECT_EQ(power_of_two("the size", -10), Decimal::parse("0.0009765625"));
    EXPECT_NO_THROW(power_of_two("the size", -335'500));
    for (const double exponent : {-335'600.0, 335'600.0, -1e9}) // log2 10^101000 is 335515
        try {
            power_of_two("the size", exponent);
            ADD_FAILURE() << exponent;
        } catch (const InputError &error) {
            EXPECT_TRUE(std::string(error.what()).starts_with("the size is about 1e"))
                << error.what();
        }
}

TEST(Nucleus, StopsWhenAsked) {
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(find_nucleus({}, stop));
    EXPECT_FALSE(find_misiurewicz({}, stop));
}

TEST(Nucleus, CountsItsSteps) {
    SearchProgress progress;
    find_nucleus(at("-1.75", "0", "100"), kNever, &progress);
    EXPECT_GE(progress.done, 3u);
    EXPECT_GE(progress.of, 3u);
}

struct KnownPoint {
    const char *near_re, *near_im, *zoom;
    std::uint64_t preperiod, period;
    const char *re, *im;
    long digits;
    double multiplier;
};
// Multipliers: of -2, 2 z = 4 at z = 2; of i, |4 (-1 + i) (-i)| = 4 sqrt 2; of -1.5436..., 2 z at
// z = 0.8392867552141612.
constexpr KnownPoint kKnownPoints[] = {
    {"-2", "0.0001", "1000", 2, 1, "-2", "0", 40, 4},
    {"0.001", "1", "300", 2, 2, "0", "1", 40, 5.656854249492381},
    {"0", "-1.0001", "300", 2, 2, "0", "-1", 40, 5.656854249492381},
    {"-1.5437", "0", "1000", 3, 1, "-1.543689012692077", "0", 14, 1.6785735104283223},
    {"-0.2281", "1.1151", "3000", 3, 1, "-0.2281554936539618", "1.115142508039938", 14, 0},
};

TEST(Misiurewicz, FindsThePublishedOnes) {
    for (const KnownPoint &known : kKnownPoints) {
        SCOPED_TRACE(known.near_re);
        const auto point = find_misiurewicz(at(known.near_re, known.near_im, known.zoom), kNever);
        EXPECT_EQ(point->preperiod, known.preperiod);
        EXPECT_EQ(point->period, known.period);
        EXPECT_LE(apart(point->re, known.re, known.digits), 5.0);
        EXPECT_LE(apart(point->im, known.im, known.digits), 5.0);
        EXPECT_GT(point->multiplier.to_double(), 1);
        if (known.multiplier > 0) {
            EXPECT_NEAR(point->multiplier.to_double(), known.multiplier, 1e-6);
        }
    }
}

TEST(Misiurewicz, FindsTheOnesOfAPower) {
    // z^3 + c with c^2 = -2: 0, c, c^3 + c = -c, -c^3 + c = 3c...; and c^2 = -1 -> 0, c, 0: so look
    // for z_3 = z_2, z_2 = w c' with w^3 = 1: c^2 + 1 = w, w = -1/2 + i sqrt(3)/2.
    Location location = at("0.34", "1.27", "50");
    location.formula.id = *kernels::find_formula("multibrot-3");
    const auto point = find_misiurewicz(location, kNever);
    EXPECT_EQ(point->preperiod, 2u);
    EXPECT_EQ(point->period, 1u);
    const double re = point->re.to_double();
    const double im = point->im.to_double();
    EXPECT_NEAR(re * re - im * im, -1.5, 1e-12);
    EXPECT_NEAR(std::fabs(2 * re * im), std::sqrt(0.75), 1e-12);
}

TEST(Misiurewicz, SaysWhereThereIsNone) {
    EXPECT_THROW(find_misiurewicz(at("0", "0", "10"), kNever), InputError);
    EXPECT_THROW(find_misiurewicz(at("5", "5", "1000"), kNever), InputError);
}

TEST(NucleusCommand, AnswersInJsonAndInText) {
    const RunResult json =
        run_fathom({"nucleus", "--re", "-1.75", "--im", "0.001", "--zoom", "100", "--json"});
    ASSERT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(json.json()["period"], 3);
    EXPECT_EQ(json.json()["re"].get<std::string>().substr(0, 20), "-1.75487766624669276");
    EXPECT_NEAR(Decimal::parse(json.json()["size"].get<std::string>()).to_double(), 0.019, 1e-3);
    EXPECT_GE(json.json()["newton_steps"], 3);
    const RunResult text = run_fathom({"nucleus", "--re", "-1.75", "--zoom", "100"});
    EXPECT_EQ(text.out.rfind("period  3\n", 0), 0u) << text.out;
    const RunResult point = run_fathom(
        {"nucleus", "--misiurewicz", "--re", "0.001", "--im", "1", "--zoom", "300", "--json"});
    ASSERT_EQ(point.exit_code, 0) << point.err;
    EXPECT_EQ(point.json()["preperiod"], 2);
    EXPECT_EQ(point.json()["period"], 2);
}

TEST(NucleusCommand, RefusesInOneSentence) {
    const RunResult ship = run_fathom({"nucleus", "--formula", "burning-ship"});
    EXPECT_EQ(ship.exit_code, 2);
    EXPECT_NE(ship.err.find("burning-ship"), std::string::npos) << ship.err;
    const RunResult julia = run_fathom({"nucleus", "--misiurewicz", "--julia", "0.1,0.2"});
    EXPECT_EQ(julia.exit_code, 2);
    EXPECT_NE(julia.err.find("Misiurewicz"), std::string::npos) << julia.err;
}

} // namespace fathom::nucleus_test
