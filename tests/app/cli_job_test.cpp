// fathom plan, fathom task and fathom join.
#include "tests/support/file_size_limit.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

namespace fathom {
namespace {

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

class CliJob : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (folder_.path() / name).string();
    }
    /// Runs it and expects that it ends well.
    RunResult good(const Arguments &arguments) const {
        RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result;
    }
    void plan(int tasks, const Arguments &options = {}) const {
        good(joined(joined({"plan", "-q", "-o", path("job"), "--tasks", std::to_string(tasks),
                            "--device", "cpu"},
                           where_),
                    options));
    }
    [[nodiscard]] Arguments task(int number) const {
        return {"task", path("job"), std::to_string(number), "--device", "cpu"};
    }
    [[nodiscard]] Arguments join() const { return {"join", path("job"), "-o", path("b.png")}; }
    [[nodiscard]] std::string alone() const {
        good(joined({"render", "-q", "--device", "cpu", "-o", path("a.png")}, where_));
        return read_all(path("a.png"));
    }

    const TempFolder folder_;
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
    const RunResult result = run_fathom(join());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "do the task again with 'fathom task " + path("job") + " 1'"));
    const RunResult again = good(task(1));
    EXPECT_TRUE(contains(again.err, "damaged")) << again.err;
    EXPECT_TRUE(contains(again.err, "it is made again"));
    good(join());
    EXPECT_TRUE(read_all(path("b.png")) == alone());
}

/// A picture large enough to be killed within.
TEST_F(CliJob, GoesOnAfterEveryKill) {
    where_ = {"--re=-0.5", "--im",   "0.625",     "--zoom",    "4", "--iterations",
              "100",       "--size", "1024x4600", "--samples", "2"};
    plan(1);
    const std::string file = path("job/results/000001.png");
    std::mt19937 random(20261125);
    int kills = 0;
    std::uintmax_t most = 0;
    const auto kept = [&] {
        std::error_code failed;
        const std::uintmax_t size = fs::file_size(file + ".unfinished/bytes", failed);
        return failed ? 0 : size;
    };
    for (; kills < 20 && !fs::exists(file); ++kills) {
        RunningFathom program(task(1));
        const std::uintmax_t until = most + random() % 300'000;
        ASSERT_TRUE(wait_for([&] { return kept() > until || fs::exists(file); }));
        most = std::max(most, kept());
        program.signal(SIGKILL);
        program.wait();
    }
    EXPECT_GE(kills, 2);
    good(task(1));
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

/// Of a film with five segments.
class CliFilmJob : public CliJob {
  protected:
    void SetUp() override {
        if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) // NOLINT: no shell's input
            GTEST_SKIP() << "there is no FFmpeg";
        write_all(path("film.toml"), "fathom-film = 1\n"
                                     "[film]\nsize = [64, 48]\nfps = 5\nsamples = 1\n"
                                     "[[key]]\nseconds = 0\n"
                                     "[key.view]\nre = \"-0.75\"\nim = \"0\"\nzoom = \"1\"\n"
                                     "[[key]]\nseconds = 9\n[key.view]\nre = \"-0.743643\"\n"
                                     "im = \"0.131825\"\nzoom = \"500\"\n");
    }
    void plan_film(int tasks, const Arguments &options = {}) const {
        good(joined(
            {"plan", "-q", path("film.toml"), "-o", path("job"), "--tasks", std::to_string(tasks)},
            options));
    }
    [[nodiscard]] std::string film_alone(const std::string &type,
                                         const Arguments &options = {}) const {
        good(joined({"film", "-q", path("film.toml"), "--device", "cpu", "-o", path("a." + type)},
                    options));
        return read_all(path("a." + type));
    }
    [[nodiscard]] Arguments join_to(const std::string &type) const {
        return {"join", path("job"), "-o", path("b." + type)};
    }
};

TEST_F(CliFilmJob, JoinsTheBytesOfOneMachine) {
    plan_film(3, {"--check-every", "2"});
    for (const int number : {4, 3, 1, 2})
        good({"task", "-q", path("job"), std::to_string(number), "--device",
              number == 2 ? "reference" : "cpu"});
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
}

