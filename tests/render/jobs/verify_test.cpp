// Engines against exact arithmetic: fathom verify and what is behind it.
#include "render/deep/exact_orbit.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/verification.h"
#include "render/numbers/real.h"
#include "render/places/location.h"
#include "tests/support/fake_engine.h"
#include "tests/support/run_fathom.h"
#include "tests/support/wait_for.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace fathom::verify_test {

constexpr std::atomic<bool> kNever = false;

Verification verify_on(Engine &engine, const Location &location, Precision precision, int points) {
    const VerificationSpec spec{location, {192, 108}, precision, points, 7, 2};
    return *verify(engine, spec, kNever);
}

TEST(Verify, FindsEveryFormulaRightWhereDoublesSuffice) {
    const auto engine = make_engine("reference");
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        for (const bool julia : {false, true}) {
            SCOPED_TRACE(kernels::formulas()[i].id);
            Location location;
            location.formula.id = kernels::FormulaId(i);
            location.formula.julia = julia;
            location.formula.seed_re = Decimal::parse("-0.41");
            location.formula.seed_im = Decimal::parse("0.61");
            location.view = home_view(location.formula);
            location.view.rotation_degrees = 30;
            location.iterations = 60;
            for (const double stretch : {1.0, 6.0}) {
                location.view.matrix = stretching(stretch, 20);
                const Verification result = verify_on(*engine, location, Precision::f64, 200);
                EXPECT_EQ(result.points, 200u);
                EXPECT_GE(result.equal, 199u);
                EXPECT_LT(result.median_smooth_error, 1e-9);
            }
        }
}

TEST(Verify, FindsWrongPixels) {
    // Neighbours round to the same double here: nothing could be right but by chance.
    const auto engine = make_engine("cpu");
    Location location;
    location.view.re = Decimal::parse("-0.743643887037158704752191506114774");
    location.view.im = Decimal::parse("0.131825904205311970493132056385139");
    location.view.zoom = Decimal::parse("1e20");
    location.iterations = 20'000;
    const Verification blocks = verify_on(*engine, location, Precision::f64, 60);
    EXPECT_LT(blocks.equal, 30u);
    EXPECT_GT(blocks.max_iteration_delta, 0u);
    EXPECT_GT(blocks.median_smooth_error, 1e-3);
    location.view.zoom = Decimal::parse("1e6");
    location.iterations = 3000;
    const Verification good = verify_on(*engine, location, Precision::f64, 60);
    EXPECT_GE(good.equal, 57u);
    EXPECT_LT(good.median_smooth_error, 1e-4);
    EXPECT_LT(verify_on(*engine, location, Precision::f32, 60).equal, good.equal);
}

TEST(Verify, FindsJuliaSetsRightWhoseCentreIsOutsideTheBailout) {
    // The reference orbit begins where others end.
    const auto engine = make_engine("cpu");
    Location location;
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse("-0.8");
    location.formula.seed_im = Decimal::parse("0.156");
    location.view.im = Decimal();
    struct Case {
        const char *re, *zoom;
        double bailout;
        std::uint64_t limit;
        kernels::FormulaId formula;
    };
    for (const Case &at : {Case{"300", "1e20", 256, 500, kernels::kMandelbrot},
                           Case{"2.5", "10", 2, 500, kernels::kMandelbrot},
                           Case{"2.5", "1", 2, 500, kernels::kMandelbrot}, // some pixels are inside
                           Case{"2.5", "1", 2, 1, kernels::kMandelbrot},
                           Case{"9000", "1e20", 2, 500, *kernels::find_formula("multibrot-8")}}) {
        location.view.re = Decimal::parse(at.re);
        location.view.zoom = Decimal::parse(at.zoom);
        location.bailout = at.bailout;
        location.iterations = at.limit;
        location.formula.id = at.formula;
        for (const Approximation approximation :
             {Approximation::none, Approximation::bla, Approximation::la}) {
            SCOPED_TRACE(std::string(at.re) + " " + at.zoom + " " + to_string(approximation));
            const Method method(Precision::perturb_f64, approximation, nullptr);
            const auto result = verify(*engine, {location, {192, 108}, method, 40, 7, 2}, kNever);
            EXPECT_EQ(result->equal, 40u);
            EXPECT_LT(result->median_smooth_error, 1e-9);
        }
    }
}

