// The command line as a user meets it: the real program, its output and its exit codes.
#include "render/base/version.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <gtest/gtest.h>

namespace fathom::cli_test {

/// Refused: nothing on standard output, one sentence on standard error that contains `reason`.
void expect_refusal(const RunResult &result, int exit_code, const std::string &reason) {
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.rfind("fathom: ", 0), 0U) << result.err;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
}

nlohmann::json probe(Arguments where) {
    Arguments arguments = {"probe", "--json"};
    arguments.insert(arguments.end(), where.begin(), where.end());
    const RunResult result = run_fathom(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.json();
}

TEST(CommandLine, PrintsHelpAndVersionEverywhere) {
    for (const std::string &command :
         {std::string(), std::string("gui"), std::string("render"), std::string("compare"),
          std::string("probe"), std::string("convert"), std::string("devices"),
          std::string("bench")}) {
        const Arguments prefix = command.empty() ? Arguments{} : Arguments{command};
        Arguments help = prefix;
        help.push_back("--help");
        const RunResult helped = run_fathom(help);
        EXPECT_EQ(helped.exit_code, 0) << command;
        EXPECT_NE(helped.out.find("Usage: fathom " + command), std::string::npos) << helped.out;
        EXPECT_NE(helped.out.find("--json"), std::string::npos) << command;
        EXPECT_NE(helped.out.find("--quiet"), std::string::npos) << command;

        Arguments version = prefix;
        version.push_back("--version");
        const RunResult versioned = run_fathom(version);
        EXPECT_EQ(versioned.exit_code, 0) << command;
        EXPECT_EQ(versioned.out.rfind("fathom ", 0), 0U) << versioned.out;
        EXPECT_NE(versioned.out.find("CUDA engine: "), std::string::npos) << versioned.out;
    }
    const auto described = run_fathom({"--version", "--json"}).json();
    EXPECT_EQ(described["version"], version());
    EXPECT_EQ(described["commit"], commit().hash);
    EXPECT_EQ(described["commit_date"], commit().date);
    const std::string text = run_fathom({"--version"}).out;
    EXPECT_NE(text.find(commit().hash), std::string::npos) << text;
    EXPECT_NE(text.find(commit().date), std::string::npos) << text;
    EXPECT_TRUE(run_fathom({"--json", "--version"}).json().contains("version"));
}

struct Misuse {
    Arguments arguments;
    std::string reason;
};

TEST(CommandLine, RefusesWrongUsageWithOneSentence) {
    const std::vector<Misuse> misuses = {
        {{"rendr"}, "neither a file nor a command called \"rendr\""},
        {{"rendr", "--size", "8x8"}, "\"rendr\""},
        {{"no/such/place.toml"}, "no/such/place.toml"},
        {{"-0.7436 0.1318 1e4", "--json"}, "the window has no answer to print"},
        {{"probe", "--sparkle", "red"}, "\"--sparkle\"; see fathom probe --help"},
        {{"probe", "more"}, "\"more\""},
        {{"probe", "--re"}, "--re"},
        {{"probe", "--re="}, "--re"},
        {{"probe", "--re", ""}, "--re"},
        {{"probe", "--re", "--im", "1"}, "--re: \"--im\""},
        {{"probe", "--re", "1,5"}, "--re: \"1,5\""},
        {{"probe", "--re", "0x10"}, "--re"},
        {{"probe", "--re", "nan"}, "--re"},
        {{"probe", "--im", "1 1"}, "--im"},
        {{"probe", "--re", "1", "--re", "2"}, "--re"},
        {{"probe", "--re", "2e4"}, "re must be"},
        {{"probe", "--zoom", "0"}, "zoom must be"},
        {{"probe", "--zoom", "-1"}, "zoom must be"},
        {{"probe", "--zoom", "1e200000"}, "--zoom"},
        {{"probe", "--rotate", "1e9"}, "rotation must be"},
        {{"probe", "--stretch", "0"}, "--stretch takes a ratio from 1e-06 to 1000000"},
        {{"probe", "--stretch", "2@"}, "--stretch"},
        {{"probe", "--stretch", "2@x"}, "--stretch: \"x\""},
        {{"probe", "--stretch", "nan"}, "--stretch"},
        {{"probe", "--stretch", "2@1e9"}, "--stretch"},
        {{"probe", "--iterations", "0"},
         "--iterations takes a whole number from 1 to 1099511627776"},
        {{"probe", "--iterations", "-5"}, "--iterations"},
        {{"probe", "--iterations", "1099511627777"}, "--iterations"},
        {{"probe", "--iterations", "4000000001", "--precision", "f64"},
         "counts 4000000000 iterations at most"},
        {{"probe", "--iterations", "1.5"}, "--iterations"},
        {{"probe", "--iterations", "1e-1"}, "--iterations"},
        {{"probe", "--bailout", "1.99"}, "bailout must be from 2"},
        {{"probe", "--bailout", "2e9"}, "bailout must be"},
        {{"probe", "--precision", "f16"},
         "--precision takes f32, f64, 2f32, 2f64, perturb-f32, perturb-f64, perturb-f32x, "
         "perturb-f64x, perturb-2f32, perturb-2f64 or auto, not \"f16\""},
        {{"probe", "--palette", "../../etc/passwd"}, "palette"},
        {{"probe", "--palette", "no-such-palette"}, "no-such-palette"},
        {{"probe", "--location", "/no/such/file.toml"}, "/no/such/file.toml"},
        {{"render"}, "-o FILE.png"},
        {{"render", "-o", "picture"}, ".png, .jpg, .exr, .npy or .toml"},
        {{"render", "-o", "picture.gif"}, "picture.gif"},
        {{"render", "-o", "a.toml", "--zoom", "0"}, "zoom must be"},
        {{"render", "-o", "a.png", "--size", "0x10"}, "--size takes WIDTHxHEIGHT"},
        {{"render", "-o", "a.png", "--size", "10"}, "--size"},
        {{"render", "-o", "a.png", "--size", "10x"}, "--size"},
        {{"render", "-o", "a.png", "--size", "10x10x10"}, "--size"},
        {{"render", "-o", "a.png", "--size", "1 0x10"}, "--size"},
        {{"render", "-o", "a.png", "--size", "x10"}, "--size"},
        {{"render", "-o", "a.png", "--size", "1048577x1"}, "--size"},
        {{"render", "-o", "a.png", "--size", "99999999999x1"}, "--size"},
        {{"render", "-o", "a.png", "--samples", "0"}, "--samples"},
        {{"render", "-o", "a.png", "--samples", "257"}, "--samples"},
        {{"render", "-o", "a.npy", "--samples", "4"}, "--samples"},
        {{"render", "-o", "a.png", "--threads", "0"}, "--threads"},
        {{"render", "-o", "a.png", "--device", "tpu0"}, "tpu0"},
        {{"compare", "--devices", "cpu"}, "--devices takes two devices"},
        {{"compare", "--devices", "cpu,cpu,cpu"}, "--devices"},
        {{"compare", "--devices", "cpu,"}, "device"},
        {{"compare", "--diff", "a.npy"}, "--diff"},
        {{"compare", "--diff", "a.png", "--size", "9000x10"}, "--diff"},
        {{"bench", "--devices", "cpu,abacus"}, "abacus"},
        {{"bench", "--runs", "0"}, "--runs"},
        {{"gui", "--frames", "0"}, "--frames"},
        {{"gui", "--location", "a.toml", "b.toml"}, "--location"},
        {{"gui", "--device", "nonsense"}, "there is no device 'nonsense'"},
        {{"gui", "--device", "gpux"}, "there is no device 'gpux'"},
        {{"probe", "--device", "gpu0x"}, "there is no device 'gpu0x'"},
        {{"gui", "--frames", "10"}, "--tour"},
        {{"gui", "--stats", "a.json"}, "--tour"},
        {{"gui", "--screenshot", "a.png"}, "--tour"},
        {{"gui", "--tour", "builtin", "--screenshot", "a.jpg"}, ".png"},
    };
    for (const Misuse &misuse : misuses) {
        SCOPED_TRACE(nlohmann::json(misuse.arguments).dump());
        expect_refusal(run_fathom(misuse.arguments), 2, misuse.reason);
        Arguments with_json = misuse.arguments;
        with_json.insert(with_json.begin(), "--json");
        expect_refusal(run_fathom(with_json), 2, misuse.reason);
    }
}

TEST(CommandLine, RefusesJsonForTheWindow) {
    expect_refusal(run_fathom({"gui", "--json"}), 2, "--json");
    expect_refusal(run_fathom({"--json"}), 2, "--json");
}

TEST(CommandLine, SaysWhichGpuIsMissing) {
    expect_refusal(run_fathom({"render", "-o", "a.png", "--device", "gpu1000"}), 3, "gpu1000");
}

RunResult run_without_display(const Arguments &arguments) {
    RunOptions options;
    // Named, so that SDL doesn't look for a console to draw on.
    options.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"SDL_VIDEODRIVER", "x11"}};
    return run_fathom(arguments, options);
}

