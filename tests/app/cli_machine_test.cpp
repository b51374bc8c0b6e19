// Machines that lack something, and terminals: threads, descriptors, a stack, standard streams,
// disks that fail, names that are no words, Ctrl+C.
#include "tests/app/failing_system.h"
#include "tests/support/cli_job_folder.h"
#include "tests/support/sanitized.h"
#include "tests/support/wait_for.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

namespace fathom::cli_machine_test {

namespace fs = std::filesystem;

const Arguments kPicture = {"--size", "64x48", "--device", "cpu", "--re",         "-0.5",
                            "--im",   "0.6",   "--zoom",   "4",   "--iterations", "100"};

Arguments render(const fs::path &file) {
    return joined({"render", "-q", "-o", file.string()}, kPicture);
}

RunResult run_behind(const std::string &before, const Arguments &arguments) {
    RunOptions options;
    options.before = before;
    return run_fathom(arguments, options);
}

RunResult run_with(const std::map<std::string, std::string> &variables,
                   const Arguments &arguments) {
    RunOptions options;
    options.environment = failing_system(variables);
    return run_fathom(arguments, options);
}

void expect_sentence(const RunResult &result, int exit_code, const std::string &words) {
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    EXPECT_TRUE(contains(result.err, words)) << result.err;
    EXPECT_TRUE(result.err.starts_with("fathom: ")) << result.err;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
}

TEST(Machine, WithoutThreadsSaysSo) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    const TempFolder folder;
    const std::string file = folder / "a.png";
    for (int most = 0; most < 12; ++most) {
        const RunResult result =
            run_with({{"FATHOM_MOST_THREADS", std::to_string(most)}}, render(file));
        if (result.exit_code == 0) // there were enough for a picture by one of them
            continue;
        expect_sentence(result, 3, "thread");
        EXPECT_FALSE(fs::exists(file)) << most;
    }
}

TEST(Machine, WithoutThreadsReadsAnOpenExr) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    const TempFolder folder;
    ASSERT_EQ(
        run_fathom(joined({"render", "-q", "--raw", "-o", folder / "a.exr"}, kPicture)).exit_code,
        0);
    for (int most = 0; most < 8; ++most) {
        const RunResult result =
            run_with({{"FATHOM_MOST_THREADS", std::to_string(most)}},
                     {"recolour", folder / "a.exr", "-q", "-o", folder / "b.png"});
        if (result.exit_code != 0)
            expect_sentence(result, 3, "thread");
    }
}

TEST(Machine, WithoutDescriptorsCallsNoFileBroken) {
    const TempFolder folder;
    ASSERT_EQ(
        run_fathom(joined({"render", "-q", "--raw", "-o", folder / "a.exr"}, kPicture)).exit_code,
        0);
    for (int most = 3; most < 10; ++most) {
        const RunResult result =
            run_behind(fmt::format("ulimit -n {}", most),
                       {"recolour", folder / "a.exr", "-q", "-o", folder / "b.png"});
        EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3 || result.exit_code == 127)
            << most << result.err;
        EXPECT_FALSE(contains(result.err, "broken")) << most << ": " << result.err;
    }
}

using MachineFilm = CliFilmJob;

TEST_F(MachineFilm, WithoutDescriptorsHasAnFfmpegThatCannotStart) {
    bool refused = false;
    for (int most = 5; most < 16; ++most) {
        const RunResult result = run_behind(fmt::format("ulimit -n {}", most),
                                            {"film", "-q", path("film.toml"), "--device", "cpu",
                                             "--frames", "0-1", "-o", path("a.mp4")});
        EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3 || result.exit_code == 127)
            << result.err;
        EXPECT_FALSE(contains(result.err, "not installed")) << most << ": " << result.err;
        refused = refused || result.err.find("FFmpeg could not be started") != std::string::npos;
    }
    EXPECT_TRUE(refused);
}

