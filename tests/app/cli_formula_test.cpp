// Formulas on the command line, as a user meets them.
#include "kernels/formulas/formula_ids.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace fathom::cli_formula_test {

nlohmann::json probe(Arguments where) {
    where.insert(where.begin(), {"probe", "--json"});
    const RunResult result = run_fathom(where);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.json();
}

void expect_near(const nlohmann::json &z, double re, double im) {
    EXPECT_NEAR(z[0].get<double>(), re, 1e-12 * std::max(1.0, std::fabs(re)));
    EXPECT_NEAR(z[1].get<double>(), im, 1e-12 * std::max(1.0, std::fabs(im)));
}

/// z_3 of c = -0.5 - i, and z_2 of z_0 = 0.5 - i with the seed 0.25 - 0.5i, in fractions; Phoenix
/// has the parameter 0.5 - 0.25i.
struct Known {
    const char *id;
    double re, im, julia_re, julia_im;
};
constexpr Known kKnown[] = {
    {"mandelbrot", 1.0625, -1.0, -1.75, 1.0},
    {"multibrot-3", -1.306640625, -2.30078125, -0.962890625, -1.43359375},
    {"multibrot-4", 6.3759918212890625, -51.35400390625, 1.0402984619140625, 0.2236328125},
    {"multibrot-5", -16.45592311024666, 8.228884160518646, -6.591218203306198, 10.932864129543304},
    {"multibrot-6", 0.6819322480732808, -7.341992047964595, -187.69329041392484,
     -5.522281882935204},
    {"multibrot-7", 3862.6404588980363, -22.087420961707554, -1024.0790058258642,
     356.37906948581013},
    {"multibrot-8", 1097.3970231328124, -1610.9244736632622, 1847.7481702920597,
     15.444278922626683},
    {"burning-ship", 1.0625, -1.0, 0.25, 0.0},
    {"tricorn", -2.9375, -6.0, 0.25, 0.0},
    {"celtic", -0.4375, -1.0, 1.5, -3.5},
    {"buffalo", -0.4375, -1.0, 1.0, 0.5},
    {"perpendicular-mandelbrot", 1.0625, -1.0, 0.25, -1.0},
    {"phoenix", 0.5625, -1.375, -1.75, 0.375},
};

TEST(FormulaOptions, ProbeIteratesEveryFormulaAndJuliaSet) {
    EXPECT_EQ(std::size(kKnown), kernels::formulas().size());
    for (const Known &known : kKnown) {
        SCOPED_TRACE(known.id);
        // Beyond the largest |z| among them, so that none escapes; with 2, most do.
        for (const char *bailout : {"1e6", "2"}) {
            Arguments formula = {"--formula", known.id, "--im", "-1", "--bailout", bailout};
            if (std::string(known.id) == "phoenix")
                formula.insert(formula.end(), {"--parameter", "0.5,-0.25"});
            const auto z = [&](const Arguments &rest, std::size_t steps) {
                Arguments all = formula;
                all.insert(all.end(), rest.begin(), rest.end());
                all.insert(all.end(), {"--iterations", std::to_string(steps)});
                return probe(all);
            };
            const auto plain = z({"--re", "-0.5"}, 3);
            if (plain["iterations"] == 3)
                expect_near(plain["z"], known.re, known.im);
            const auto julia = z({"--re", "0.5", "--julia", "0.25,-0.5"}, 2);
            if (julia["iterations"] == 2)
                expect_near(julia["z"], known.julia_re, known.julia_im);
            if (std::string(bailout) == "1e6") {
                EXPECT_FALSE(plain["escaped"].get<bool>() || julia["escaped"].get<bool>());
            }
        }
    }
}