TEST(CommandLine, SaysThatThereIsNoDisplay) {
    const RunResult result = run_without_display({});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_NE(result.err.find("fathom: no display"), std::string::npos) << result.err;
}

TEST(CommandLine, ReadsATourBeforeItOpensTheWindow) {
    const TempFolder folder;
    const std::string file = folder / "tour.toml";
    const std::string start = "re = ['0', '1']\nim = ['0', '0']\n";
    const std::string end = "iterations = [9, 9]\nseconds = [1]\nspeed = 2\n";
    write_all(file, start + "zoom = ['1', '0']\n" + end);
    expect_refusal(run_without_display({"gui", "--tour", file}), 2, "tour.toml:3: zoom must be");
    expect_refusal(run_without_display({"gui", "--tour", "/no/tour"}), 2, "/no/tour");
    write_all(file, start + "zoom = ['1', '2']\n" + end);
    const RunResult warned = run_without_display({"gui", "--tour", file});
    EXPECT_EQ(warned.exit_code, 3);
    EXPECT_NE(warned.err.find("tour.toml:6: speed is not known"), std::string::npos) << warned.err;
    const RunResult quiet = run_without_display({"gui", "--quiet", "--tour", file});
    EXPECT_EQ(quiet.err.find("speed"), std::string::npos) << quiet.err;
}

