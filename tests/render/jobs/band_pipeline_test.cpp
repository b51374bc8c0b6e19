// Exports by several engines, with CPU engines in the place of GPUs.
#include "render/jobs/band_pipeline.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/multi_device_engine.h"
#include "render/jobs/export.h"
#include "render/places/palette.h"
#include "tests/support/fake_engine.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace fathom::band_pipeline_test {

using namespace std::chrono_literals;
using Devices = std::vector<std::shared_ptr<FakeDevice>>;

const std::atomic<bool> kNever = false;
constexpr BandSizes kSmallBands{300 * 40, 300 * 8};

std::shared_ptr<FakeDevice> device() {
    auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu", {1, {}});
    return device;
}

MultiDeviceEngine team_of(const Devices &devices) {
    std::vector<std::shared_ptr<Engine>> members;
    for (const auto &device : devices)
        members.push_back(std::make_shared<FakeEngine>(device));
    return {EngineInfo{"team", "a test", ""}, std::move(members)};
}

ExportJob job_for(const std::filesystem::path &path) {
    ExportJob job;
    job.location.view.re = Decimal::parse("-0.743643887037151");
    job.location.view.im = Decimal::parse("0.13182590420533");
    job.location.view.zoom = Decimal::parse("500");
    job.location.colour.dither = kernels::ColourDither::ordered;
    job.location.colour.filter = kernels::ColourFilter::footprint;
    job.location.iterations = 200;
    job.size = {300, 401};
    job.lut = load_lut(std::nullopt, "default");
    job.path = path;
    return job;
}

std::string exported(Engine &engine, const ExportJob &job) {
    EXPECT_TRUE(export_image(
                    engine, job, kNever, [](double) {}, kSmallBands)
                    .finished);
    return read_all(job.path);
}

/// That no row is missing or comes twice.
void expect_all_rows(std::vector<RowRange> taken, int first, int height) {
    std::sort(taken.begin(), taken.end(),
              [](const RowRange &a, const RowRange &b) { return a.first < b.first; });
    for (const RowRange &rows : taken) {
        EXPECT_EQ(rows.first, first);
        EXPECT_EQ(rows.first % 2, 0) << "a block of the filter";
        first += rows.count;
    }
    EXPECT_EQ(first, height);
}

TEST(BandSchedule, OneEngineGetsWholeBands) {
    BandSchedule schedule({1000, 95}, 10, 1, {20'000, 4'000});
    std::vector<RowRange> taken;
    while (const auto rows = schedule.take(0)) {
        taken.push_back(*rows);
        schedule.note(0, *rows);
    }
    expect_all_rows(taken, 10, 95);
    ASSERT_EQ(taken.size(), 5U);
    EXPECT_EQ(taken.front().count, 20);
    EXPECT_EQ(taken.back().count, 5);
}

TEST(BandSchedule, SeveralGetByTheirPaceAndLittleAtTheEnd) {
    BandSchedule schedule({1000, 4001}, 0, 2, {500'000, 4'000});
    std::vector<RowRange> taken;
    int rows_of[2] = {};
    int largest[2] = {};
    // The first one is four times as fast: it takes four times as many rows in a time.
    double busy_until[2] = {};
    for (;;) {
        const int engine = busy_until[0] <= busy_until[1] ? 0 : 1;
        const auto rows = schedule.take(engine);
        if (!rows)
            break;
        busy_until[engine] += rows->count * (engine == 0 ? 1 : 4);
        rows_of[engine] += rows->count;
        largest[engine] = std::max(largest[engine], rows->count);
        taken.push_back(*rows);
        schedule.note(engine, *rows);
    }
    expect_all_rows(taken, 0, 4001);
    EXPECT_LE(taken.back().count, 4);
    EXPECT_LE(largest[0], 500);
    EXPECT_LT(largest[1], largest[0]);
    EXPECT_NEAR(rows_of[0] / 4001.0, 0.8, 0.05);
    EXPECT_NEAR(busy_until[0], busy_until[1], 0.03 * busy_until[0]) << "both end together";
}

TEST(BandSchedule, SharesAPictureOfOneBand) {
    BandSchedule schedule({1000, 400}, 0, 4, {500'000, 10'000});
    int bands = 0;
    for (int engine = 0; const auto rows = schedule.take(engine); engine = (engine + 1) % 4) {
        schedule.note(engine, *rows);
        EXPECT_LE(rows->count, 100);
        ++bands;
    }
    EXPECT_GE(bands, 12);
}

