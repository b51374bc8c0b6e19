// fathom plan, fathom task and fathom join.
#include "tests/support/cli_job_folder.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

namespace fathom::cli_job_test {

namespace fs = std::filesystem;

struct Picture {
    const char *name;
    const char *type;
    Arguments options;
};

const Arguments kSeahorses = {"--re=-0.743643", "--im", "0.131825", "--zoom", "400"};
const Arguments kDeep = {"--re=-1.76877785", "--im", "0.00173890994", "--zoom", "1e20"};

const Picture kPictures[] = {
    {"plain", "png", joined(kSeahorses, {"--size", "160x91"})},
    {"fine", "png",
     joined(kSeahorses, {"--size", "160x91", "--samples", "3", "--depth", "16", "--dpi", "300"})},
    {"adaptive", "png", joined(kSeahorses, {"--size", "160x91", "--samples", "4", "--adaptive"})},
    {"look", "png",
     joined(kSeahorses, {"--size", "160x91", "--colour", "distance", "--mapping", "rank", "--shade",
                         "slope", "--dither", "ordered", "--palette", "ember"})},
    {"jpeg", "jpg", joined(kSeahorses, {"--size", "160x91", "--quality", "80"})},
    {"light", "exr", joined(kSeahorses, {"--size", "160x91", "--samples", "2"})},
    {"raw", "exr", joined(kSeahorses, {"--size", "160x91", "--raw", "--depth", "float"})},
    {"numbers", "npy", joined(kSeahorses, {"--size", "161x91", "--raw"})},
    {"deep", "png", joined(kDeep, {"--size", "96x54", "--samples", "2"})},
    {"twice as many digits", "png",
     joined(kDeep, {"--size", "96x54", "--precision", "perturb-2f64"})},
    {"julia",
     "png",
     {"--julia", "0,1", "--re=-1", "--im", "1", "--zoom", "1e20", "--iterations", "600", "--size",
      "96x54"}},
};

class CliJob : public CliJobFolder {
  protected:
    void plan(int tasks, const Arguments &options = {}) const {
        good(joined(joined({"plan", "-q", "-o", path("job"), "--tasks", std::to_string(tasks),
                            "--device", "cpu"},
                           where_),
                    options));
    }
    [[nodiscard]] Arguments join() const { return {"join", path("job"), "-o", path("b.png")}; }
    [[nodiscard]] std::string alone() const {
        good(joined({"render", "-q", "--device", "cpu", "-o", path("a.png")}, where_));
        return read_all(path("a.png"));
    }

    Arguments where_ = joined(kSeahorses, {"--size", "160x90"});
};

TEST_F(CliJob, JoinsTheBytesOfOneMachine) {
    const char *devices[] = {"cpu", "reference"};
    for (const Picture &picture : kPictures) {
        SCOPED_TRACE(picture.name);
        const std::string job = path(picture.name);
        const std::string a = path("a.") + picture.type, b = path("b.") + picture.type;
        good(joined({"render", "-q", "--device", "cpu", "-o", a}, picture.options));
        good(joined({"plan", "-q", "--device", "cpu", "-o", job, "--tasks", "4", "--format",
                     picture.type, "--check-every", "3"},
                    picture.options));
        for (const int number : {3, 1, 5, 4, 2})
            good({"task", "-q", job, std::to_string(number), "--device", devices[number % 2]});
        good({"join", "-q", job, "-o", b});
        EXPECT_TRUE(read_all(a) == read_all(b));
    }
}

TEST_F(CliJob, TasksTakeTheOrbitOfTheJob) {
    where_ = joined(kDeep, {"--size", "96x54"});
    plan(2);
    ASSERT_TRUE(fs::exists(path("job/reference.orbit")));
    fs::rename(path("job/reference.orbit"), path("orbit"));
    const RunResult result = run_fathom(task(1));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "reference.orbit cannot be read"));
    std::string bytes = read_all(path("orbit"));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    write_all(path("job/reference.orbit"), bytes);
    EXPECT_TRUE(contains(run_fathom(task(1)).err, "reference.orbit: the file is not as it was"));
    fs::rename(path("orbit"), path("job/reference.orbit"));
    good(task(1));
}

TEST_F(CliJob, DoesATaskOnce) {
    plan(3);
    EXPECT_FALSE(good(joined(task(2), {"--json"})).json()["was_there"].get<bool>());
    const std::string bytes = read_all(path("job/results/000002.png"));
    const RunResult again = good(joined(task(2), {"--json"}));
    EXPECT_TRUE(again.json()["was_there"].get<bool>());
    EXPECT_EQ(read_all(path("job/results/000002.png")), bytes);
}

TEST_F(CliJob, SaysWhatIsLeft) {
    plan(5, {"--check-every", "2"});
    for (const int number : {1, 2, 5, 7})
        good(task(number));
    EXPECT_EQ(good({"task", path("job"), "--list"}).out, "3-4,6\n");
    EXPECT_EQ(good({"join", path("job"), "--missing"}).out, "3-4,6\n");
    const auto json = good({"join", path("job"), "--missing", "--json"}).json();
    EXPECT_EQ(json["tasks"], 7);
    EXPECT_EQ(json["done"], 4);
    EXPECT_EQ(json["left"], nlohmann::json({3, 4, 6}));
    const RunResult result = run_fathom(join());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "3 of 7 tasks are not done: 3-4,6; do 'fathom task " +
                                         path("job") + " K' for each K of them"));
    EXPECT_FALSE(fs::exists(path("b.png")));
    for (const int number : {3, 4, 6})
        good(task(number));
    EXPECT_EQ(good({"task", path("job"), "--list"}).out, "\n");
    const auto joined_json = good(joined(join(), {"--json"})).json();
    EXPECT_EQ(joined_json["file"], path("b.png"));
    EXPECT_TRUE(read_all(path("b.png")) == alone());
}