TEST(CommandLine, SaysThatOutputDidNotArrive) {
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "there is no /dev/full";
    RunOptions options;
    options.output_file = "/dev/full";
    expect_refusal(run_fathom({"probe"}, options), 3, "standard output");
    expect_refusal(run_fathom({"probe", "--json"}, options), 3, "standard output");
}

TEST(Probe, GivesTheKnownCountsNearMinusThreeQuarters) {
    // OEIS A097486: -3/4 + 10^-k i needs floor(pi 10^k) steps, rounded up or down.
    const std::vector<std::int64_t> known = {33, 315, 3143, 31417, 314160, 3141593};
    for (std::size_t k = 1; k <= known.size(); ++k) {
        const auto result = probe({"--re=-0.75", "--im", "1e-" + std::to_string(k), "--bailout",
                                   "2", "--iterations", "4e6"});
        EXPECT_EQ(result["escaped"], true) << k;
        EXPECT_EQ(result["iterations"], known[k - 1]) << k;
        EXPECT_EQ(result["precision"], "f64");
    }
    // Float is not enough for it, so that a point in float by default would be wrong.
    EXPECT_NE(probe({"--im", "1e-4", "--bailout", "2", "--iterations", "4e6", "--precision",
                     "f32"})["iterations"],
              31417);
}

TEST(Probe, ShowsThePointThatEscaped) {
    // z_1 = c = 1, z_2 = 2, z_3 = 5: exact.
    const auto result = probe({"--re", "1", "--im", "0", "--bailout", "2"});
    EXPECT_EQ(result["escaped"], true);
    EXPECT_EQ(result["iterations"], 3);
    EXPECT_EQ(result["z"], nlohmann::json::parse("[5.0, 0.0]"));
    // 3 + 1 - log2(ln 5 / ln 2)
    EXPECT_NEAR(result["smooth"].get<double>(), 4 - std::log2(std::log2(5.0)), 1e-12);
}