TEST(BandSchedule, GivesOutFirstWhatCameBack) {
    BandSchedule schedule({1000, 100}, 0, 1, {20'000, 4'000});
    const auto first = schedule.take(0);
    const auto second = schedule.take(0);
    schedule.give_back(*second);
    schedule.give_back(*first);
    EXPECT_TRUE(schedule.has_returned());
    EXPECT_EQ(schedule.take(0)->first, 0);
    EXPECT_EQ(schedule.take(0)->first, 20);
    EXPECT_FALSE(schedule.has_returned());
    EXPECT_EQ(schedule.take(0)->first, 40);
}

TEST(ExportBySeveral, GivesTheSameBytes) {
    const TempFolder folder;
    for (const char *name : {"a.png", "a.exr", "a.npy", "a.jpg"})
        for (const int samples : {1, 3}) {
            ExportJob job = job_for(folder / name);
            job.samples = samples;
            if (samples > 1 && is_npy(job))
                continue;
            const auto one = make_engine("cpu");
            ASSERT_TRUE(export_image(*one, job, kNever, [](double) {}).finished);
            const std::string expected = read_all(job.path);
            for (const int members : {1, 2, 5}) {
                MultiDeviceEngine team = team_of(Devices([&] {
                    Devices devices;
                    for (int i = 0; i < members; ++i)
                        devices.push_back(device());
                    return devices;
                }()));
                EXPECT_TRUE(exported(team, job) == expected) << name << ' ' << members;
            }
        }
}

TEST(ExportBySeveral, GivesTheSameBytesWhereDevicesHaveTheSamples) {
    const TempFolder folder;
    const auto cpu = make_engine("cpu");
    const auto away = device();
    away->on_host = false;
    FakeEngine engine(away);
    for (const char *name : {"a.png", "a.exr", "a.npy", "a.jpg", "b.png"})
        for (const int samples : {1, 3})
            for (const auto dither :
                 {kernels::ColourDither::none, kernels::ColourDither::ordered}) {
                ExportJob job = job_for(folder / name);
                job.location.colour.dither = dither;
                job.samples = samples;
                job.depth = name[0] == 'b' ? ColourDepth::bits16 : ColourDepth::usual;
                if (samples > 1 && is_npy(job))
                    continue;
                ASSERT_TRUE(export_image(*cpu, job, kNever, [](double) {}).finished);
                const std::string expected = read_all(job.path);
                EXPECT_TRUE(exported(engine, job) == expected) << name << ' ' << samples;
            }
}

TEST(ExportBySeveral, IteratesAtTheSameTimeEachOneFrame) {
    const TempFolder folder;
    const Devices devices = {device(), device()};
    std::atomic<int> busy[2] = {};
    std::atomic<int> most = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        // It would never end if one waited for the other.
        devices[i]->iterating = [&, i](const RenderRequest &, const std::atomic<bool> &stop) {
            while (devices[1 - i]->frames == 0 && !stop)
                std::this_thread::sleep_for(1ms);
            const int now = ++busy[i];
            most = std::max(most.load(), now);
        };
        devices[i]->iterated = [&, i](const RenderRequest &) { --busy[i]; };
    }
    MultiDeviceEngine team = team_of(devices);
    exported(team, job_for(folder / "a.png"));
    EXPECT_EQ(most, 1) << "an engine iterates one frame at a time";
}

TEST(ExportBySeveral, AnEngineIteratesAsManyFramesAsItMay) {
    const TempFolder folder;
    const auto made_up = std::make_shared<FakeDevice>();
    made_up->colours = [](const RenderRequest &request, std::uint32_t *rgba) {
        for (int y = 0; y < request.size.height; ++y)
            std::fill_n(rgba + static_cast<std::ptrdiff_t>(y) * request.size.width,
                        request.size.width, 0xff000000U + static_cast<unsigned>(request.top + y));
    };
    FakeEngine engine(made_up);
    const std::string expected = exported(engine, job_for(folder / "a.png"));

    made_up->frames_at_once = 3;
    made_up->times.iterate_ms = 1e6; // each
    std::mutex mutex;
    int busy = 0, most = 0;
    // The first ones would never end if they did not run beside each other.
    made_up->iterating = [&](const RenderRequest &, const std::atomic<bool> &stop) {
        {
            const std::lock_guard lock(mutex);
            most = std::max(most, ++busy);
        }
        const auto together = [&] {
            const std::lock_guard lock(mutex);
            return most == 3;
        };
        while (!together() && !stop)
            std::this_thread::sleep_for(1ms);
    };
    made_up->iterated = [&](const RenderRequest &) {
        const std::lock_guard lock(mutex);
        --busy;
    };
    const ExportJob job = job_for(folder / "b.png");
    const ExportResult result = export_image(
        engine, job, kNever, [](double) {}, kSmallBands);
    EXPECT_TRUE(read_all(job.path) == expected) << "in the picture's order";
    EXPECT_EQ(most, 3);
    EXPECT_LE(result.busy.iterate_ms, result.total_ms) << "time that passed for all counts once";
    EXPECT_GT(result.busy.iterate_ms, 0);
}

