// What is wrong comes from render/; the command line adds the option that helps.
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace fathom::cli_advice_test {

struct Advised {
    std::vector<std::string> arguments;
    std::string sentence; ///< its end
};

TEST(CommandLineAdvice, NamesTheOptionThatHelps) {
    const TempFolder folder;
    const std::string png = folder / "a.png";
    write_all(folder / "x.kfp", "Colors: 1,2,3\n");
    const std::vector<Advised> cases = {
        {{"render", "-o", png, "--formula", "phoenix", "--precision", "perturb-f32"},
         "perturb-f32: phoenix is iterated by perturbation in doubles alone; use --precision "
         "f64\n"},
        {{"probe", "--iterations", "4000000001", "--precision", "f64"},
         "use --precision perturb-f64 or lower --iterations\n"},
        {{"probe", "--iterations", "4000000001", "--precision", "perturb-f32"},
         "use --precision perturb-f64 or lower --iterations\n"},
        {{"probe", "--iterations", "4000000001", "--formula", "phoenix", "--precision", "2f64"},
         "use --precision perturb-f64 or lower --iterations\n"},
        {{"render", "-o", folder / "a.npy", "--samples", "4"},
         "holds one sample a pixel; leave --samples out or write a .png\n"},
        {{"nucleus", "--formula", "burning-ship"},
         "of burning-ship; choose --formula mandelbrot or a multibrot\n"},
        {{"nucleus", "--julia", "-0.8,0.156"}, "not parameters; leave out --julia\n"},
        {{"nucleus", "--re", "-0.1", "--im", "0.75", "--zoom", "1e9", "--iterations", "10"},
         "within 10 iterations; allow more with --iterations or zoom out\n"},
        {{"probe", "--device", "gpux"},
         "'gpux'; choose reference, cpu, gpu0, gpu1, ..., gpu (all GPUs), all (with the CPU) or "
         "auto ('fathom devices' "
         "lists them)\n"},
        {{"probe", "--location", folder / "x.kfp"},
         "not a place; make a palette of it with 'fathom convert'\n"},
    };
    for (const Advised &each : cases) {
        const RunResult result = run_fathom(each.arguments);
        EXPECT_EQ(result.exit_code, 2) << result.out;
        EXPECT_TRUE(result.err.ends_with(each.sentence)) << result.err;
    }
}

TEST(CommandLineAdvice, NamesItInWarnings) {
    const TempFolder folder;
    const auto warned = [&](const char *zoom, const char *precision) {
        return run_fathom({"render", "-o", folder / "a.png", "--size", "4x4", "--iterations", "5",
                           "--re", "-0.75", "--zoom", zoom, "--precision", precision})
            .err;
    };
    EXPECT_TRUE(contains(warned("1e12", "f32"), "shows blocks; use --precision f64\n"));
    EXPECT_TRUE(contains(warned("1e37", "perturb-f32"), "; use --precision perturb-f32x\n"));
    EXPECT_TRUE(contains(warned("1e302", "perturb-f64"), "; use --precision perturb-f64x\n"));
    EXPECT_TRUE(contains(warned("1e18", "f64"), "shows blocks; zoom out below about "));
    EXPECT_EQ(warned("1e18", "perturb-f64"), "");

    write_all(folder / "turned.rf", "real = \"0\"\nimag = \"0\"\nzoom = \"1\"\nrotate = 30\n");
    const RunResult turned =
        run_fathom({"convert", folder / "turned.rf", folder / "turned.toml", "--json"});
    EXPECT_TRUE(contains(turned.err, "turned by 30 degrees"));
    EXPECT_TRUE(contains(turned.err, "; give --rotate -30\n"));
    EXPECT_TRUE(contains(turned.out, "; give --rotate -30\""));
}

TEST(CommandLineAdvice, SaysHowToGetTheCudaEngine) {
    if (run_fathom({"--version", "--json"}).json()["cuda"] == true)
        GTEST_SKIP() << "SKIPPED: this build has it";
    const std::string advice = "; install the CUDA toolkit (or set FATHOM_CUDA=fetch) and build "
                               "again";
    EXPECT_TRUE(contains(run_fathom({"devices"}).out, advice));
    EXPECT_TRUE(contains(run_fathom({"devices", "--json"}).out, advice));
    EXPECT_TRUE(contains(run_fathom({"render", "-o", "a.png", "--device", "gpu0"}).err, advice));
}

} // namespace fathom::cli_advice_test