/// Of a job whose two tasks are done.
class MachineJob : public CliJobFolder {
  protected:
    void SetUp() override {
        good(joined({"plan", "-q", "-o", path("job"), "--tasks", "2"}, kPicture));
        good(task(1));
        good(task(2));
    }
    void expect_results_stay() const {
        for (const char *name : {"000001.png", "000002.png"})
            EXPECT_TRUE(fs::exists(path(std::string("job/results/") + name))) << name;
        EXPECT_FALSE(fs::exists(path("b.png")));
    }
    const Arguments join_ = {"join", path("job"), "-o", path("b.png")};
};

TEST_F(MachineJob, CallsNoResultDamagedForWantOfDescriptors) {
    bool refused = false;
    for (int most = 4; most < 8; ++most) {
        const RunResult result = run_behind(fmt::format("ulimit -n {}", most), join_);
        if (result.exit_code == 0) {
            fs::remove(path("b.png"));
            continue;
        }
        EXPECT_TRUE(result.exit_code == 3 || result.exit_code == 127) << most << result.err;
        refused = refused || result.exit_code == 3;
        expect_results_stay();
    }
    EXPECT_TRUE(refused);
    good(join_);
}

TEST_F(MachineJob, CallsNoResultDamagedThatTheDiskDoesNotRead) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own library has to come first";
    const auto trouble = std::pair{std::string("FATHOM_UNREADABLE"), std::string("000002.png")};
    expect_sentence(run_with({trouble}, join_), 3, "000002.png: Input/output error");
    expect_results_stay();
    expect_sentence(run_with({trouble}, task(2)), 3, "000002.png: Input/output error");
    expect_results_stay();
    good(join_);
}

// What a purpose that cannot be written would leave behind.
TEST(Machine, WithoutRoomForAPurposeLeavesNothing) {
    const TempFolder folder;
    const RunResult result = run_behind(
        "ulimit -f 0", joined({"render", "-q", "--continue", "-o", folder / "a.npy"}, kPicture));
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_EQ(folder.count(), 0);
}

TEST_F(MachineFilm, WithoutRoomForAPurposeLeavesNothing) {
    plan_film(2);
    for (int times = 0; times < 2; ++times) {
        RunOptions options;
        options.before = "ulimit -f 0";
        EXPECT_EQ(run_fathom(task(1), options).exit_code, 3);
    }
    EXPECT_TRUE(fs::is_empty(path("job/results")));
}

TEST_F(MachineFilm, RefusedRingsLeaveNoFolder) {
    write_all(path("film.toml"), "fathom-film = 1\n"
                                 "[film]\nsize = [16000, 16000]\nfps = 5\nsamples = 16\n"
                                 "[[key]]\nseconds = 0\nway = \"zoom\"\n"
                                 "[key.view]\nre = \"-0.75\"\nim = \"0.1\"\nzoom = \"1\"\n"
                                 "[key.iteration]\nlimit = 100\n"
                                 "[[key]]\nseconds = 9\n[key.view]\nre = \"-0.75\"\n"
                                 "im = \"0.1\"\nzoom = \"1e90\"\n[key.iteration]\nlimit = 100\n");
    struct statvfs disk {};
    ASSERT_EQ(::statvfs(path("film.toml").c_str(), &disk), 0);
    if (static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) > 1e13)
        GTEST_SKIP() << "this disk has room for them";
    const RunResult result =
        run_fathom({"film", "-q", path("film.toml"), "--device", "cpu", "--rings",
                    path("rings/of/mine"), "-o", path("a-%06d.png")});
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_TRUE(contains(result.err, "the rings of the film take")) << result.err;
    EXPECT_FALSE(fs::exists(path("rings")));
}

TEST(Machine, WithASmallStackWorksOrSaysSo) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer takes more of the stack";
    const TempFolder folder;
    expect_sentence(run_behind("ulimit -s 128", render(folder / "a.png")), 3,
                    "the stack is limited to 128 KiB");
    // Where the limit may be raised it is, for all threads.
    EXPECT_EQ(run_behind("ulimit -S -s 128", render(folder / "a.png")).exit_code, 0);
    EXPECT_EQ(run_behind("ulimit -s 1024", render(folder / "a.png")).exit_code, 0);
}