/// The escape index of a point of the view, without a turn, with so many bits more than are usual.
std::uint64_t index_with_more_bits(const Location &location, Size size, kernels::PixelPoint point,
                                   long more) {
    const long bits = exact_bits(location, size.height) + more;
    Real pixel = Real::of(location.view.zoom, bits);
    mpfr_mul_si(pixel.get(), pixel.get(), size.height, MPFR_RNDN);
    mpfr_ui_div(pixel.get(), 4, pixel.get(), MPFR_RNDN);
    const auto place = [&](const Decimal &centre, double pixels) {
        Real value = pixel;
        mpfr_mul_d(value.get(), value.get(), pixels, MPFR_RNDN);
        mpfr_add(value.get(), value.get(), Real::of(centre, bits).get(), MPFR_RNDN);
        return value;
    };
    const auto orbit = ExactOrbit::make({location.formula, location.bailout, 16, bits});
    return iterate_exactly(*orbit, place(location.view.re, point.x / 256.0 - 0.5 * size.width),
                           place(location.view.im, 0.5 * size.height - point.y / 256.0),
                           location.bailout, location.iterations, kNever)
        ->n;
}

TEST(Verify, IteratesWithAsManyBitsAsAnIndexHangsOn) {
    // A pixel of 1.4 million steps whose index hangs on more than 85 bits behind the pixel
    // (lethal_weapon of rust-fractal-core): an engine that finds the true one is right.
    Location location;
    location.view.re = Decimal::parse("-0.6456348090582146512096331089160569830798987537413067"
                                      "375648854999999999999999999999999999");
    location.view.im = Decimal::parse("0.35792986294408117511286972104019739006255710360034559"
                                      "53511172999999999999999999999999999");
    location.view.zoom = Decimal::parse("4.43858120328E57");
    location.iterations = 1'600'000;
    constexpr Size kWhole{1920, 1080};
    const auto device = std::make_shared<FakeDevice>();
    device->samples = [&](const RenderRequest &request, SampleBuffer &samples) {
        const kernels::SamplePlanes<double> planes = samples.planes<double>();
        const std::uint64_t n =
            index_with_more_bits(location, kWhole, request.points->front(), 1000);
        planes.n[0] = static_cast<std::uint32_t>(n);
        planes.zx[0] = 1000;
        planes.zy[0] = 0;
    };
    FakeEngine engine(device);
    constexpr std::uint64_t kSeed = 31; // of such a pixel
    const auto result =
        verify(engine, {location, kWhole, Precision::perturb_f64, 1, kSeed, 1}, kNever);
    EXPECT_EQ(result->equal, 1u) << result->max_iteration_delta;
}

TEST(Verify, FindsPerturbedPixelsRight) {
    const auto engine = make_engine("cpu");
    Location location;
    location.view.re = Decimal::parse("-0.743643887037158704752191506114774");
    location.view.im = Decimal::parse("0.131825904205311970493132056385139");
    location.view.zoom = Decimal::parse("1e20");
    location.view.rotation_degrees = 70;
    location.iterations = 20'000;
    for (const Approximation approximation :
         {Approximation::none, Approximation::bla, Approximation::la}) {
        const Method method(Precision::perturb_f64, approximation, nullptr);
        const auto result = verify(*engine, {location, {192, 108}, method, 60, 7, 2}, kNever);
        // A jump leaves out what is below its tolerance, which moves a few chaotic pixels.
        EXPECT_GE(result->equal, approximation == Approximation::none ? 59u : 54u)
            << to_string(approximation);
        EXPECT_LT(result->median_smooth_error, 1e-3) << to_string(approximation);
    }
}

