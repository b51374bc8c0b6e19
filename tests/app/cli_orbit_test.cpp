// fathom orbit, and pictures with its files.
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::cli_orbit_test {

struct Place {
    const char *name;
    Arguments where;
    bool periodic = true;
    bool escaping = false;
};

const Place kPlaces[] = {
    {"tip", {"--re=-2", "--im", "0", "--zoom", "1e50", "--iterations", "1000"}},
    {"by itself", {"--re=-2", "--im", "0", "--zoom", "1e50"}},
    {"airplane",
     {"--re=-1.75487766624669276", "--im", "0", "--zoom", "1e15", "--iterations", "500"}},
    {"limit", {"--re=-0.75", "--im", "0.0000001", "--zoom", "1e14", "--iterations", "900"}, false},
    {"escaping",
     {"--re=-0.75", "--im", "0.01", "--zoom", "1e14", "--iterations", "900"},
     false,
     true},
    {"julia",
     {"--julia", "0,1", "--re=-1", "--im", "1", "--zoom", "1e20", "--iterations", "600"},
     false},
    {"ship",
     {"--formula", "burning-ship", "--re=-2", "--im", "0", "--zoom", "1e40", "--iterations",
      "600"}},
};

class CliOrbit : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const char *name) const { return (folder_ / name).string(); }

    const TempFolder folder_;
    const Arguments small_ = {"--size", "96x64", "--device", "cpu"};
};

TEST_F(CliOrbit, APictureWithAnOrbitIsThePictureWithout) {
    for (const Place &place : kPlaces) {
        SCOPED_TRACE(place.name);
        const Arguments where = joined(place.where, small_);
        const RunResult made =
            run_fathom(joined({"orbit", "--json", "-o", path("a.orbit")}, where));
        ASSERT_EQ(made.exit_code, 0) << made.err;
        const auto told = made.json();
        EXPECT_GT(told["iterations"].get<int>(), 1);
        EXPECT_GE(told["bits"].get<int>(), 64);
        EXPECT_EQ(told["bytes"].get<std::uintmax_t>(), std::filesystem::file_size(path("a.orbit")));
        EXPECT_EQ(told["period"].get<int>() > 0, place.periodic);
        EXPECT_EQ(told["escaped"], place.escaping);

        const RunResult plain = run_fathom(joined({"render", "-o", path("plain.png")}, where));
        const RunResult with = run_fathom(
            joined({"render", "--orbit", path("a.orbit"), "-o", path("with.png")}, where));
        ASSERT_EQ(plain.exit_code, 0) << plain.err;
        ASSERT_EQ(with.exit_code, 0) << with.err;
        EXPECT_EQ(read_all(path("plain.png")), read_all(path("with.png")));
    }
}

TEST_F(CliOrbit, APackedOneGivesTheSamePictureToo) {
    const Arguments where = joined({"--re", "0.2500001", "--im", "0.0000001", "--zoom", "1e9",
                                    "--iterations", "30000", "--precision", "perturb-f64x"},
                                   small_);
    const Arguments memory = {"--orbit-memory", "300K"};
    const RunResult made =
        run_fathom(joined(joined({"orbit", "--json", "-o", path("a.orbit")}, memory), where));
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_LT(made.json()["bytes"].get<int>() * 20, made.json()["iterations"].get<int>() * 16);
    ASSERT_EQ(run_fathom(joined({"render", "-o", path("plain.png")}, where)).exit_code, 0);
    for (const Arguments &with : {memory, Arguments{"--orbit", path("a.orbit")}}) {
        const RunResult drawn =
            run_fathom(joined(joined({"render", "-o", path("with.png")}, with), where));
        ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
        EXPECT_EQ(read_all(path("plain.png")), read_all(path("with.png")));
    }
    for (const char *no : {"x", "", "1", "-5M", "2.5G", "9999999T"})
        EXPECT_TRUE(contains(run_fathom({"render", "-o", path("b.png"), "--orbit-memory", no}).err,
                             "--orbit-memory"))
            << no;
}

