// 'fathom bench --suite film': that it makes the films that it says. Nothing here judges a time.
#include "render/bench/bench_film.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/film/film_export.h"
#include "render/film/film_toml.h"
#include "tests/support/environment.h"
#include "tests/support/fake_engine.h"
#include "tests/support/film_files.h"
#include "tests/support/run_fathom.h"

#include <gtest/gtest.h>
#include <tuple>

namespace fathom::bench_film_test {

using Json = nlohmann::json;

const std::atomic<bool> kNever = false;

BenchmarkWatch unwatched() {
    return {kNever, [](double) {}};
}

/// Five seconds, from the whole set towards its seahorse valley.
film::Film zoom_film() {
    film::Film film;
    film.size = {64, 36};
    film.frames_per_second = 12;
    film.samples = 1;
    film::FilmKey begin;
    begin.location.iterations = 200;
    begin.location.view.re = Decimal::parse("-0.7436");
    begin.location.view.im = Decimal::parse("0.1318");
    film::FilmKey end = begin;
    end.seconds = 5;
    end.location.view.zoom = Decimal::parse("64");
    film.keys = {begin, end};
    return film;
}

/// A flight that stretches: its frames are iterated by themselves.
film::Film flight_film() {
    film::Film film = zoom_film();
    film.keys.front().way = film::FilmWay::flight;
    film.keys.back().location.view.re = Decimal::parse("0.3");
    film.keys.back().location.view.rotation_degrees = 20;
    film.keys.back().location.view.matrix = stretching(3, 0);
    return film;
}

std::vector<std::string> works(const BenchReport &report) {
    std::vector<std::string> works;
    for (const FilmRow &row : report.films)
        works.emplace_back(to_string(row.work));
    return works;
}

const std::vector<std::string> kWorks = {"export", "keeping rings", "again, in other colours",
                                         "frame by frame"};

class BenchFilm : public testing::Test {
  protected:
    const TempFolder scratch_;
    const Environment environment_{"TMPDIR", scratch_.path().string()};
};

/// What the program measures of a film.
class BenchFilmCommand : public BenchFilm {
  protected:
    void SetUp() override { write_film_file(file_, zoom_film()); }

    Json measured(const RunOptions &options = {}) const {
        const RunResult result = run_fathom(
            {"bench", "--suite", "film", "--location", file_.string(), "--device", "cpu", "--json"},
            options);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.json().at("film");
    }
    const TempFolder folder_;
    const std::filesystem::path file_ = folder_ / "dive.toml";
};

TEST_F(BenchFilmCommand, TimesAFilmByItsParts) {
    const Json rows = measured();
    ASSERT_EQ(rows.size(), kWorks.size());
    for (std::size_t i = 0; i < kWorks.size(); ++i) {
        const Json &row = rows[i];
        EXPECT_EQ(row.at("film"), "dive");
        EXPECT_EQ(row.at("device"), "cpu");
        EXPECT_EQ(row.at("what"), kWorks[i]);
        EXPECT_EQ(row.at("width"), 64);
        EXPECT_EQ(row.at("height"), 36);
        EXPECT_EQ(row.at("fps"), 10.0) << "a CPU makes fewer frames";
        EXPECT_EQ(row.at("frames"), 50);
        const bool alone = kWorks[i] == "frame by frame";
        EXPECT_EQ(row.at("samples"), alone ? 16 : 1);
        EXPECT_EQ(row.at("made"), alone ? 36 : 50);
        const Json &ms = row.at("ms");
        EXPECT_GT(ms.at("frames"), 0.0);
        EXPECT_EQ(ms.at("strips").is_null(), alone);
        EXPECT_EQ(ms.at("encode").is_null(), alone || !has_ffmpeg());
        EXPECT_GT(ms.at("total"), 0.0);
    }
    const Json &alone = rows.back().at("ms");
    EXPECT_NEAR(alone.at("total"), alone.at("frames").get<double>() * 50 / 36, 1e-6);
    EXPECT_EQ(scratch_.count(), 1) << "the film's own folder";
}

TEST_F(BenchFilmCommand, MakesFramesWithoutFfmpeg) {
    const TempFolder nothing;
    RunOptions options;
    options.environment["PATH"] = nothing.path().string();
    const Json rows = measured(options);
    ASSERT_EQ(rows.size(), kWorks.size());
    const Json &row = rows.front();
    EXPECT_TRUE(row.at("ms").at("encode").is_null());
    EXPECT_GT(row.at("ms").at("frames"), 0.0);
    EXPECT_TRUE(contains(row.at("remark"), "not encoded"));
    EXPECT_TRUE(contains(row.at("remark"), "FFmpeg"));
}

TEST_F(BenchFilm, MakesAGpusFilmsAsTheySay) {
    const auto gpu = std::make_shared<FakeDevice>();
    gpu->engine = make_engine("cpu", {1, {}});
    std::vector<BenchmarkDevice> devices;
    devices.push_back({"gpu0", {}, 0, std::make_unique<FakeEngine>(gpu)});
    FilmBench bench;
    bench.films = {{"dive", zoom_film()}, {"flight", flight_film()}};
    bench.size = Size{32, 18};
    bench.films.front().film.keys.back().seconds = 1;
    bench.films.back().film.keys.back().seconds = 1;
    BenchReport report;
    ASSERT_TRUE(bench_film(devices, bench, unwatched(), report));
    std::vector<std::string> expected = kWorks;
    expected.insert(expected.end(), {"export", "frame by frame"}); // that flight has no rings
    EXPECT_EQ(works(report), expected);
    for (const FilmRow &row : report.films) {
        EXPECT_EQ(row.frames, 12);
        EXPECT_EQ(row.frames_per_second, 12);
        EXPECT_EQ(row.size, (Size{32, 18}));
    }
    for (const std::string &text : {to_text(report), to_markdown(report)}) {
        EXPECT_TRUE(contains(text, "again, in other colours"));
        EXPECT_TRUE(contains(text, "12 frames of 16 samples a pixel were made"));
    }
}

TEST_F(BenchFilm, TakesRingsFromTheDiskInOtherColours) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu", {1, {}});
    std::atomic<int> known = 0;
    device->begun_with = [&](const KnownSamples &) { ++known; };
    std::vector<BenchmarkDevice> devices;
    devices.push_back({"cpu", "none", 1, std::make_unique<FakeEngine>(device)});
    BenchReport report;
    ASSERT_TRUE(bench_film(devices, {{{"dive", zoom_film()}}, {}}, unwatched(), report));
    EXPECT_GT(known, 0);
    EXPECT_EQ(scratch_.count(), 0);
}