TEST_F(CliFilmJob, BringsItsSoundAlong) {
    ASSERT_EQ(std::system(("ffmpeg -v error -f lavfi -i sine=frequency=440:duration=9 " +
                           path("sound.flac"))
                              .c_str()),
              0);
    const Arguments options = {"--audio", path("sound.flac"), "--frames",
                               "3-40",    "--quality",        "60"};
    const std::string alone = film_alone("mkv", options);
    plan_film(2, joined(options, {"--format", "mkv"}));
    fs::remove(path("sound.flac"));
    fs::remove(path("film.toml"));
    good(task(1));
    good(task(2));
    good(join_to("mkv"));
    EXPECT_TRUE(read_all(path("b.mkv")) == alone);
}

TEST_F(CliFilmJob, GoesOnAfterEveryKill) {
    plan_film(1, {"--samples", "4", "--size", "320x240"});
    const fs::path result = path("job/results/000001.film");
    const fs::path list = path("job/results/000001.film.unfinished/pieces");
    std::mt19937 random(20261125);
    int kills = 0;
    std::uintmax_t most = 0;
    const auto kept = [&] {
        std::error_code failed;
        const std::uintmax_t size = fs::file_size(list, failed);
        return failed ? 0 : size;
    };
    for (; kills < 20 && !fs::exists(result); ++kills) {
        RunningFathom program(task(1));
        const std::uintmax_t until = most + random() % 48; // two segments
        ASSERT_TRUE(wait_for([&] { return kept() > until || fs::exists(result); }));
        most = std::max(most, kept());
        program.signal(SIGKILL);
        program.wait();
    }
    EXPECT_GE(kills, 2);
    good(task(1));
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) ==
                film_alone("mp4", {"--samples", "4", "--size", "320x240"}));
}

TEST_F(CliFilmJob, TwoProcessesMayDoTheSameTask) {
    plan_film(1);
    RunningFathom first(task(1)), second(task(1));
    EXPECT_EQ(first.wait().exit_code, 0);
    EXPECT_EQ(second.wait().exit_code, 0);
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
    EXPECT_EQ(std::distance(fs::directory_iterator(path("job/results")), {}), 1);
}

TEST_F(CliFilmJob, FindsEveryWrongByteOfAResult) {
    plan_film(5);
    for (int number = 1; number <= 5; ++number)
        good(task(number));
    const std::string file = path("job/results/000003.film");
    const std::string whole = read_all(file);
    std::mt19937 random(5);
    for (int tried = 0; tried < 20; ++tried) {
        std::string bytes = whole;
        const std::size_t at = random() % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
        write_all(file, bytes);
        const RunResult result = run_fathom(join_to("mp4"));
        EXPECT_EQ(result.exit_code, 1) << at;
        EXPECT_TRUE(contains(result.err, "000003.film"));
        EXPECT_TRUE(contains(result.err, "do the task again"));
        EXPECT_FALSE(fs::exists(path("b.mp4")));
    }
    write_all(file, whole.substr(0, whole.size() / 2));
    EXPECT_TRUE(contains(good(task(3)).err, "the file has no end; it is made again"));
    good(join_to("mp4"));
    EXPECT_EQ(folder_.count(), 3); // film, job and the joined one
}

TEST_F(CliFilmJob, RefusesAnotherFfmpeg) {
    plan_film(1);
    fs::create_directory(path("bin"));
    write_all(path("bin/ffmpeg"), "#!/bin/sh\necho ffmpeg version 0.0.7 Copyright\n");
    fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
    RunOptions options;
    options.environment["PATH"] = path("bin") + ":/usr/bin:/bin";
    const RunResult result = run_fathom(task(1), options);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "was planned with FFmpeg "));
    EXPECT_TRUE(contains(result.err, "this machine has 0.0.7"));
}

TEST_F(CliFilmJob, RefusesWhatIsNoFilmsJob) {
    const auto refused = [&](const Arguments &options) {
        const RunResult result = run_fathom(
            joined({"plan", path("film.toml"), "-o", path("job"), "--tasks", "2"}, options));
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_FALSE(fs::exists(path("job")));
        return result.err;
    };
    EXPECT_TRUE(contains(refused({"--re", "0"}), "a film says itself where it goes"));
    EXPECT_TRUE(contains(refused({"--adaptive"}), "a film says itself where it goes"));
    EXPECT_TRUE(contains(refused({"--format", "png"}), "mp4, mkv, mov, webm"));
    EXPECT_TRUE(contains(refused({"--frames", "0-4"}), "a film of 1 segments makes 1 to 1 tasks"));
    const RunResult result = run_fathom(
        {"plan", "--codec", "h264", "-o", path("job"), "--tasks", "2", "--size", "64x64"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "are a film's"));
}

} // namespace
} // namespace fathom