// Of stages beside each other, and of types of numbers one after the other.
TEST(ExportBySeveral, ThePartsOfTheTimeAddUp) {
    constexpr double kEachMs = 20;
    const TempFolder folder;
    const Devices devices = {device(), device()};
    for (const auto &each : devices)
        each->iterating = [](const RenderRequest &, const std::atomic<bool> &) {
            std::this_thread::sleep_for(20ms);
        };
    MultiDeviceEngine team = team_of(devices);
    for (const int frames_a_band : {1, 3}) {
        ExportJob job = job_for(folder / "a.png");
        if (frames_a_band == 3) {
            job.method.precision = Precision::two_f64;
            job.first = {Precision::f64, nullptr};
        }
        const ExportResult result = export_image(team, job, kNever, [](double) {});
        const ExportParts &parts = result.parts;
        for (const double ms : {parts.survey_ms, parts.colour_ms, parts.copy_ms, parts.encode_ms})
            EXPECT_GE(ms, 0);
        EXPECT_GE(parts.iterate_ms + parts.colour_ms, frames_a_band * kEachMs);
        EXPECT_NEAR(parts.survey_ms + parts.iterate_ms + parts.colour_ms + parts.copy_ms +
                        parts.encode_ms,
                    result.total_ms, 1e-6);
    }
}

TEST(ExportBySeveral, ASlowOneGetsLess) {
    const TempFolder folder;
    const Devices devices = {device(), device()};
    std::atomic<int> rows[2] = {};
    for (std::size_t i = 0; i < 2; ++i)
        devices[i]->iterated = [&, i](const RenderRequest &request) {
            rows[i] += request.size.height;
        };
    // It goes on only when the other one has made so much more, or all the rest.
    devices[1]->iterating = [&](const RenderRequest &request, const std::atomic<bool> &stop) {
        while (rows[0] < 4 * (rows[1] + request.size.height) &&
               rows[0] + rows[1] + request.size.height < 401 - 8 && !stop)
            std::this_thread::sleep_for(1ms);
    };
    ExportJob job = job_for(folder / "a.png");
    const auto one = make_engine("cpu");
    const std::string expected = exported(*one, job);
    MultiDeviceEngine team = team_of(devices);
    EXPECT_TRUE(exported(team, job) == expected);
    EXPECT_EQ(rows[0] + rows[1], 401);
    EXPECT_GT(rows[1], 0);
    EXPECT_GT(rows[0], 2 * rows[1]);
}

TEST(ExportBySeveral, AFailingOneCostsSpeedOnly) {
    const TempFolder folder;
    ExportJob job = job_for(folder / "a.png");
    job.samples = 2;
    const auto one = make_engine("cpu");
    const std::string expected = exported(*one, job);
    for (const bool making : {true, false}) {
        const Devices devices = {device(), device(), device()};
        const auto fail = [&](auto &&...) {
            if (devices[1]->attempts > 3)
                throw DeviceError("lost; a test");
        };
        if (making)
            devices[1]->making = fail;
        else
            devices[1]->iterated = fail;
        // The others leave it something to fail at.
        for (const int other : {0, 2})
            devices[static_cast<std::size_t>(other)]->iterating =
                [&](const RenderRequest &, const std::atomic<bool> &stop) {
                    while (devices[1]->attempts <= 3 && !stop)
                        std::this_thread::sleep_for(1ms);
                };
        MultiDeviceEngine team = team_of(devices);
        EXPECT_TRUE(exported(team, job) == expected);
        EXPECT_GT(devices[1]->attempts, 3);
    }
}

