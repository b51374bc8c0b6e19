// fathom film as a user meets it: files, refusals, signals, and what goes on after them.
#include "tests/support/file_size_limit.h"
#include "tests/support/film_files.h"
#include "tests/support/run_fathom.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace fathom::cli_film_test {

namespace fs = std::filesystem;

/// A film of 40 frames a second into seahorse valley, `seconds` long.
std::string film_text(double seconds) {
    return fmt::format(R"(
fathom-film = 1

[film]
size = [64, 36]
fps = 40
samples = 2

[[key]]
seconds = 0
[key.view]
re = "-0.75"
im = "0"
zoom = "1"
[key.iteration]
limit = 300
[key.colour]
density = 0.05

[[key]]
seconds = {}
[key.view]
re = "-0.7436438870"
im = "0.1318259042"
zoom = "1e4"
)",
                       seconds);
}

class CliFilm : public FfmpegTest {
  protected:
    CliFilm() { write_all(film_, film_text(3)); }

    [[nodiscard]] Arguments command(const fs::path &file, const Arguments &more = {}) const {
        return joined(
            {"film", film_.string(), "--device", "cpu", "--threads", "1", "-o", file.string()},
            more);
    }

    const fs::path film_ = folder_ / "film.toml";
};

TEST_F(CliFilm, MakesAFilmAndSaysWhatItDid) {
    const fs::path file = folder_ / "a.mp4";
    const RunResult result = run_fathom(command(file, {"--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const auto answer = result.json();
    EXPECT_EQ(answer["file"], file.string());
    EXPECT_EQ(answer["width"], 64);
    EXPECT_EQ(answer["fps"], 40);
    EXPECT_EQ(answer["frames"], 120);
    EXPECT_EQ(answer["kept"], 0);
    EXPECT_EQ(answer["codec"], "h264");
    EXPECT_EQ(answer["samples"], 2);
    EXPECT_EQ(answer["device"], "cpu");
    for (const char *part : {"orbit", "strips", "frames", "encode", "total"})
        EXPECT_GE(answer["ms"].at(part).get<double>(), 0.0) << part;
    const nlohmann::json probed = probe_film(file);
    EXPECT_EQ(probed["streams"][0]["nb_read_frames"], "120");
    EXPECT_EQ(probed["streams"][0]["r_frame_rate"], "40/1");
    EXPECT_EQ(folder_.count(), 2);

    // The film is in the film.
    const fs::path again = folder_ / "again.toml", second = folder_ / "b.mp4";
    write_all(again, probed["format"]["tags"]["comment"].get<std::string>());
    const RunResult same = run_fathom({"film", again.string(), "--quiet", "-o", second.string()});
    EXPECT_EQ(same.exit_code, 0) << same.err;
    EXPECT_EQ(same.out, "");
    EXPECT_TRUE(read_all(second) == read_all(file));
}

TEST_F(CliFilm, TakesOptionsInsteadOfTheFilms) {
    const fs::path file = folder_ / "a.webm";
    const RunResult result =
        run_fathom(command(file, {"--size", "96x64", "--fps", "10", "--samples", "1", "--frames",
                                  "5-14", "--bits", "10", "--quality", "40"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "a.webm: 10 frames of 96 x 64 pixels, cpu"));
    const auto stream = probe_film(file)["streams"][0];
    EXPECT_EQ(stream["codec_name"], "vp9");
    EXPECT_EQ(stream["pix_fmt"], "yuv420p10le");
    EXPECT_EQ(stream["width"], 96);
    EXPECT_EQ(stream["nb_read_frames"], "10");
    EXPECT_EQ(stream["r_frame_rate"], "10/1");
}

TEST_F(CliFilm, TakesSamplesByItsSize) {
    const std::string samples = "samples = 2\n";
    std::string text = film_text(3);
    write_all(film_, text.erase(text.find(samples), samples.size()));
    const auto frame = [&](const char *name, const Arguments &options) {
        fs::create_directory(folder_ / name);
        const RunResult result = run_fathom(
            command(folder_ / name / "%06d.png", joined({"--json", "--frames", "60-60"}, options)));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return std::pair(result.json()["samples"].get<int>(),
                         read_all(folder_ / name / "000060.png"));
    };
    const auto [many, small] = frame("small", {});
    EXPECT_EQ(many, 16);
    EXPECT_TRUE(frame("sixteen", {"--samples", "16"}).second == small);
    EXPECT_FALSE(frame("two", {"--samples", "2"}).second == small);
    EXPECT_EQ(frame("larger", {"--size", "400x225"}).first, 8);
}

TEST_F(CliFilm, LeadsFromPlaceToPlace) {
    const fs::path file = folder_ / "a.mkv", place = folder_ / "place.toml";
    ASSERT_EQ(run_fathom({"render", "--re=-0.75", "--im", "0.1", "--zoom", "20", "--iterations",
                          "200", "-o", place.string()})
                  .exit_code,
              0);
    const RunResult result = run_fathom({"film", "--to", place.string(), "--seconds", "1", "--size",
                                         "32x18", "--fps", "5", "--samples", "1", "--device", "cpu",
                                         "--codec", "ffv1", "-o", file.string()});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(decode_film(file).size(), 5U * 32 * 18 * 3);
    // Who gives the place alone is told how.
    const RunResult alone = run_fathom({"film", place.string(), "-o", file.string()});
    EXPECT_EQ(alone.exit_code, 2);
    EXPECT_TRUE(contains(alone.err, "place.toml is a place and not a film: give it as --to "));
}

// As other programs have them; nothing but a cut leads to what is mirrored the other way.
TEST_F(CliFilm, LeadsToPlacesThatAreMirrored) {
    const fs::path whole = folder_ / "whole.toml", other = folder_ / "other.toml",
                   julia = folder_ / "julia.toml", upright = folder_ / "upright.mkv",
                   mirrored = folder_ / "mirrored.mkv", between = folder_ / "between.mkv";
    const auto film = [](const Arguments &places, const fs::path &file) {
        return run_fathom(
            joined({"film", "--seconds", "1", "--size", "32x18", "--fps", "2", "--samples", "1",
                    "--device", "cpu", "--codec", "ffv1", "-o", file.string()},
                   places));
    };
    const std::string place = "fathom = 2\n[view]\nre = \"-0.75\"\nim = \"{}\"\nzoom = \"{}\"\n"
                              "{}[iteration]\nlimit = 200\n[colour]\ndither = \"none\"\n";
    write_all(whole, fmt::format(fmt::runtime(place), "0", "1", ""));
    write_all(other, fmt::format(fmt::runtime(place), "0", "20", "mirrored = true\n"));
    write_all(
        julia,
        "fathom = 2\n[view]\nre = \"0\"\nim = \"0\"\nzoom = \"1\"\n[iteration]\njulia = true\n");
    const RunResult home = film({"--to", other.string()}, mirrored);
    EXPECT_EQ(home.exit_code, 0) << home.err;
    EXPECT_EQ(home.err, "") << "the whole set is as good the one way as the other";
    const RunResult two = film({"--from", whole.string(), "--to", other.string()}, between);
    EXPECT_EQ(two.exit_code, 0) << two.err;
    EXPECT_TRUE(contains(two.err, "the first place is shown upside down"));
    EXPECT_TRUE(decode_film(mirrored) == decode_film(between));
    const RunResult none = film({"--from", whole.string(), "--to", julia.string()}, upright);
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_TRUE(contains(none.err, "no way leads from the first place to the second one"));
}

TEST_F(CliFilm, RefusesWhatCannotBe) {
    const auto expect = [&](const Arguments &words, int code, const std::string &part) {
        const RunResult result = run_fathom(words);
        EXPECT_EQ(result.exit_code, code) << result.err;
        EXPECT_TRUE(contains(result.err, part));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    };
    const fs::path file = folder_ / "a.mp4";
    expect(command(file, {"--frames", "100-120"}), 2, "the film has 120, 0 to 119");
    expect(command(file, {"--frames", "9-3"}), 2, "--frames takes");
    expect(command(file, {"--frames", "1-99999999999"}), 2, "--frames takes");
    expect(command(file, {"--size", "65x37"}), 2, "choose 64 x 36");
    expect(command(file, {"--codec", "vhs"}), 2, "h264, h265, av1");
    expect(command(file, {"--codec", "ffv1"}), 2, "ends in .mkv");
    expect(command(file, {"--audio", (folder_ / "none.wav").string()}), 2, "no such file");
    expect(command(folder_ / "a.avi"), 2, "ends in .mp4");
    expect(command(folder_ / "%06d-%06d.png"), 2, "need one number in their name");
    expect(command(folder_.path() / "none" / "a.mp4"), 3, "create the folder");
    expect(command(folder_.path() / "none" / "b" / "%06d.png"), 3, "cannot make the folder");
    expect(command(file, {"--fps", "5", "--fps", "6"}), 2,
           "--fps is given more than once: give it once; see fathom film --help");
    expect({"film", "-o", file.string()}, 2, "give its FILE");
    expect({"film", film_.string()}, 2, "add -o");
    expect(command(file, {"--seconds", "3"}), 2, "a film of its own");
    std::string other = film_text(3);
    other.insert(other.rfind("[key.view]"), "[key.colour]\npalette = \"none\"\n");
    write_all(film_, other);
    expect(command(file), 2, "film.toml, key 2: there is no palette none; there are");
    EXPECT_EQ(folder_.count(), 1);
}

TEST_F(CliFilm, WritesPicturesWithoutTheFilmsSound) {
    std::string film = read_all(film_);
    film.insert(film.find("[film]\n") + 7, "audio = \"none.wav\"\n");
    write_all(film_, film);
    const auto pictures = [&](const Arguments &more) {
        Arguments words = {"--frames", "0-1"};
        words.insert(words.end(), more.begin(), more.end());
        return run_fathom(command(folder_ / "%03d.png", words));
    };
    const RunResult result = pictures({});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(contains(result.err, "warning: pictures are written without the film's sound"));
    EXPECT_TRUE(fs::exists(folder_ / "001.png"));
    const RunResult asked = pictures({"--audio", "none.wav"});
    EXPECT_EQ(asked.exit_code, 2);
    EXPECT_TRUE(contains(asked.err, "pictures have no sound"));
}

TEST_F(CliFilm, SaysHowToGetFfmpeg) {
    const TempFolder empty;
    const fs::path file = folder_ / "a.mp4";
    RunOptions none;
    none.environment = {{"PATH", empty.path().string()}};
    const RunResult result = run_fathom(command(file), none);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_TRUE(contains(result.err, "apt install ffmpeg"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(folder_.count(), 1);
    // Pictures need none.
    const RunResult pictures =
        run_fathom(command(folder_.path() / "frames" / "%03d.png", {"--frames", "7-8"}), none);
    EXPECT_EQ(pictures.exit_code, 0) << pictures.err;
    EXPECT_TRUE(fs::exists(folder_.path() / "frames" / "007.png"));
    EXPECT_TRUE(fs::exists(folder_.path() / "frames" / "008.png"));
}

TEST_F(CliFilm, LeavesNothingAfterCtrlC) {
    const fs::path file = folder_ / "a.mp4";
    write_all(film_, film_text(3000));
    write_all(file, "an old film");
    for (const bool continued : {false, true}) {
        RunningFathom program(command(file, continued ? Arguments{"--continue"} : Arguments{}));
        ASSERT_TRUE(wait_for(
            [&] { return fs::exists(fs::path(file.string() + ".unfinished") / "000000.nut"); }));
        program.signal(SIGINT);
        const RunResult result = program.wait();
        EXPECT_EQ(result.exit_code, 130);
        EXPECT_TRUE(contains(result.err, continued ? "the same command goes on with"
                                                   : "a.mp4 was not written: a run with "
                                                     "--continue keeps what it has made"));
        EXPECT_EQ(read_all(file), "an old film");
        EXPECT_EQ(folder_.count(), continued ? 3 : 2);
    }
}

int kept_segments(const fs::path &file) {
    std::error_code failed;
    int count = 0;
    for (const auto &entry : fs::directory_iterator(file.string() + ".unfinished", failed))
        count += entry.path().extension() == ".nut" ? 1 : 0;
    return count;
}

TEST_F(CliFilm, GoesOnAfterEveryKill) {
    write_all(film_, film_text(60)); // 30 segments
    const fs::path whole = folder_ / "a.mp4", file = folder_ / "b.mp4";
    ASSERT_EQ(run_fathom(command(whole, {"--quiet"})).exit_code, 0);
    std::mt19937 random(20261125);
    int kills = 0, most = 0;
    for (; kills < 20 && !fs::exists(file); ++kills) {
        RunningFathom program(command(file, {"--quiet", "--continue"}));
        const int until = std::min(29, most + static_cast<int>(random() % 3));
        const auto pause = std::chrono::milliseconds(random() % 40);
        ASSERT_TRUE(wait_for([&] { return kept_segments(file) >= until || fs::exists(file); }));
        std::this_thread::sleep_for(pause);
        program.signal(SIGKILL);
        program.wait();
        most = std::max(most, kept_segments(file));
    }
    EXPECT_GE(kills, 10);
    const RunResult last = run_fathom(command(file, {"--json", "--continue"}));
    ASSERT_EQ(last.exit_code, 0) << last.err;
    EXPECT_GT(last.json()["kept"].get<double>(), 0.2);
    EXPECT_TRUE(read_all(file) == read_all(whole));
    EXPECT_EQ(folder_.count(), 3);
}

TEST_F(CliFilm, SaysThatTheDiskIsFull) {
    const fs::path file = folder_ / "a.mkv";
    const Arguments words = command(file, {"--quiet", "--codec", "ffv1", "--frames", "0-99"});
    ASSERT_EQ(run_fathom(words).exit_code, 0);
    const std::uintmax_t size = fs::file_size(file);
    write_all(file, "an old film");
    // In a segment, and when they are joined: there are two, of 80 and 20 frames.
    for (const std::uintmax_t room : {size / 3, size - 2000}) {
        const FileSizeLimit limit(room);
        const RunResult result = run_fathom(words);
        EXPECT_EQ(result.exit_code, 3) << result.err;
        EXPECT_TRUE(contains(result.err, "write"));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_EQ(read_all(file), "an old film");
        EXPECT_EQ(folder_.count(), 2);
    }
}

} // namespace fathom::cli_film_test