TEST_F(BenchFilm, KeepsNoMoreRingsThanItMay) {
    auto devices = make_benchmark_devices({{"cpu"}, 1, cpu_instruction_sets().front()});
    FilmBench bench;
    bench.films = {{"dive", zoom_film()}};
    bench.films.front().film.size = {324, 184};
    bench.films.front().film.samples.reset();
    bench.films.front().film.keys.back().seconds = 0.5;
    bench.most_ring_bytes = ring_bytes(bench.films.front().film) / 4;
    BenchReport report;
    ASSERT_TRUE(bench_film(devices, bench, unwatched(), report));
    EXPECT_EQ(works(report), kWorks);
    EXPECT_EQ(report.films[0].size, (Size{324, 184}));
    EXPECT_EQ(report.films[1].size, (Size{162, 92}));
    EXPECT_EQ(report.films[2].size, (Size{162, 92}));
    EXPECT_EQ(report.films[3].size, (Size{324, 184}));
    for (const std::size_t row : {0U, 1U, 2U})
        EXPECT_EQ(report.films[row].samples, 8) << "as many in the size that has room";

    bench.most_ring_bytes = 1000;
    ASSERT_TRUE(bench_film(devices, bench, unwatched(), report));
    for (const std::size_t row : {5U, 6U}) {
        EXPECT_FALSE(report.films[row].total_ms.has_value());
        EXPECT_EQ(report.films[row].made, 0);
        EXPECT_TRUE(contains(report.films[row].remark, "not measured"));
    }
}

TEST_F(BenchFilm, StopsWhenAsked) {
    auto devices = make_benchmark_devices({{"cpu"}, 1, cpu_instruction_sets().front()});
    const std::atomic<bool> stop = true;
    BenchReport report;
    EXPECT_FALSE(bench_film(devices, {{{"dive", zoom_film()}}, {}}, {stop, [](double) {}}, report));
    EXPECT_EQ(scratch_.count(), 0);
}

TEST_F(BenchFilm, KnowsWhatRingsTake) {
    film::FilmExportJob job;
    job.film = zoom_film();
    job.film.size = {320, 180};
    job.film.keys.front().location.view.zoom = Decimal::parse("1e6"); // in double
    job.film.keys.back().location.view.zoom = Decimal::parse("6.4e7");
    job.film.keys.back().seconds = 1;
    job.path = scratch_ / "frames" / "%06d.png";
    job.rings_folder = scratch_ / "rings";
    const auto engine = make_engine("cpu", {2, {}});
    ASSERT_TRUE(export_film(*engine, job, kNever, [](double) {}).finished);
    double bytes = 0;
    for (const auto &entry : std::filesystem::directory_iterator(job.rings_folder))
        bytes += static_cast<double>(entry.file_size());
    EXPECT_GT(bytes, 0);
    // What samples take when packed differs from place to place; room is asked for all.
    EXPECT_GE(ring_bytes(job.film) / bytes, 1);
    EXPECT_LE(ring_bytes(job.film) / bytes, 2);
    EXPECT_EQ(ring_bytes(flight_film()), 0);
}

TEST(BenchmarkFilms, AreThoseOfTheAssets) {
    std::vector<std::string> names;
    for (const BenchmarkFilm &film : benchmark_films()) {
        names.push_back(film.name);
        EXPECT_NO_THROW(check_film(film.film)) << film.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"e50", "valleys"}));
}

} // namespace fathom::bench_film_test
