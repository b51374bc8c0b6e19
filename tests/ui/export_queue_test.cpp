#include "ui/live/export_queue.h"

#include <condition_variable>
#include <filesystem>
#include <gtest/gtest.h>
#include <mutex>

namespace fathom {
namespace {

/// A queue whose ends are waited for, in a folder of its own.
struct Exports {
    std::mutex mutex;
    std::condition_variable ended;
    int ends = 0;
    std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "fathom-export-queue";
    ExportQueue queue{[this] {
        const std::lock_guard lock(mutex);
        ++ends;
        ended.notify_one();
    }};

    Exports() {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
    }
    ~Exports() { std::filesystem::remove_all(folder); }

    std::filesystem::path add(const std::string &name, std::uint64_t iterations = 50,
                              const std::string &device = "cpu") {
        ExportOrder order;
        order.job.location.iterations = iterations;
        order.job.size = {64, 40};
        order.job.lut = std::make_shared<const PaletteTable>(16, 0xff102030U);
        order.job.path = folder / name;
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

} // namespace
} // namespace fathom
