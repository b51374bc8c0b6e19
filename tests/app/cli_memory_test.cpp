// Exports under a limit on memory that a whole picture would not fit, in each kind of file.
#include "tests/support/run_fathom.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

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

} // namespace fathom::cli_memory_test
