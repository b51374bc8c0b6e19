// fathom plan, fathom task and fathom join of films.
#include "tests/support/cli_job_folder.h"

#include <cstdlib>
#include <random>

namespace fathom::cli_film_job_test {

namespace fs = std::filesystem;

TEST_F(CliFilmJob, JoinsTheBytesOfOneMachine) {
    plan_film(3, {"--check-every", "2"});
    for (const int number : {4, 3, 1, 2})
        good({"task", "-q", path("job"), std::to_string(number), "--device",
              number == 2 ? "reference" : "cpu"});
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
}

// Which are told by the size that the plan was made for, and not by the file's.
TEST_F(CliFilmJob, HasTheSamplesOfItsSize) {
    const std::string samples = "samples = 1\n";
    std::string text = read_all(path("film.toml"));
    write_all(path("film.toml"), text.erase(text.find(samples), samples.size()));
    const Arguments options = {"--size", "400x226", "--frames", "0-19"};
    plan_film(2, options);
    do_two();
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4", options));
    const RunResult eight =
        good(joined({"film", "--json", path("film.toml"), "-o", path("c.mp4")}, options));
    EXPECT_EQ(eight.json()["samples"], 8);
}

// Where neighbouring samples differ much rings have more of them, wherever they are made.
TEST_F(CliFilmJob, IsAsDenseAsOneMachineMakesIt) {
    write_all(path("film.toml"),
              "fathom-film = 1\n[film]\nsize = [64, 48]\nfps = 5\n"
              "[[key]]\nseconds = 0\n"
              "[key.view]\nre = \"-0.22026613579\"\nim = \"0.74213138743\"\n"
              "zoom = \"2e3\"\n[[key]]\nseconds = 3\n[key.view]\n"
              "re = \"-0.22026613579\"\nim = \"0.74213138743\"\nzoom = \"2e4\"\n");
    const std::string alone = film_alone("mkv", {"--codec", "ffv1"});
    EXPECT_TRUE(alone != film_alone("mkv", {"--codec", "ffv1", "--samples", "16"}));
    plan_film(2, {"--codec", "ffv1", "--format", "mkv", "--ring-tasks", "1"});
    for (const int number : {1, 2, 3})
        good(task(number));
    good(join_to("mkv"));
    EXPECT_TRUE(read_all(path("b.mkv")) == alone);
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
    const std::string file = path("job/results/000001.film");
    constexpr int kTwoSegments = 48;
    ASSERT_NO_FATAL_FAILURE(do_with_kills(file, file + ".unfinished/pieces", kTwoSegments));
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
    EXPECT_TRUE(contains(refused({"--format", "gif"}), "mp4, mkv, mov, webm, png, exr"));
    EXPECT_TRUE(
        contains(refused({"--frames", "0-4"}), "so this one makes one task at most, not 2"));
    const RunResult result = run_fathom(
        {"plan", "--codec", "h264", "-o", path("job"), "--tasks", "2", "--size", "64x64"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "are a film's"));
}

TEST_F(CliFilmJob, MakesThePicturesOfOneMachine) {
    for (const std::string type : {"png", "exr"}) {
        SCOPED_TRACE(type);
        const fs::path one = path("alone") + type, many = path("joined") + type;
        const std::string pattern = "%06d." + type;
        const Arguments part = {"--frames", "3-33"};
        good(joined({"film", "-q", path("film.toml"), "--device", "cpu", "-o", one / pattern},
                    part));
        plan_film(2, joined(part, {"--format", type, "--check-every", "2"}));
        for (const int number : {3, 1, 2})
            good(task(number));
        const Arguments join = {"join", path("job"), "-o", many / pattern};
        // Nothing is written of what is damaged.
        const std::string result = path("job/results/000002.film");
        const std::string whole = read_all(result);
        std::string bytes = whole;
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
        write_all(result, bytes);
        EXPECT_TRUE(contains(run_fathom(join).err, "do the task again"));
        EXPECT_FALSE(fs::exists(many));
        EXPECT_TRUE(fs::remove(result + ".damaged")); // out of the way
        write_all(result, whole);
        good(join);
        int pictures = 0;
        for (const auto &entry : fs::directory_iterator(one)) {
            EXPECT_TRUE(read_all(entry.path()) == read_all(many / entry.path().filename()));
            ++pictures;
        }
        EXPECT_EQ(pictures, 31);
        EXPECT_EQ(std::distance(fs::directory_iterator(many), {}), 31);
        EXPECT_EQ(std::distance(fs::directory_iterator(path("job/results")), {}), 3);
        EXPECT_EQ(run_fathom({"join", path("job"), "-o", path("a." + type)}).exit_code, 2);
        fs::remove_all(path("job"));
    }
}

TEST_F(CliFilmJob, TasksTakeWhatIsFoundFromTheJob) {
    // Its limits and colours are found, too.
    const auto key = [](int seconds, const char *zoom) {
        return "[[key]]\nseconds = " + std::to_string(seconds) +
               "\n[key.view]\nre = \"-1.76877785\"\nim = \"0.00173890994\"\nzoom = \"" + zoom +
               "\"\n";
    };
    write_all(path("film.toml"),
              "fathom-film = 1\n[film]\nsize = [48, 36]\nfps = 5\nsamples = 1\n" + key(0, "1e14") +
                  key(4, "1e20"));
    plan_film(2);
    do_two();
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
    for (const std::string name : {"looks", "leg000.orbit"}) {
        const std::string file = path("job/" + name);
        const std::string whole = read_all(file);
        fs::remove(path("job/results/000001.film"));
        std::string bytes = whole;
        bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 1);
        write_all(file, bytes);
        const RunResult result = run_fathom(task(1));
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_TRUE(contains(result.err, name + ": the file is not as it was planned"))
            << result.err;
        EXPECT_EQ(result.err.find('\n') + 1, result.err.size());
        fs::remove(file);
        EXPECT_TRUE(contains(run_fathom(task(1)).err, name + " cannot be read"));
        write_all(file, whole);
    }
    do_two();
}

} // namespace fathom::cli_film_job_test