TEST(Verify, FindsStretchedPerturbedPixelsRight) {
    // Jumps have to hold for pixels that a matrix moves far out.
    const auto engine = make_engine("cpu");
    struct Case {
        const char *formula, *re, *im, *zoom;
        std::uint64_t limit;
        double stretch;
    };
    for (const Case &at : {Case{"mandelbrot", "-0.743643887037158704752191506114774",
                                "0.131825904205311970493132056385139", "1e20", 20'000, 100},
                           Case{"burning-ship", "-1.7376030903855331822680777237384033625",
                                "-1.1874559032877022930121132805164953765e-2", "1e12", 5000, 160},
                           Case{"multibrot-3", "0.1", "1.0903355", "1e4", 2000, 1e6}}) {
        Location location;
        location.formula.id = *kernels::find_formula(at.formula);
        location.view.re = Decimal::parse(at.re);
        location.view.im = Decimal::parse(at.im);
        location.view.zoom = Decimal::parse(at.zoom);
        location.view.rotation_degrees = 70;
        location.view.matrix = stretching(at.stretch, 35);
        location.iterations = at.limit;
        for (const Approximation approximation :
             {Approximation::none, Approximation::bla, Approximation::la}) {
            SCOPED_TRACE(std::string(at.formula) + " " + to_string(approximation));
            const Method method(Precision::perturb_f64, approximation, nullptr);
            const auto result = verify(*engine, {location, {192, 108}, method, 60, 7, 2}, kNever);
            EXPECT_GE(result->equal, 54u); // the ship's are as many without a matrix
            EXPECT_LT(result->median_smooth_error, 1e-6);
        }
    }
}

TEST(Verify, CountsAnInteriorPixelAsTheLimit) {
    // Deep inside on both sides, and nothing has a smooth count.
    const auto engine = make_engine("cpu");
    Location location;
    location.view.re = Decimal::parse("-0.1");
    location.view.zoom = Decimal::parse("100");
    location.iterations = 1'000'000'000;
    const Verification inside = verify_on(*engine, location, Precision::f64, 50);
    EXPECT_EQ(inside.equal, 50u);
    EXPECT_EQ(inside.max_iteration_delta, 0u);
    EXPECT_EQ(inside.median_smooth_error, 0.0);
}

TEST(Verify, StopsWhenAsked) {
    const auto engine = make_engine("cpu");
    const Location location;
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(verify(*engine, {location, {192, 108}}, stop));
}

TEST(VerifyCommand, AnswersInJsonAndInText) {
    const std::vector<std::string> where = {
        "verify", "--re",        "-0.7436",  "--im",         "0.1318", "--zoom", "300",
        "--size", "64x48",       "--points", "100",          "--seed", "5",      "--device",
        "cpu",    "--precision", "f64",      "--iterations", "1000"};
    std::vector<std::string> arguments = where;
    arguments.push_back("--json");
    const RunResult result = run_fathom(arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const nlohmann::json json = result.json();
    EXPECT_EQ(json["points"], 100);
    EXPECT_GE(json["equal"], 98);
    // Some differ or none, and no index beyond the limit is among them.
    EXPECT_EQ(json["max_iteration_delta"] == 0, json["equal"] == 100) << json;
    EXPECT_LE(json["max_iteration_delta"], 1000);
    EXPECT_LT(json["median_smooth_error"], 1e-2);
    EXPECT_EQ(run_fathom(arguments).json(), json) << "the same seed chooses the same pixels";
    const RunResult text = run_fathom(where);
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_NE(text.out.find("of 100 pixels of cpu"), std::string::npos) << text.out;
}

TEST(VerifyCommand, RefusesWhatItCannotDo) {
    for (const std::vector<std::string> &wrong :
         std::vector<std::vector<std::string>>{{"--points", "0"},
                                               {"--points", "1048577"},
                                               {"--seed", "-1"},
                                               {"--seed", "x"},
                                               {"--threads", "0"},
                                               {"--device", "toaster"},
                                               {"--samples", "4"}}) {
        std::vector<std::string> arguments = {"verify"};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 2) << wrong[0];
        EXPECT_NE(result.err.find(wrong[0] == "--device" ? wrong[1] : wrong[0]), std::string::npos)
            << result.err;
    }
}

TEST(VerifyCommand, IsStoppedBySignals) {
    // Far more than anyone waits for.
    RunningFathom program({"verify", "--re", "-0.75", "--im", "1e-7", "--zoom", "1e9",
                           "--iterations", "4e9", "--points", "1e5", "--size", "64x64", "--device",
                           "cpu", "--quiet"});
    ASSERT_TRUE(wait_for([&] { return program.catches(SIGINT) && program.has_worked(); }));
    program.signal(SIGINT);
    const RunResult result = program.wait();
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "fathom: stopped; the pixels are not all verified\n");
}

} // namespace fathom::verify_test
