// Frames of zooms against frames that are iterated by themselves, and against themselves made
// otherwise.
#include "render/film/film_frames.h"

#include "kernels/colour/colour_value.h"
#include "render/base/turns.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/rank_table.h"
#include "render/film/direct_frame.h"
#include "render/film/film_path.h"
#include "render/film/zoom_leg.h"
#include "render/jobs/automatic_limit.h"
#include "render/jobs/survey.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frames_of_films.h"
#include "tests/support/location_at.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <future>
#include <gtest/gtest.h>

namespace fathom::film::film_frames_test {

namespace fs = std::filesystem;

const std::atomic<bool> kGoOn = false;

/// That film, in which what was in the middle lies elsewhere and all turns and stretches about it.
Film turned(Film film, double degrees, const PlaneMatrix &matrix = {}) {
    film.keys[1].location.view.rotation_degrees = degrees;
    film.keys[1].location.view.matrix = matrix;
    for (FilmKey &key : film.keys)
        key.location.view = centre_on(key.location.view, kFrame, 38, 30);
    return film;
}

/// How much a picture moves against one that is a pixel to the right: what a wrong place would
/// give.
double shifted_difference(const Bytes &a) {
    Bytes moved(a.begin() + 3, a.end());
    moved.insert(moved.end(), a.end() - 3, a.end());
    return mean_difference(a, moved);
}

/// The mean difference of the ranks that two tables give to what the second was made of.
double rank_difference(const RankTable &table, const RankTable &own) {
    double sum = 0;
    for (int bin = 0; bin < kernels::kRankBins; ++bin) {
        const double position = own.low + (bin + 0.5) / own.scale;
        const double place =
            std::clamp((position - table.low) * table.scale, 0.0, kernels::kRankBins - 1.0);
        const double there = table.shares[static_cast<std::size_t>(place)];
        const double low = own.shares[static_cast<std::size_t>(bin)];
        const double high = own.shares[static_cast<std::size_t>(bin) + 1];
        sum += (high - low) * std::abs(there - 0.5 * (low + high));
    }
    return sum;
}

/// Expects frames of 16 samples a pixel to be as near to those of 100 as direct ones of 16, which
/// are themselves some levels away in pictures so small and dense, and nearer than `share` of what
/// a wrong place would give.
void expect_as_direct(const Film &film, Engine &engine, const std::vector<int> &numbers,
                      double share) {
    const auto frames = frames_of(film, options_of(16), engine, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Bytes true_one = direct_frame(film, engine, numbers[i], 100);
        const double of_sixteen =
            mean_difference(direct_frame(film, engine, numbers[i], 16), true_one);
        const double of_film = mean_difference(frames[i], true_one);
        EXPECT_LT(of_film, 1.2 * of_sixteen + 0.3) << numbers[i];
        EXPECT_LT(of_film, share * shifted_difference(true_one)) << numbers[i];
    }
}

TEST(FilmFrames, AreThoseThatAreIteratedByThemselves) {
    const auto engine = make_engine("cpu");
    for (const Film &film : {seahorse(), deep()}) {
        expect_as_direct(film, *engine, {7, 39}, 0.25);
    }
}

// Also where light comes from a side of the screen of a mirrored view, and where nothing zooms.
TEST(FilmFrames, ThatTurnAndStretchAreThoseThatAreIteratedByThemselves) {
    const auto engine = make_engine("cpu");
    Film lit = seahorse();
    for (FilmKey &key : lit.keys) {
        key.location.view.mirrored = true;
        key.location.colour.shade = kernels::ColourShade::slope;
        key.location.colour.shade_strength = 1;
    }
    Film flight = seahorse();
    flight.keys[1].location = location_at("-1.25", "0.02", "5e3", 3000);
    flight.keys[1].location.colour = flight.keys[0].location.colour;
    flight.keys[1].location.view.rotation_degrees = 60;
    ASSERT_EQ(FilmPath(flight, kFrame).legs().size(), 2U);
    Film still = seahorse();
    still.keys[1].location.view.zoom = still.keys[0].location.view.zoom;
    for (const Film &film :
         {turned(seahorse(), 130), turned(deep(), -1000), turned(seahorse(), 40, stretching(4, 20)),
          turned(lit, -200), turned(still, 300), flight}) {
        ASSERT_TRUE(FilmPath(film, kFrame).legs()[0].zooms);
        expect_as_direct(film, *engine, {7, 38}, 0.3);
    }
}

TEST(FilmFrames, DoNotHangOnWhatWasMadeBefore) {
    const auto engine = make_engine("cpu", {1, {}});
    for (Film film : {seahorse(), deep(), turned(deep(), 77)}) {
        film.keys[1].location.automatic_iterations = true;
        film.keys[1].location.colour.mapping = film.keys[0].location.colour.mapping =
            kernels::ColourMapping::rank;
        film.keys[1].location.colour.density = film.keys[0].location.colour.density = 1;
        const auto forwards = frames_of(film, options_of(2), *engine, {3, 4, 5, 21, 38});
        const auto backwards = frames_of(film, options_of(2), *engine, {38, 21, 5, 4, 3});
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_TRUE(forwards[i] == backwards[4 - i]) << i;
        EXPECT_TRUE(frames_of(film, options_of(2), *engine, {21})[0] == forwards[3]);
        EXPECT_FALSE(forwards[0] == forwards[1]);
    }
}

TEST(FilmFrames, AreTheSameOnAllEngines) {
    Film film = seahorse();
    for (FilmKey &key : film.keys) {
        key.location.colour.base = kernels::ColourBase::distance;
        key.location.colour.mapping = kernels::ColourMapping::logarithm;
        key.location.colour.density = 0.2;
        key.location.colour.shade = kernels::ColourShade::slope;
    }
    film.keys[1].palette_cycles = 1.5;
    FilmFramesOptions options = options_of(2, 16);
    options.blur_frames = 2;
    const std::vector<int> numbers = {11, 12};
    for (const Film &one : {film, turned(film, 100, stretching(1.7, 40))}) {
        const auto cpu = frames_of(one, options, *make_engine("cpu"), numbers);
        EXPECT_TRUE(frames_of(one, options, *make_engine("reference"), numbers) == cpu);
        for (const DeviceInfo &device : list_devices().devices) {
            if (device.kind != "gpu")
                continue;
            EXPECT_TRUE(frames_of(one, options, *make_engine(device.id), numbers) == cpu)
                << device.id;
        }
    }
}

// Up to a cut a film shows its key, whatever comes after it.
TEST(FilmFrames, StandStillBeforeACut) {
    const auto engine = make_engine("cpu");
    Film still = seahorse();
    still.keys[1].location = still.keys[0].location;
    Film cut = still;
    cut.keys[0].way = FilmWay::cut;
    cut.keys[1].location = location_at("0.25", "0.001", "1e8", 500);
    cut.keys[1].location.formula.id = *kernels::find_formula("burning-ship");
    EXPECT_TRUE(frames_of(cut, options_of(2), *engine, {0, 39}) ==
                frames_of(still, options_of(2), *engine, {0, 39}));
}

// Distances are those of the frame's pixels, not of the rings' cells.
TEST(FilmFrames, MeasureDistancesInTheirOwnPixels) {
    const auto engine = make_engine("cpu");
    Film film = seahorse();
    for (FilmKey &key : film.keys)
        key.location.colour.shade = kernels::ColourShade::distance;
    const auto frames = frames_of(film, options_of(9), *engine, {5, 9});
    for (std::size_t i = 0; i < 2; ++i) {
        const Bytes direct = direct_frame(film, *engine, i == 0 ? 5 : 9, 64);
        EXPECT_LT(mean_difference(frames[i], direct), 0.25 * shifted_difference(direct));
    }
}

// Ranks that are found for some views and blended are nearly those of the view itself.
TEST(FilmFrames, HaveNearlyTheRanksOfTheirOwnViews) {
    const auto engine = make_engine("cpu");
    Film still = seahorse();
    still.keys[1].location.view.zoom = still.keys[0].location.view.zoom;
    for (Film film : {deep(), turned(still, 90)}) {
        for (FilmKey &key : film.keys)
            key.location.colour.mapping = kernels::ColourMapping::rank;
        SharedFilm shared(film, options_of(1));
        Turns turns(1);
        const SharedEngine own{*engine, turns};
        const auto leg = shared.zoom_of(0);
        ASSERT_TRUE(leg->prepare(own, kGoOn));
        double sum = 0;
        for (int frame = 0; frame < 40; ++frame) {
            const Location at = shared.moments_of(frame).front().location;
            ColourSettings colour;
            ASSERT_TRUE(leg->find_colours(at, own, colour, kGoOn));
            const auto ranks = needed_ranks(*engine, at, kFrame, nullptr, kGoOn);
            sum += rank_difference(*colour.ranks, *ranks);
        }
        EXPECT_LT(sum / 40, 0.004) << film.keys[1].location.view.rotation_degrees;
        EXPECT_GT(sum, 0); // they are blended
    }
}

// What turns without a zoom is iterated as far as any of its views needs.
TEST(FilmFrames, GoAsFarAsAllOfATurnNeeds) {
    const auto engine = make_engine("cpu");
    Film film = zoom("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139",
                     "1e4", "1e4", 3000);
    for (FilmKey &key : film.keys)
        key.location.automatic_iterations = true;
    film.keys[1].location.view.rotation_degrees = 90;
    SharedFilm shared(film, options_of(1));
    Turns turns(1);
    const auto leg = shared.zoom_of(0);
    ASSERT_TRUE(leg->prepare({*engine, turns}, kGoOn));
    const auto limit = leg->looks().location_of(leg->looks().first_level()).iterations;
    const auto cache = std::make_shared<ReferenceCache>();
    const auto at_first =
        automatic_limit(*engine, film.keys[0].location, kFrame, cache, kGoOn).value();
    EXPECT_GE(limit, automatic_limit(*engine, film.keys[1].location, kFrame, cache, kGoOn).value());
    EXPECT_GT(limit, at_first);
}

// The more samples, the less there is for the filter to make up for.
TEST(DirectFrame, ComesNearerToTheTruthWithMoreSamples) {
    const auto engine = make_engine("cpu");
    Film film = seahorse();
    const Bytes truth = direct_frame(film, *engine, 39, 144);
    for (FilmKey &key : film.keys)
        key.location.colour.filter = kernels::ColourFilter::footprint;
    const auto error = [&](int samples) {
        return mean_difference(direct_frame(film, *engine, 39, samples), truth);
    };
    const double of_four = error(4);
    EXPECT_LT(of_four, error(1));
    EXPECT_LT(error(16), 0.65 * of_four);
}

// Only a device that colours in the host's memory is waited for.
TEST(FilmFrames, AreColouredBesideWhatADeviceIterates) {
    Film moving = seahorse();
    moving.keys[1].palette_cycles = 40;
    FilmFramesOptions options = options_of(2);
    options.frames_per_second = 200; // the first two have the same rings
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    device->on_host = false;
    FakeEngine engine(device);
    SharedFilm shared(moving, options);
    Turns turns(1);
    FilmFrames frames(shared, {engine, turns});
    const auto first = frames.make(0, kGoOn);
    ASSERT_TRUE(first);
    std::atomic<bool> stop = false;
    std::future<std::optional<PixelRows>> second;
    {
        const Turns::Turn busy(turns, 0);
        second = std::async(std::launch::async, [&] { return frames.make(1, stop); });
        constexpr std::chrono::seconds kPatience(60);
        EXPECT_EQ(second.wait_for(kPatience), std::future_status::ready);
        stop = true;
    }
    const auto rows = second.get();
    ASSERT_TRUE(rows);
    EXPECT_FALSE(bytes_of(*rows) == bytes_of(*first));
}

TEST(FilmFrames, TakeKeptRingsInOtherColours) {
    const TempFolder folder;
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    std::atomic<int> begun = 0;
    device->begun_with = [&](const KnownSamples &) { ++begun; };
    FakeEngine engine(device);
    Film film = seahorse();
    FilmFramesOptions options = options_of(2);
    options.rings_folder = folder / "rings";
    const std::vector<int> numbers = {0, 1, 2};
    const auto first = frames_of(film, options, engine, numbers);
    EXPECT_EQ(begun, 0);
    for (FilmKey &key : film.keys)
        key.location.palette = "ember";
    const auto again = frames_of(film, options, engine, numbers);
    EXPECT_GE(begun, 33); // eight rings of four parts, and a middle
    EXPECT_FALSE(again[1] == first[1]);
    options.rings_folder.clear();
    EXPECT_TRUE(frames_of(film, options, engine, numbers) == again);

    // What is damaged is made again.
    for (const auto &file : fs::directory_iterator(folder / "rings")) {
        std::fstream bytes(file.path(), std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(static_cast<std::streamoff>(fs::file_size(file.path()) / 2));
        bytes.put('\x5a').put('\xa5');
    }
    begun = 0;
    options.rings_folder = folder / "rings";
    EXPECT_TRUE(frames_of(film, options, engine, numbers) == again);
    EXPECT_EQ(begun, 0);
    EXPECT_TRUE(frames_of(film, options, engine, numbers) == again);
    EXPECT_GE(begun, 33);
}

} // namespace fathom::film::film_frames_test
