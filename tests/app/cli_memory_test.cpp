// Exports under a limit on memory that a whole picture would not fit, in each kind of file.
#include "tests/app/failing_system.h"
#include "tests/support/run_fathom.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace fathom::cli_memory_test {

constexpr long kKibInMib = 1024;

/// Of 25 million pixels: a frame of all of them, tracked, would take 52 bytes for each, 1.2 GiB.
const Arguments kWide = {"render",    "--size", "65500x384",   "--device", "cpu",
                         "--threads", "4",      "--precision", "f64",      "--colour",
                         "distance",  "--re",   "-0.5",        "--quiet",  "--iterations",
                         "20"};
const Arguments kFarAway = {"--zoom", "0.01"}; // nearly all escape at once

RunResult run_within(long mib, const Arguments &command) {
    RunOptions options;
    options.data_kib = mib * kKibInMib;
    return run_fathom(command, options);
}

TEST(Memory, OneGibibyteIsEnoughForAnyKindOfPicture) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer reserves more";
    const TempFolder folder;
    // More samples than two take no more memory, only time.
    const std::pair<const char *, Arguments> kinds[] = {
        {"a.png", {"--samples", "2"}},
        {"a.png", {"--samples", "2", "--adaptive"}},
        {"a.png", {"--samples", "2", "--depth", "16"}},
        {"a.png", {"--samples", "2", "--depth", "16", "--adaptive"}},
        {"a.exr", {"--samples", "2", "--adaptive"}},
        {"a.exr", {"--samples", "2"}},
        {"a.jpg", {}}};
    for (const auto &[name, options] : kinds) {
        const Arguments command = joined(joined(kWide, kFarAway), options);
        const RunResult result = run_within(1024, joined(command, {"-o", folder / name}));
        EXPECT_EQ(result.exit_code, 0)
            << name << ' ' << testing::PrintToString(options) << ": " << result.err;
    }
}

/// Whose orbit would take all that there is, before the first pixel.
TEST(Memory, OneGibibyteIsEnoughForADeepPicture) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer reserves more";
    const TempFolder folder;
    Arguments deep = joined(kWide, {"--zoom", "1e20", "-o", folder / "a.png"});
    *std::find(deep.begin(), deep.end(), "f64") = "perturb-f64";
    *std::find(deep.begin(), deep.end(), "-0.5") = "1"; // where all escape at once
    const RunResult result = run_within(1024, deep);
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

/// That the limit is one, and what is said where it is too low.
TEST(Memory, TooLittleIsSaidInOneSentence) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer reserves more";
    const TempFolder folder;
    const std::string file = folder / "a.png";
    const RunResult result =
        run_within(64, joined(joined(kWide, kFarAway), {"--samples", "2", "-o", file}));
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_TRUE(result.err.starts_with("fathom: ")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_FALSE(std::filesystem::exists(file));
}

/// Allocations of a whole run.
long allocations_of(const Arguments &command, const TempFolder &folder) {
    const std::string file = folder / "count";
    RunOptions options;
    options.environment = failing_system({{"FATHOM_COUNT_FILE", file}});
    const RunResult result = run_fathom(command, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return std::atol(read_all(file).c_str());
}

/// Which of so many allocations are refused, each in a run of its own: some at random, and more
/// where $FATHOM_MEMORY_RUNS says how many.
std::set<long> refused_ones(long first, long last) {
    const char *text = std::getenv("FATHOM_MEMORY_RUNS");
    const int runs = text == nullptr ? 10 : std::atoi(text);
    std::mt19937 random(20261128);
    std::uniform_int_distribution<long> any(first, last);
    std::set<long> numbers;
    for (int run = 0; run < runs; ++run)
        numbers.insert(any(random));
    return numbers;
}

/// Refuses the memory of some allocations, of each alone or of all from it on, and expects a file
/// or one sentence; never a signal, nor a part of a file.
void expect_sentences(const Arguments &command) {
    const TempFolder folder;
    RunOptions options;
    options.before = "cd " + folder.path().string();
    options.environment = failing_system({{"FATHOM_COUNT_FILE", folder / "count"}});
    const long before = allocations_of({"--version"}, folder); // the command line's
    ASSERT_EQ(run_fathom(command, options).exit_code, 0);
    const long all = std::atol(read_all(folder / "count").c_str());
    for (const char *in_a_row : {"1", "1000000000"})
        for (const long number : refused_ones(before * 9 / 10, all)) {
            options.environment = failing_system(
                {{"FATHOM_REFUSE_AT", std::to_string(number)}, {"FATHOM_REFUSE_FOR", in_a_row}});
            const RunResult result = run_fathom(command, options);
            const auto what = fmt::format("{} refused from {} of {} on: {} {}", in_a_row, number,
                                          all, testing::PrintToString(command), result.err);
            EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3)
                << result.exit_code << ' ' << what;
            if (result.exit_code == 3) {
                EXPECT_TRUE(result.err.starts_with("fathom: ")) << what;
                EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << what;
                EXPECT_EQ(result.err.find("unexpected"), std::string::npos) << what;
            }
        }
}

Arguments small(const Arguments &options) {
    return joined({"render", "-q", "--device", "cpu", "--size", "48x32"}, options);
}

const Arguments kSeahorse = {"--re", "-0.7436", "--im", "0.1318", "--zoom", "50"};

TEST(MemoryThatIsRefused, EndsDeepPicturesInASentence) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    expect_sentences(small({"-o", "a.png", "--re", "-0.7", "--im", "0.3", "--zoom", "1e30"}));
    expect_sentences(small(
        {"-o", "a.png", "--re=-1.76", "--im", "0", "--zoom", "1e320", "--iterations", "50000"}));
    expect_sentences({"verify", "--points", "5", "--re", "-0.7", "--im", "0.3", "--zoom", "1e20",
                      "--size", "48x32"});
    expect_sentences({"orbit", "-o", "a.orbit", "--re", "-0.7", "--im", "0.3", "--zoom", "1e60"});
    expect_sentences({"nucleus", "--re=-1.7548", "--im", "0.001", "--zoom", "500"});
}

TEST(MemoryThatIsRefused, EndsExportsInASentence) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    for (const Arguments &options :
         {Arguments{"-o", "a.png", "--samples", "4"}, Arguments{"-o", "a.jpg"},
          Arguments{"-o", "a.png", "--samples", "4", "--adaptive"},
          Arguments{"-o", "a.exr", "--raw"}, Arguments{"-o", "a.npy", "--raw"},
          Arguments{"-o", "a.toml"}, Arguments{"-o", "b.png", "--continue"}})
        expect_sentences(small(joined(options, kSeahorse)));
}

TEST(MemoryThatIsRefused, EndsFilmsInASentence) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    expect_sentences({"film", "-q", "--device", "cpu", "--size", "48x32", "--seconds", "0.4",
                      "--to", "-0.7436 0.1318 30", "-o", "a-%06d.png"});
}

} // namespace fathom::cli_memory_test