TEST_F(CliJob, DoesDamagedResultsAgain) {
    plan(2);
    good(task(1));
    good(task(2));
    const std::string file = path("job/results/000001.png");
    std::string bytes = read_all(file);
    bytes[bytes.size() - 200] = static_cast<char>(bytes[bytes.size() - 200] ^ 1);
    write_all(file, bytes);
    const RunResult again = good(task(1));
    EXPECT_TRUE(contains(again.err, "damaged")) << again.err;
    EXPECT_TRUE(contains(again.err, "it is made again"));
    write_all(file, bytes);
    const RunResult result = run_fathom(join());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "do the task again with 'fathom task " + path("job") + " 1'"));
    // Whoever asks what is left is told so from then on.
    EXPECT_EQ(good({"task", path("job"), "--list"}).out, "1\n");
    EXPECT_TRUE(read_all(file + ".damaged") == bytes);
    good(task(1));
    good(join());
    EXPECT_TRUE(read_all(path("b.png")) == alone());
}

/// A picture large enough to be killed within.
TEST_F(CliJob, GoesOnAfterEveryKill) {
    where_ = {"--re=-0.5", "--im",   "0.625",     "--zoom",    "4", "--iterations",
              "100",       "--size", "1024x4600", "--samples", "2"};
    plan(1);
    const std::string file = path("job/results/000001.png");
    ASSERT_NO_FATAL_FAILURE(do_with_kills(file, file + ".unfinished/bytes", 300'000));
    good(join());
    EXPECT_TRUE(read_all(path("b.png")) == alone());
}

TEST_F(CliJob, TwoProcessesMayDoTheSameTask) {
    where_ = {"--re=-0.5",    "--im", "0.625",  "--zoom",   "4",
              "--iterations", "100",  "--size", "1024x2000"};
    plan(1);
    RunningFathom first(task(1)), second(task(1));
    EXPECT_EQ(first.wait().exit_code, 0);
    EXPECT_EQ(second.wait().exit_code, 0);
    good(join());
    EXPECT_TRUE(read_all(path("b.png")) == alone());
    EXPECT_EQ(std::distance(fs::directory_iterator(path("job/results")), {}), 1);
}

TEST_F(CliJob, SaysThatADiskIsFull) {
    where_ = {"--re=-0.5",    "--im", "0.625",  "--zoom",   "4",
              "--iterations", "100",  "--size", "1024x2000"};
    plan(1);
    {
        const FileSizeLimit limit(400'000);
        const RunResult result = run_fathom(task(1));
        EXPECT_EQ(result.exit_code, 3);
        EXPECT_TRUE(contains(result.err, "cannot write " + path("job/results/000001.png")));
    }
    EXPECT_FALSE(fs::exists(path("job/results/000001.png")));
    good(task(1));
    {
        const FileSizeLimit limit(400'000);
        const RunResult result = run_fathom(join());
        EXPECT_EQ(result.exit_code, 3);
        EXPECT_TRUE(contains(result.err, "cannot write " + path("b.png")));
    }
    EXPECT_FALSE(fs::exists(path("b.png")));
    {
        const FileSizeLimit limit(50'000);
        const RunResult result = run_fathom(
            joined({"plan", "-o", path("other"), "--tasks", "1", "--device", "cpu"}, where_));
        EXPECT_EQ(result.exit_code, 3);
        EXPECT_FALSE(fs::exists(path("other")));
    }
    good(join());
    EXPECT_TRUE(read_all(path("b.png")) == alone());
}

TEST_F(CliJob, SaysThatAFolderCannotBeWrittenTo) {
    if (::geteuid() == 0)
        GTEST_SKIP() << "root writes everywhere";
    plan(1);
    fs::permissions(path("job/results"), fs::perms::owner_read | fs::perms::owner_exec);
    const RunResult result = run_fathom(task(1));
    fs::permissions(path("job/results"), fs::perms::owner_all);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_TRUE(contains(result.err, "cannot write " + path("job/results/000001.png")));
}

TEST_F(CliJob, RefusesWhatIsNoTask) {
    plan(3);
    EXPECT_TRUE(contains(run_fathom(task(4)).err, "has the tasks 1 to 3, and no task 4"));
    for (const Arguments &wrong :
         std::vector<Arguments>{{"task", path("job"), "0"},
                                {"task", path("job"), "x"},
                                {"task", path("job")},
                                {"task", path("none"), "1"},
                                {"join", path("job")},
                                {"join", path("job"), "-o", path("b.exr")},
                                {"plan", "--tasks", "3"},
                                {"plan", "-o", path("new")},
                                joined({"plan", "-o", path("job"), "--tasks", "3"}, where_)}) {
        const RunResult result = run_fathom(wrong);
        EXPECT_EQ(result.exit_code, 2) << result.err;
        EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
    }
}

} // namespace fathom::cli_job_test
