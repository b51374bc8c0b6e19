// fathom render -o - and fathom recolour -o -: pictures on standard output.
#include "tests/support/file_size_limit.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fathom::cli_stream_test {

const Arguments kRender = {"render", "--device", "cpu",    "--size", "161x97",       "--re", "-0.5",
                           "--im",   "0.625",    "--zoom", "4",      "--iterations", "500"};

void expect_one_sentence(const RunResult &result, int exit_code, const std::string &part) {
    EXPECT_EQ(result.exit_code, exit_code);
    EXPECT_EQ(result.err.rfind("fathom: ", 0), 0U) << result.err;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
    EXPECT_TRUE(contains(result.err, part));
}

TEST(StandardOutput, TakesTheBytesOfAFileAndNothingElse) {
    const TempFolder folder;
    for (const auto &[name, options] : std::vector<std::pair<const char *, Arguments>>{
             {"a.png", {}},
             {"b.png", {"--format", "png", "--samples", "3", "--dpi", "300"}},
             {"c.npy", {"--format", "npy"}},
             {"d.exr", {"--format", "exr", "--raw", "--depth", "float"}}}) {
        Arguments of_file = options;
        if (!of_file.empty() && of_file[0] == "--format")
            of_file.erase(of_file.begin(), of_file.begin() + 2);
        ASSERT_EQ(run_fathom(joined(joined(kRender, {"-o", folder / name}), of_file)).exit_code, 0);
        const RunResult streamed = run_fathom(joined(joined(kRender, {"-o", "-"}), options));
        EXPECT_EQ(streamed.exit_code, 0);
        EXPECT_EQ(streamed.err, "");
        EXPECT_TRUE(streamed.out == read_all(folder / name)) << name;
    }
    // Warnings go elsewhere.
    const RunResult warned = run_fathom({"render", "-o", "-", "--size", "16x16", "--zoom", "1e30",
                                         "--precision", "f64", "--device", "cpu"});
    EXPECT_EQ(warned.exit_code, 0);
    EXPECT_TRUE(contains(warned.err, "warning: "));
    EXPECT_EQ(warned.out.substr(1, 3), "PNG");
    EXPECT_EQ(warned.out.substr(warned.out.size() - 8, 4), "IEND");
}

TEST(StandardOutput, TakesARecolouredPicture) {
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    const std::string file = folder / "picture.png";
    ASSERT_EQ(run_fathom(joined(kRender, {"--raw", "-o", data})).exit_code, 0);
    ASSERT_EQ(run_fathom({"recolour", data, "--palette", "ember", "-o", file}).exit_code, 0);
    const RunResult streamed = run_fathom({"recolour", data, "--palette", "ember", "-o", "-"});
    EXPECT_EQ(streamed.exit_code, 0);
    EXPECT_TRUE(streamed.out == read_all(file));
    expect_one_sentence(run_fathom({"recolour", data, "-o", "-", "--json"}), 2, "--json");
    expect_one_sentence(run_fathom({"recolour", data, "-o", "-", "--format", "npy"}), 2,
                        "recolouring writes pictures");
}

TEST(StandardOutput, SaysThatItIsFullOrThatNobodyReads) {
    RunOptions full;
    full.output_file = "/dev/full";
    expect_one_sentence(run_fathom(joined(kRender, {"-o", "-"}), full), 3,
                        "cannot write to standard output (No space left on device)");
    const TempFolder folder;
    const std::string pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    RunOptions broken;
    broken.output_file = pipe;
    RunningFathom program(joined(kRender, {"-o", "-"}), broken);
    ::close(reader); // the program has started, so it has opened the other end
    expect_one_sentence(program.wait(), 3, "cannot write to standard output (Broken pipe)");
}

// An OpenEXR waits in a temporary file until it is whole.
TEST(StandardOutput, SaysThatAnExrHasNoRoom) {
    const Arguments exr = joined(kRender, {"-o", "-", "--format", "exr"});
    RunOptions options;
    options.environment["TMPDIR"] = "/no/such/folder";
    expect_one_sentence(run_fathom(exr, options), 3, "TMPDIR");
    const TempFolder folder;
    options.environment["TMPDIR"] = folder.path();
    {
        const FileSizeLimit limit(10'000);
        expect_one_sentence(run_fathom(exr, options), 3,
                            "cannot keep a temporary file in " + folder.path().string());
    }
    options.output_file = "/dev/full";
    expect_one_sentence(run_fathom(exr, options), 3,
                        "cannot write to standard output (No space left on device)");
    EXPECT_EQ(folder.count(), 0);
}

TEST(StandardOutput, IsNoTerminal) {
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0 ||
        ::access(::ptsname(master), W_OK) != 0)
        GTEST_SKIP() << "there are no terminals";
    RunOptions terminal;
    terminal.output_file = ::ptsname(master);
    expect_one_sentence(run_fathom(joined(kRender, {"-o", "-"}), terminal), 2,
                        "standard output is a terminal");
    ::close(master);
}

TEST(StandardOutput, RefusesWhatDoesNotGoWithIt) {
    const auto refused = [](const Arguments &options, const char *part) {
        const RunResult result = run_fathom(joined(kRender, options));
        expect_one_sentence(result, 2, part);
        EXPECT_EQ(result.out, "");
    };
    refused({"-o", "-", "--json"}, "--json");
    refused({"-o", "-", "--continue"}, "needs a file");
    refused({"-o", "-", "--format", "gif"}, "--format takes png, jpg, exr or npy");
    refused({"-o", "a.png", "--format", "png"}, "leave --format out");
}

TEST(StandardOutput, SaysThatItDidNotGetItAllWhenStopped) {
    const TempFolder folder;
    RunningFathom program(
        {"render", "-o", "-", "--size", "1048576x1048576", "--iterations", "20000"});
    while (!program.catches(SIGINT))
        ::usleep(1000);
    program.signal(SIGINT);
    const RunResult result = program.wait();
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.err, "fathom: stopped; standard output did not get the whole picture\n");
}

} // namespace fathom::cli_stream_test