TEST(ExportBySeveral, FailsWhenNoneIsLeftAndWhenNoneCould) {
    const TempFolder folder;
    const ExportJob job = job_for(folder / "a.png");
    const Devices devices = {device(), device()};
    for (const auto &each : devices)
        each->making = [each = each.get()](RenderRequest &) {
            if (each->attempts > 2)
                throw DeviceError("lost; a test");
        };
    MultiDeviceEngine team = team_of(devices);
    EXPECT_THROW(exported(team, job), DeviceError);
    for (const auto &each : devices)
        each->making = [](RenderRequest &) { throw InputError("too long; a test"); };
    EXPECT_THROW(exported(team, job), InputError);
    EXPECT_EQ(folder.count(), 0) << "no file is left";
}

TEST(BandPipeline, HasNoMoreInFlightThanAllowed) {
    const auto engine = make_engine("cpu", {1, {}});
    FakeEngine other(device());
    constexpr int kMost = 3;
    std::atomic<int> begun = 0;
    int used = 0;
    std::atomic<int> most = 0;
    std::atomic<int> used_now = 0;
    std::mutex mutex;
    BandPipeline pipeline(
        {engine.get(), &other}, BandSchedule({100, 200}, 0, 2, {1000, 200}), 0, 200, kMost,
        [&](BandLane &, RowRange rows, const std::atomic<bool> &) -> std::optional<MadeBand> {
            const std::lock_guard lock(mutex);
            most = std::max<int>(most, ++begun - used_now);
            MadeBand band;
            band.request.top = rows.first;
            band.request.size = {100, rows.count};
            return band;
        });
    int next = 0;
    while (!pipeline.over()) {
        const auto band = pipeline.take(1000ms);
        if (!band)
            continue;
        EXPECT_EQ(band->request.top, next) << "in the picture's order";
        next += band->request.size.height;
        // Whoever could begin too many has the time for it.
        if (used < 5)
            std::this_thread::sleep_for(2ms);
        ++used_now;
        ++used;
        pipeline.used();
    }
    EXPECT_EQ(next, 200);
    EXPECT_GT(used, 20);
    EXPECT_LE(most, kMost);
    EXPECT_EQ(pipeline.rows_done(), 200);
}

TEST(BandPipeline, GoesOnBesideAFirstOneThatTakesLong) {
    const auto engine = make_engine("cpu", {1, {}});
    constexpr int kBands = 20;
    std::atomic<int> made = 0;
    std::atomic<bool> first_may_end = false;
    BandPipeline pipeline(
        {engine.get()}, BandSchedule({100, 10 * kBands}, 0, 1, {1000, 1000}), 0, 10 * kBands,
        kBands,
        [&](BandLane &, RowRange rows, const std::atomic<bool> &halt) -> std::optional<MadeBand> {
            while (rows.first == 0 && !first_may_end && !halt)
                std::this_thread::sleep_for(1ms);
            ++made;
            MadeBand band;
            band.request.top = rows.first;
            band.request.size = {100, rows.count};
            return band;
        });
    // The others go on beside a first one that takes long: nobody could write them.
    while (made < kBands - 1)
        std::this_thread::sleep_for(1ms);
    first_may_end = true;
    int taken = 0;
    while (!pipeline.over()) {
        if (!pipeline.take(1000ms))
            continue;
        ++taken;
        pipeline.used();
    }
    EXPECT_EQ(taken, kBands);
}

TEST(BandPipeline, BeginsNoneWhileEnoughWaitToBeWritten) {
    const auto engine = make_engine("cpu", {1, {}});
    constexpr int kLanes = 2; // one of whose bands is iterated, and one that is read
    constexpr int kWaiting = 3;
    std::atomic<int> begun = 0;
    std::atomic<BandPipeline *> made_by = nullptr;
    BandPipeline pipeline(
        {engine.get()}, BandSchedule({100, 400}, 0, 1, {1000, 1000}), 0, 400, 40,
        [&](BandLane &, RowRange rows, const std::atomic<bool> &halt) -> std::optional<MadeBand> {
            ++begun;
            // In their order: those behind one that is missing could not be written.
            while (!halt && (!made_by || made_by.load()->rows_done() < rows.first))
                std::this_thread::yield();
            MadeBand band;
            band.request.top = rows.first;
            band.request.size = {100, rows.count};
            return band;
        });
    made_by = &pipeline;
    for (int taken = 0; !pipeline.over();) {
        if (!pipeline.take(1000ms))
            continue;
        ++taken;
        // Whoever could begin too many has the time for it.
        if (taken < 5)
            std::this_thread::sleep_for(2ms);
        EXPECT_LT(begun, taken + kWaiting + kLanes);
        pipeline.used();
    }
    EXPECT_EQ(begun, 40);
}

} // namespace fathom::band_pipeline_test
