// fathom render and fathom recolour with --continue: killed at any moment, full disks, what it
// refuses.
#include "tests/support/file_size_limit.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace fathom::cli_continue_test {

namespace fs = std::filesystem;

using Command = std::function<Arguments(const fs::path &file)>;

/// Three bands on their way to a file of that type.
Arguments render(const fs::path &file, const Arguments &options) {
    return joined({"render", "--quiet", "--device", "cpu", "--size", "1024x4600", "--re", "-0.5",
                   "--im", "0.625", "--zoom", "4", "--iterations", "100", "-o", file.string()},
                  options);
}

std::uintmax_t kept_bytes(const fs::path &file) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file.string() + ".unfinished/bytes", failed);
    return failed ? 0 : size;
}

/// Kills it at moments that are told by how much it has written, and expects the bytes of a run
/// that nobody killed.
void expect_same_after_kills(const char *name, const Command &command) {
    const TempFolder folder;
    const fs::path whole = folder / name, file = folder.path() / (std::string("b-") + name);
    ASSERT_EQ(run_fathom(command(whole)).exit_code, 0);
    std::mt19937 random(20261124);
    std::uintmax_t most = 0;
    int kills = 0;
    for (; kills < 12; ++kills) {
        RunningFathom program(joined(command(file), {"--continue"}));
        const std::uintmax_t more = random() % 300'000;
        const std::uintmax_t until = most + more;
        ASSERT_TRUE(wait_for([&] { return kept_bytes(file) > until || fs::exists(file); }));
        most = std::max(most, kept_bytes(file));
        program.signal(SIGKILL);
        program.wait();
        if (fs::exists(file))
            break;
    }
    EXPECT_GE(kills, 2); // of a JPEG there are three pieces
    EXPECT_EQ(run_fathom(joined(command(file), {"--continue"})).exit_code, 0);
    EXPECT_TRUE(read_all(file) == read_all(whole)) << name;
    EXPECT_EQ(folder.count(), 2);
}

TEST(Continue, GoesOnAfterEveryKill) {
    for (const auto &[name, options] :
         std::vector<std::pair<const char *, Arguments>>{{"a.png", {"--samples", "2"}},
                                                         {"a.jpg", {"--quality", "90"}},
                                                         {"a.npy", {"--raw"}},
                                                         {"a.exr", {"--raw", "--depth", "float"}}})
        expect_same_after_kills(
            name, [&options = options](const fs::path &file) { return render(file, options); });
}

/// Another look of a file of samples.
Arguments recolour(const fs::path &data, const fs::path &file) {
    return {"recolour", data.string(), "--quiet", "--palette", "ember", "-o", file.string()};
}

TEST(Continue, GoesOnWithOtherColoursAfterEveryKill) {
    const TempFolder folder;
    const fs::path data = folder / "data.exr";
    ASSERT_EQ(run_fathom(render(data, {"--raw"})).exit_code, 0);
    expect_same_after_kills("a.png", [&](const fs::path &file) { return recolour(data, file); });
}

TEST(Continue, RefusesOtherSamples) {
    const TempFolder folder;
    const fs::path data = folder / "data.exr", file = folder / "a.png";
    ASSERT_EQ(run_fathom(render(data, {"--raw"})).exit_code, 0);
    const Arguments command = joined(recolour(data, file), {"--continue"});
    {
        RunningFathom program(command);
        ASSERT_TRUE(wait_for([&] { return kept_bytes(file) > 100'000 || fs::exists(file); }));
        program.signal(SIGKILL);
    }
    ASSERT_FALSE(fs::exists(file));
    ASSERT_EQ(run_fathom(render(data, {"--raw", "--threads", "1"})).exit_code, 0);
    const RunResult result = run_fathom(command);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "keeps the beginning of another picture"));
}

TEST(Continue, GoesOnAfterAFullDisk) {
    for (const char *name : {"a.exr", "a.npy", "a.jpg"}) {
        const TempFolder folder;
        const fs::path whole = folder / name, file = folder.path() / (std::string("b-") + name);
        ASSERT_EQ(run_fathom(render(whole, {})).exit_code, 0);
        {
            // Of a JPEG the rows are kept: the first band's take 8 MiB.
            const FileSizeLimit limit(whole.extension() == ".jpg" ? 10'000'000
                                                                  : fs::file_size(whole) / 4 * 3);
            const RunResult result = run_fathom(render(file, {"--continue"}));
            EXPECT_EQ(result.exit_code, 3);
            EXPECT_TRUE(contains(result.err, "cannot write " + file.string()));
            EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
        }
        EXPECT_FALSE(fs::exists(file));
        Arguments again = render(file, {"--continue", "--json"});
        again.erase(std::find(again.begin(), again.end(), "--quiet"));
        const RunResult result = run_fathom(again);
        ASSERT_EQ(result.exit_code, 0) << result.err;
        EXPECT_GT(result.json()["kept"].get<double>(), 0.2);
        EXPECT_TRUE(read_all(file) == read_all(whole)) << name;
    }
}

TEST(Continue, RefusesOtherPictures) {
    for (const auto &[name, options] :
         std::vector<std::pair<const char *, Arguments>>{{"a.exr", {"--depth", "float"}},
                                                         {"a.exr", {"--raw"}},
                                                         {"a.npy", {"--raw"}},
                                                         {"a.jpg", {"--quality", "90"}}}) {
        const TempFolder folder;
        const fs::path file = folder / name;
        {
            RunningFathom program(render(file, {"--continue"}));
            ASSERT_TRUE(wait_for([&] { return kept_bytes(file) > 100'000 || fs::exists(file); }));
            program.signal(SIGKILL);
        }
        const RunResult result = run_fathom(render(file, joined(options, {"--continue"})));
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_TRUE(contains(result.err, "keeps the beginning of another picture"));
    }
}

} // namespace fathom::cli_continue_test