TEST_F(CliOrbit, ComparesAndVerifiesWithIt) {
    const Arguments where = {"--re=-2",      "--im", "0",      "--zoom", "1e50",
                             "--iterations", "1000", "--size", "48x32"};
    const RunResult made = run_fathom(joined({"orbit", "-o", path("a.orbit")}, where));
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_TRUE(contains(made.out, "iterations, period 85, "));
    const Arguments with = joined({"--orbit", path("a.orbit")}, where);
    EXPECT_EQ(run_fathom(joined({"compare", "--devices", "reference,cpu"}, with)).exit_code, 0);
    const RunResult verified =
        run_fathom(joined({"verify", "--points", "20", "--device", "cpu", "--json"}, with));
    ASSERT_EQ(verified.exit_code, 0) << verified.err;
    EXPECT_EQ(verified.json()["equal"], 20);
}

TEST_F(CliOrbit, ProbesWithIt) {
    for (const Place &place : kPlaces) {
        SCOPED_TRACE(place.name);
        const Arguments where = joined(place.where, {"--device", "cpu"});
        ASSERT_EQ(run_fathom(joined({"orbit", "-o", path("a.orbit")}, where)).exit_code, 0);
        const Arguments probe = joined({"probe", "--json"}, where);
        const RunResult plain = run_fathom(probe);
        const RunResult with = run_fathom(joined(probe, {"--orbit", path("a.orbit")}));
        ASSERT_EQ(with.exit_code, 0) << with.err;
        EXPECT_EQ(with.out, plain.out);
    }
    const RunResult other = run_fathom(
        {"probe", "--orbit", path("a.orbit"), "--re", "-1.76", "--im", "0.01", "--zoom", "1e40"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_TRUE(contains(other.err, "a.orbit: "));
    EXPECT_TRUE(contains(run_fathom({"probe", "--orbit", path("a.orbit")}).err,
                         "--orbit: this view is iterated in f64"));
}

TEST_F(CliOrbit, ServesAStraightenedView) {
    const Arguments ship = {"--formula",
                            "burning-ship",
                            "--re=-1.7548776662466927",
                            "--im",
                            "0",
                            "--zoom",
                            "20",
                            "--iterations",
                            "400",
                            "--precision",
                            "perturb-f64",
                            "--unskew"};
    const Arguments where = joined(ship, small_);
    ASSERT_EQ(run_fathom(joined({"orbit", "-o", path("a.orbit")}, where)).exit_code, 0);
    ASSERT_EQ(run_fathom(joined({"render", "-o", path("plain.png")}, where)).exit_code, 0);
    const RunResult with =
        run_fathom(joined({"render", "--orbit", path("a.orbit"), "-o", path("with.png")}, where));
    ASSERT_EQ(with.exit_code, 0) << with.err;
    EXPECT_EQ(read_all(path("plain.png")), read_all(path("with.png")));
    const Arguments verify = {"verify", "--points", "20", "--json"};
    const RunResult straight = run_fathom(joined(verify, where));
    ASSERT_EQ(straight.exit_code, 0) << straight.err;
    EXPECT_EQ(straight.json()["equal"], 20);
    // It is straightened there, too, and refused where that cannot be.
    const RunResult julia = run_fathom(joined(joined(verify, where), {"--julia", "0,1"}));
    EXPECT_EQ(julia.exit_code, 2);
    EXPECT_EQ(std::count(julia.err.begin(), julia.err.end(), '\n'), 1) << julia.err;
}

TEST_F(CliOrbit, TheWindowIsRefusedWhereNothingIsStraightened) {
    RunOptions nowhere;
    nowhere.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
    const auto refusal = [&](const Arguments &words) {
        const RunResult result = run_fathom(joined({"gui", "--unskew"}, words), nowhere);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        return result.err;
    };
    const std::string straight =
        run_fathom({"render", "--unskew", "--formula", "phoenix", "-o", path("a.png")}).err;
    EXPECT_EQ(refusal({"--formula", "phoenix"}), straight);
    EXPECT_TRUE(contains(refusal({"--tour", "builtin"}), "--unskew"));
    EXPECT_EQ(run_fathom({"nucleus", "--unskew"}).exit_code, 2);
}

TEST_F(CliOrbit, MeasuresWithIt) {
    const std::string place = std::string(FATHOM_SOURCE_DIR) + "/assets/deep/e14.toml";
    ASSERT_EQ(
        run_fathom(joined({"orbit", "--location", place, "-o", path("a.orbit")}, small_)).exit_code,
        0);
    const Arguments bench = {"bench",  "--suite", "deep",   "--devices", "cpu",
                             "--size", "96x64",   "--runs", "1",         "--json"};
    const Arguments with = joined(bench, {"--orbit", path("a.orbit")});
    const RunResult result = run_fathom(joined(with, {"--location", place}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto rows = result.json()["deep"];
    ASSERT_FALSE(rows.empty());
    for (const auto &row : rows) {
        EXPECT_EQ(row["place"], "e14");
        EXPECT_EQ(row["ms"]["reference"], 0);
        EXPECT_GT(row["ms"]["pixels"].get<double>(), 0);
    }
    const auto refusal = [&](const Arguments &words) {
        const RunResult refused = run_fathom(joined(with, words));
        EXPECT_EQ(refused.exit_code, 2);
        EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
        return refused.err;
    };
    EXPECT_TRUE(contains(refusal({}), "--orbit serves one deep place"));
    EXPECT_TRUE(contains(refusal({"--location", place, "--location", place}), "one deep place"));
    EXPECT_TRUE(contains(refusal({"--location", place, "--precision", "f64"}),
                         "a.orbit: e14 is iterated in f64 by cpu"));
    const std::string other = std::string(FATHOM_SOURCE_DIR) + "/assets/deep/e50.toml";
    EXPECT_TRUE(contains(refusal({"--location", other}), "a.orbit: "));
    const RunResult engines = run_fathom({"bench", "--orbit", path("a.orbit")});
    EXPECT_EQ(engines.exit_code, 2);
    EXPECT_TRUE(contains(engines.err, "--suite deep"));
}

TEST_F(CliOrbit, TheWindowRefusesABrokenOneBeforeItOpens) {
    write_all(path("a.orbit"), "no orbit");
    RunOptions nowhere;
    nowhere.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
    const RunResult result = run_fathom({"gui", "--orbit", path("a.orbit")}, nowhere);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "a.orbit"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST_F(CliOrbit, SaysInOneSentenceWhatDoesNotFit) {
    const Arguments where = joined(kPlaces[0].where, small_);
    ASSERT_EQ(run_fathom(joined({"orbit", "-o", path("a.orbit")}, where)).exit_code, 0);
    const auto refusal = [&](Arguments words) {
        const RunResult result = run_fathom(words);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_FALSE(std::filesystem::exists(path("x.png")));
        return result.err;
    };
    const Arguments render = {"render", "--orbit", path("a.orbit"), "-o", path("x.png")};
    EXPECT_TRUE(contains(refusal(joined(render, small_)), "--orbit: this view is iterated in"));
    EXPECT_TRUE(contains(refusal(joined(joined(render, where), {"--formula", "tricorn"})),
                         "a.orbit: the orbit is of the formula mandelbrot"));
    EXPECT_TRUE(contains(refusal({"render", "--orbit", path("none.orbit"), "-o", path("x.png")}),
                         "none.orbit cannot be read"));
    EXPECT_TRUE(contains(refusal({"render", "--orbit", path("a.orbit"), "-o", path("x.toml")}),
                         "--orbit: a location"));
    EXPECT_TRUE(contains(refusal(joined({"orbit"}, where)), "add -o FILE.orbit"));
    EXPECT_TRUE(contains(refusal(joined({"orbit", "-o", path("x.png")}, where)), "ends in .orbit"));
    EXPECT_TRUE(contains(refusal(joined({"orbit", "-o", path("b.orbit")}, small_)),
                         "takes no reference orbit"));
    EXPECT_FALSE(std::filesystem::exists(path("b.orbit")));

    std::string bytes = read_all(path("a.orbit"));
    bytes[bytes.size() / 2] ^= 1;
    write_all(path("a.orbit"), bytes);
    EXPECT_TRUE(contains(refusal(joined(render, where)), "a.orbit: the file is damaged"));
}

} // namespace fathom::cli_orbit_test