TEST(FormulaOptions, BeginAtTheFormulasHome) {
    const auto home = [](Arguments where) {
        where.insert(where.end(), {"--iterations", "1"});
        return probe(where)["z"]; // c, or z_0^2 + c
    };
    expect_near(home({}), -0.75, 0);
    expect_near(home({"--formula", "burning-ship"}), -0.5, -0.5);
    expect_near(home({"--formula", "tricorn"}), -0.25, 0);
    expect_near(home({"--julia", "-0.8,0.156"}), -0.8, 0.156);
    expect_near(home({"--formula", "burning-ship", "--julia=-0.8,0.156"}), -0.8, 0.156);
    expect_near(home({"--formula", "burning-ship", "--re", "-1.75", "--im", "-0.03"}), -1.75,
                -0.03);

    const TempFolder folder;
    const std::string ship = folder / "ship.toml";
    ASSERT_EQ(run_fathom({"render", "--formula", "burning-ship", "-o", ship}).exit_code, 0);
    expect_near(home({"--location", ship}), -0.5, -0.5);
    expect_near(home({"--location", ship, "--formula", "mandelbrot"}), -0.5, -0.5);
    expect_near(home({"--location", ship, "--julia", "0.25,0"}), 0.25, 0.5);
}

TEST(FormulaOptions, CompareTakesThem) {
    for (const kernels::FormulaInfo &info : kernels::formulas()) {
        for (const Arguments &julia : {Arguments{}, Arguments{"--julia", "-0.4,0.6"}}) {
            Arguments arguments = {"compare", "--json",    "--devices", "reference,cpu", "--size",
                                   "60x41",   "--formula", info.id,     "--iterations",  "100"};
            arguments.insert(arguments.end(), julia.begin(), julia.end());
            const RunResult result = run_fathom(arguments);
            EXPECT_EQ(result.exit_code, 0) << info.id << result.err;
            const nlohmann::json outcome = result.json();
            EXPECT_EQ(outcome["samples_differ"], 0) << info.id;
            EXPECT_EQ(outcome["pixels"], 60 * 41);
            // Float's rule is the Mandelbrot set's.
            const bool is_mandelbrot = std::string(info.id) == "mandelbrot" && julia.empty();
            EXPECT_EQ(outcome["precision"], is_mandelbrot ? "f32" : "f64") << info.id;
        }
    }
}

TEST(FormulaOptions, DeepPlacesOfAFormulaThatLooksBackOpen) {
    const TempFolder folder;
    const std::string place = folder / "deep.toml";
    const auto precision_at = [&](const std::string &zoom, const std::string &julia) {
        write_all(place, "fathom = 2\n[view]\nre = \"-0.54255574449362465657132969\"\n"
                         "im = \"0.50695317089064910760363341\"\nzoom = \"" +
                             zoom + "\"\n[iteration]\nformula = \"phoenix\"\nlimit = 300\n" +
                             "parameter_re = -0.3\nparameter_im = 0.1\n" + julia);
        const RunResult result = run_fathom(
            {"render", "--json", "--location", place, "--size", "24x16", "-o", folder / "a.png"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return result.json()["precision"].get<std::string>();
    };
    for (const char *julia : {"", "julia = true\nseed_re = \"0.12\"\nseed_im = \"-0.15\"\n"}) {
        EXPECT_EQ(precision_at("10", julia), "f64");
        EXPECT_EQ(precision_at("1e20", julia), "perturb-f64");
        EXPECT_EQ(precision_at("1e500", julia), "perturb-f64x");
    }
}

TEST(FormulaOptions, AreRefusedInOneSentence) {
    const auto expect = [](const Arguments &options, const std::string &reason) {
        Arguments arguments = {"probe"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 2) << reason;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
        EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
    };
    for (const kernels::FormulaInfo &info : kernels::formulas())
        expect({"--formula", "mandelbrott"}, info.id);
    expect({"--formula", "mandelbrott"}, "not \"mandelbrott\"");
    expect({"--julia", "0.5"}, "--julia takes RE,IM");
    expect({"--julia", "0.5,"}, "--julia");
    expect({"--julia", "0.5,0,1"}, "--julia");
    expect({"--julia", "0.5;0"}, "--julia takes RE,IM");
    expect({"--julia", "1e9,0"}, "the seed's re");
    expect({"--parameter", "0.5,0"}, "mandelbrot has no parameter");
    expect({"--formula", "phoenix", "--parameter", "x,0"}, "--parameter");
    expect({"--formula", "phoenix", "--parameter", "0,11"}, "the parameter's im");
}

} // namespace fathom::cli_formula_test