TEST(Probe, SaysWhatDidNotEscape) {
    const auto result = probe({"--re", "-1", "--im", "0", "--iterations", "5000"});
    EXPECT_EQ(result["escaped"], false);
    EXPECT_EQ(result["iterations"], 5000);
    EXPECT_EQ(result["z"], nlohmann::json::parse("[0.0, 0.0]")); // -1, 0, -1, 0, ...
    const RunResult text = run_fathom({"probe", "--re", "-1"});
    EXPECT_NE(text.out.find("did not escape within 1000 iterations"), std::string::npos);
}

TEST(Probe, TakesNegativeNumbersInBothSpellings) {
    for (const std::string &number :
         {std::string("-0.75"), std::string("-.5"), std::string("-0.75e-3"), std::string("-2"),
          std::string("-1E-1"), std::string("+0.25")}) {
        const auto joined = probe({"--re=" + number, "--im=" + number});
        const auto apart = probe({"--re", number, "--im", number});
        EXPECT_EQ(joined, apart) << number;
    }
    // c = z_1, so one iteration shows what was understood.
    const auto z = [](Arguments where) {
        where.insert(where.end(), {"--iterations", "1"});
        return probe(where)["z"];
    };
    EXPECT_EQ(z({"--re", "-.5", "--im", "-0.75e-3"}), nlohmann::json::parse("[-0.5, -0.00075]"));
    EXPECT_EQ(z({"--re=-.5", "--im=-0.75e-3"}), nlohmann::json::parse("[-0.5, -0.00075]"));
    EXPECT_EQ(z({}), nlohmann::json::parse("[-0.75, 0.0]"));
}

TEST(CommandLine, TakesBlanksAroundEveryNumber) {
    const auto expect_same = [](const Arguments &plain, const Arguments &blank) {
        EXPECT_EQ(probe(plain), probe(blank)) << blank[0];
    };
    expect_same({"--re", "-0.5", "--im", "1e-3"}, {"--re", " -0.5 ", "--im=\t1e-3"});
    expect_same({"--zoom", "1e20"}, {"--zoom", "1e20 "});
    expect_same({"--iterations", "1234"}, {"--iterations", " 1234 "});
    expect_same({"--bailout", "4"}, {"--bailout", " 4"});
    expect_same({"--rotate", "-30"}, {"--rotate", " -30"});
    expect_same({"--stretch", "2@-30"}, {"--stretch", " 2 @ -30"});
    expect_same({"--julia", "-0.4,0.6"}, {"--julia", " -0.4 , 0.6 "});
    expect_same({"--formula", "phoenix", "--parameter", "-0.4,0.1"},
                {"--formula", "phoenix", "--parameter", "-0.4, 0.1"});
    expect_same({"--threads", "2"}, {"--threads", "2 "});
    const TempFolder folder;
    const auto place = [&](const char *name, Arguments colour) {
        colour.insert(colour.begin(), {"render", "-o", folder / name});
        EXPECT_EQ(run_fathom(colour).exit_code, 0);
        return read_all(folder / name);
    };
    EXPECT_EQ(place("plain.toml", {"--density", "0.5", "--interior-rgb", "102030", "--trap",
                                   "circle,0.1,-0.2,0.3"}),
              place("blank.toml", {"--density", " 0.5", "--interior-rgb", " #102030 ", "--trap",
                                   "circle, 0.1 ,-0.2, 0.3"}));
    for (const char *size : {"24x16", " 24x16", "24 x 16", "24x16 "})
        EXPECT_EQ(run_fathom({"render", "--json", "-o", folder / "a.png", "--size", size,
                              "--samples", " 2"})
                      .json()["width"],
                  24)
            << size;
}

TEST(Probe, PrintsNumbersThatReadBackExactly) {
    // 0.1 and 0.3 are no doubles: the nearest ones have to come back, to the last bit.
    const auto z = probe({"--re", "0.1", "--im", "0.3", "--iterations", "1"})["z"];
    EXPECT_EQ(z[0].get<double>(), 0.1);
    EXPECT_EQ(z[1].get<double>(), 0.3);
}

