#include "ui/live/export_queue.h"

#include "render/deep/reference_cache.h"
#include "tests/support/temp_folder.h"

#include <condition_variable>
#include <filesystem>
#include <gtest/gtest.h>
#include <mutex>

namespace fathom::ui::export_queue_test {

/// A queue whose ends are waited for, in a folder of its own.
struct Exports {
    std::mutex mutex;
    std::condition_variable ended;
    int ends = 0;
    TempFolder folder;
    ExportQueue queue{[this] {
        const std::lock_guard lock(mutex);
        ++ends;
        ended.notify_one();
    }};

    std::filesystem::path add(const std::string &name, std::uint64_t iterations = 50,
                              const std::string &device = "cpu") {
        ExportOrder order;
        order.job.location.iterations = iterations;
        order.job.size = {64, 40};
        order.job.lut = std::make_shared<const PaletteTable>(16, 0xff102030U);
        order.job.path = folder.path() / name;
        order.device = device;
        const auto path = order.job.path;
        queue.add(std::move(order));
        return path;
    }

    std::unique_ptr<ExportTask> wait() {
        std::unique_lock lock(mutex);
        ended.wait(lock, [this] { return ends > 0; });
        --ends;
        lock.unlock();
        return queue.take_ended();
    }
};

TEST(ExportQueue, DoesOneAfterTheOther) {
    Exports exports;
    EXPECT_EQ(exports.queue.take_ended(), nullptr);
    EXPECT_EQ(exports.queue.present(), nullptr);
    const auto first = exports.add("first.png");
    const auto second = exports.add("second.png");
    const auto third = exports.add("third.png");
    EXPECT_EQ(exports.queue.present()->job().path, first);
    ASSERT_EQ(exports.queue.waiting().size(), 2U);
    EXPECT_TRUE(exports.queue.writes_to(first) && exports.queue.writes_to(third));
    exports.queue.drop(0);
    EXPECT_FALSE(exports.queue.writes_to(second));

    EXPECT_EQ(exports.wait()->state(), ExportTask::State::finished);
    EXPECT_TRUE(std::filesystem::exists(first));
    ASSERT_NE(exports.queue.present(), nullptr);
    EXPECT_EQ(exports.queue.present()->job().path, third);
    EXPECT_EQ(exports.wait()->state(), ExportTask::State::finished);
    EXPECT_TRUE(std::filesystem::exists(third));
    EXPECT_FALSE(std::filesystem::exists(second));
    EXPECT_EQ(exports.queue.present(), nullptr);
}

TEST(ExportQueue, GoesOnAfterWhatFailsOrIsCancelled) {
    Exports exports;
    exports.add("no-device.png", 50, "gpu99");
    const auto stopped = exports.add("stopped.png");
    const auto last = exports.add("last.png");
    const auto failed = exports.wait();
    EXPECT_EQ(failed->state(), ExportTask::State::failed);
    EXPECT_NE(failed->error(), "");
    exports.queue.cancel();
    const auto cancelled = exports.wait();
    EXPECT_EQ(cancelled->job().path, stopped); // cancelled, or quicker than that
    EXPECT_EQ(exports.wait()->state(), ExportTask::State::finished);
    EXPECT_TRUE(std::filesystem::exists(last));
}

// The window's orbit serves an export of what it shows, of any size; where it does not, the export
// has one of its own.
TEST(ExportQueue, TakesTheWindowsOrbitWhereThatServes) {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037158704752191506114774");
    location.view.im = Decimal::parse("0.131825904205311970493132056385139");
    location.view.zoom = Decimal::parse("1e20");
    location.iterations = 5000;
    const std::atomic<bool> stop = false;
    PerturbationSpec window;
    window.formula = location.formula;
    window.view = location.view;
    window.size = {320, 200};
    window.limit = location.iterations;
    const auto orbit = ReferenceCache(1).orbit(window, {}, stop, nullptr);
    ASSERT_TRUE(orbit);

    const auto orbits_made = [&](const Decimal &zoom, std::shared_ptr<const ReferenceOrbit> given) {
        Exports exports;
        ExportOrder order;
        order.job.location = location;
        order.job.location.view.zoom = zoom;
        order.job.size = {96, 60};
        order.job.lut = std::make_shared<const PaletteTable>(16, 0xff102030U);
        order.job.path = exports.folder / "deep.png";
        order.device = "cpu";
        order.orbit = std::move(given);
        exports.queue.add(std::move(order));
        const auto ended = exports.wait();
        EXPECT_EQ(ended->state(), ExportTask::State::finished) << ended->error();
        return ended->orbits_made();
    };
    EXPECT_EQ(orbits_made(location.view.zoom, nullptr), 1);
    EXPECT_EQ(orbits_made(location.view.zoom, orbit), 0);
    EXPECT_EQ(orbits_made(Decimal::parse("1e80"), orbit), 1) << "it has too few bits for that";
}

} // namespace fathom::ui::export_queue_test