TEST(Machine, WithStandardOutputClosedSaysSoBeforeItWorks) {
    const TempFolder folder;
    const std::string file = folder / "a.png";
    expect_sentence(run_behind("exec >&-", joined({"render", "-o", file}, kPicture)), 3,
                    "standard output is closed");
    EXPECT_EQ(folder.count(), 0);
    EXPECT_EQ(run_behind("exec >&- 2>&- <&-", render(file)).exit_code,
              0); // there is nothing to say
    EXPECT_TRUE(read_all(file).starts_with("\x89PNG"));
    EXPECT_EQ(folder.count(), 1);
}

TEST(Machine, EndsQuietlyWhereItsReaderIsGone) {
    RunOptions options;
    const TempFolder folder;
    const std::string told = folder / "told";
    options.before =
        fmt::format("{{ sleep 0.2; \"$0\" \"$@\" 2>{0}; echo $? >>{0}; }} | true; exit 0", told);
    run_fathom({"devices", "--json"}, options);
    ASSERT_TRUE(wait_for([&] { return fs::exists(told) && fs::file_size(told) > 0; }));
    EXPECT_EQ(read_all(told), "0\n");
}

TEST(Machine, SeesBeforeAStreamThatItHasNoFolderForTemporaryFiles) {
    RunOptions options;
    options.environment = {{"TMPDIR", "/nonexistent"}};
    const RunResult result =
        run_fathom(joined({"render", "-q", "-o", "-", "--format", "exr"}, kPicture), options);
    expect_sentence(result, 3, "cannot keep a temporary file in /nonexistent");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(run_fathom(joined({"render", "-q", "-o", "-"}, kPicture), options).exit_code, 0);
}

TEST(Machine, PrintsNamesThatAreNoWords) {
    const TempFolder folder;
    const auto refused = [](const std::string &name) {
        return run_fathom({"render", "-o", "a.png", "--location", name});
    };
    expect_sentence(refused("a\nb\x1b[31m\x7f\xff\xc2\x9b"), 2, R"(a\nb\x1b[31m\x7f\xff\x9b)");
    expect_sentence(refused("\u202egnp.exe"), 2, R"(\u202egnp.exe)");
    expect_sentence(refused("Größe/ünï.toml"), 2, "Größe/ünï.toml");
    expect_sentence(refused(std::string(70'000, 'x')), 2, "xxx...xxx");
    EXPECT_LT(refused(std::string(70'000, 'x')).err.size(), 2000U);
    EXPECT_LT(refused(fmt::format("{:x<70000}", "a b c d ")).err.size(), 6000U);
    std::string blanks;
    for (int word = 0; word < 20'000; ++word)
        blanks += "ab ";
    const RunResult many = refused(blanks);
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_LT(many.err.size(), 6000U);
    const RunResult unknown = run_fathom({"render", "--wrong\n\x1b[2J"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_EQ(unknown.err.find('\x1b'), std::string::npos) << unknown.err;
    // And where all went well.
    const std::string odd = (folder.path() / "odd\n\x1b[31m.png").string();
    const RunResult made = run_fathom(joined({"render", "-o", odd}, kPicture));
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_TRUE(contains(made.out, R"(odd\n\x1b[31m.png: 64 x 48)")) << made.out;
    EXPECT_TRUE(fs::exists(odd));
}

TEST(Machine, StopsAProbe) {
    RunningFathom program({"probe", "--re", "0", "--im", "0", "--iterations", "4000000000",
                           "--device", "cpu", "--precision", "f64"});
    ASSERT_TRUE(wait_for([&] { return program.catches(SIGINT) && program.has_worked(); }));
    program.signal(SIGINT);
    expect_sentence(program.wait(), 130, "stopped; the pixel was not iterated");
}

TEST_F(MachineFilm, NamesThePatternOfAStoppedFilm) {
    RunOptions options;
    options.before = "cd " + path("");
    RunningFathom program(
        {"film", "-q", "film.toml", "--device", "cpu", "--size", "800x600", "-o", "f-%06d.png"},
        options);
    ASSERT_TRUE(wait_for([&] { return program.catches(SIGINT) && program.has_worked(); }));
    program.signal(SIGINT);
    expect_sentence(program.wait(), 130, "stopped; f-%06d.png has some of the pictures");
}

} // namespace fathom::cli_machine_test