TEST(Probe, TakesIterationsWithAnExponent) {
    EXPECT_EQ(probe({"--iterations", "1e3"}), probe({"--iterations", "1000"}));
    EXPECT_EQ(probe({"--iterations", "2.5e3"})["iterations"], 2500);
}

TEST(Probe, LetsOptionsOverrideTheLocationFile) {
    const TempFolder folder;
    const std::string picture = folder / "picture.png";
    ASSERT_EQ(run_fathom({"render", "--re", "-1", "--im", "0.25", "--zoom", "8", "--iterations",
                          "77", "--bailout", "4", "--size", "8x8", "-o", picture})
                  .exit_code,
              0);
    const auto z1 = [&](Arguments where) {
        where.insert(where.end(), {"--location", picture, "--iterations", "1"});
        return probe(where)["z"];
    };
    EXPECT_EQ(z1({}), nlohmann::json::parse("[-1.0, 0.25]"));
    EXPECT_EQ(z1({"--re", "0.5"}), nlohmann::json::parse("[0.5, 0.25]"));
    EXPECT_EQ(z1({"--im=-0.5"}), nlohmann::json::parse("[-1.0, -0.5]"));
    EXPECT_EQ(probe({"--location", picture, "--re", "0", "--im", "0"})["iterations"], 77);
}

TEST(Probe, RefusesABrokenLocationFileWithItsLine) {
    const TempFolder folder;
    const std::string file = folder / "broken.toml";
    write_all(file, "re = \"-0.75\"\nim = = 3\n");
    expect_refusal(run_fathom({"probe", "--location", file}), 2, "broken.toml:2");
    expect_refusal(run_fathom({file}), 2, "broken.toml:2");
}

TEST(CommandLine, IsTheSameInEveryLocale) {
    const char *german = std::setlocale(LC_ALL, "de_DE.UTF-8");
    std::setlocale(LC_ALL, "C");
    if (german == nullptr)
        GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
    RunOptions options;
    options.environment = {{"LC_ALL", "de_DE.UTF-8"}};
    for (const Arguments &arguments :
         {Arguments{"probe", "--json", "--re", "0.3", "--im", "0.5"},
          Arguments{"probe", "--re", "0.3", "--im", "0.5"}, Arguments{"devices"}})
        EXPECT_EQ(run_fathom(arguments, options).out, run_fathom(arguments).out);
}

TEST(Devices, ListsTheEnginesOfEveryMachine) {
    const auto list = run_fathom({"devices", "--json"}).json();
    std::vector<std::string> ids;
    for (const auto &device : list.at("devices")) {
        EXPECT_FALSE(device.at("name").get<std::string>().empty());
        EXPECT_FALSE(device.at("kind").get<std::string>().empty());
        ids.push_back(device.at("id"));
    }
    EXPECT_EQ(std::count(ids.begin(), ids.end(), "reference"), 1);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), "cpu"), 1);
    const bool has_gpu = std::count(ids.begin(), ids.end(), "gpu0") == 1;
    EXPECT_EQ(has_gpu, list.at("missing").empty()) << list;
    for (const auto &item : list.at("missing")) {
        EXPECT_FALSE(item.at("what").get<std::string>().empty());
        EXPECT_FALSE(item.at("why").get<std::string>().empty());
    }
    const std::string text = run_fathom({"devices"}).out;
    for (const std::string &id : ids)
        EXPECT_NE(text.find(id), std::string::npos) << text;
}

TEST(Probe, OfADeepPointInsideEndsAtItsCycle) {
    // Near the nucleus of period 3, whose cycle passes by 0, c and c^2 + c.
    for (const std::string approximation : {"none", "bla", "la"}) {
        const auto result = probe({"--re=-1.7548776662466927", "--im", "0", "--zoom", "1e14",
                                   "--iterations", "1e11", "--approximation", approximation,
                                   "--threads", "1", "--precision", "perturb-f64"});
        EXPECT_EQ(result["escaped"], false);
        EXPECT_EQ(result["iterations"], 100'000'000'000);
        const double z = result["z"][0];
        EXPECT_LT(std::min({std::fabs(z), std::fabs(z + 1.7548776662466927),
                            std::fabs(z - 1.3247179572447460)}),
                  1e-9);
    }
}

} // namespace fathom::cli_test
