#include "render/base/path_watch.h"

#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <atomic>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <latch>
#include <memory>
#include <string>

namespace fathom::path_watch_test {

using namespace std::chrono_literals;

/// What a disk says; threads that ask it may outlive a test.
struct SayingDisk {
    std::atomic<bool> there = false;
    std::atomic<int> asked = 0;
};

class WatchedPaths : public testing::Test {
  protected:
    /// Takes the next answer.
    void answer() {
        ASSERT_TRUE(wait_for([this] { return watch_.poll(); }));
    }

    std::shared_ptr<SayingDisk> disk_ = std::make_shared<SayingDisk>();
    PathWatch::Time now_{};
    PathWatch watch_{[this] { return now_; }, [] {},
                     [disk = disk_](const std::filesystem::path &) {
                         const bool there = disk->there;
                         ++disk->asked;
                         return there;
                     }};
};

TEST_F(WatchedPaths, AreAskedForOnceInAWhile) {
    disk_->there = true;
    EXPECT_EQ(watch_.there("/a"), std::nullopt);
    EXPECT_EQ(watch_.there("/a"), std::nullopt); // it is being asked
    answer();
    EXPECT_EQ(watch_.there("/a"), true);
    disk_->there = false;
    for (int frame = 0; frame < 100; ++frame)
        EXPECT_EQ(watch_.there("/a"), true);
    now_ += PathWatch::kFresh - 1ms;
    EXPECT_EQ(watch_.there("/a"), true);
    now_ += 1ms;
    EXPECT_EQ(watch_.there("/a"), true); // until it is known better
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
    EXPECT_EQ(disk_->asked, 2);
}

TEST_F(WatchedPaths, AreAskedForAgainWhenSomethingWasWritten) {
    EXPECT_EQ(watch_.there("/a"), std::nullopt);
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
    disk_->there = true;
    watch_.expire();
    EXPECT_EQ(watch_.there("/a"), false);
    answer();
    EXPECT_EQ(watch_.there("/a"), true);
    EXPECT_EQ(disk_->asked, 2);
    // What was asked before is said of another time.
    watch_.expire();
    EXPECT_EQ(watch_.there("/a"), true);
    ASSERT_TRUE(wait_for([this] { return disk_->asked == 3; }));
    disk_->there = false;
    watch_.expire();
    answer();
    EXPECT_EQ(watch_.there("/a"), true);
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
}

TEST_F(WatchedPaths, AreForgottenWhereThereAreMany) {
    for (int at = 0; at < 200; ++at) {
        EXPECT_EQ(watch_.there(std::to_string(at)), std::nullopt);
        answer();
    }
    EXPECT_EQ(watch_.there("199"), false);
    EXPECT_EQ(watch_.there("0"), std::nullopt);
}

/// As a network's disk that does not answer, beside one that does.
struct SleepingDisk {
    bool operator()(const std::filesystem::path &path) const {
        if (path == "/slow") {
            ++*asleep;
            wakes->wait();
        }
        return true;
    }
    std::shared_ptr<std::latch> wakes = std::make_shared<std::latch>(1);
    std::shared_ptr<std::atomic<int>> asleep = std::make_shared<std::atomic<int>>(0);
};

TEST(PathWatch, WaitsForNoDisk) {
    const SleepingDisk disk;
    PathWatch watch([] { return PathWatch::Time(); }, [] {}, disk);
    for (int frame = 0; frame < 100; ++frame)
        EXPECT_EQ(watch.there("/slow"), std::nullopt);
    EXPECT_TRUE(wait_for([&] {
        watch.poll();
        return watch.there("/quick") == true;
    }));
    EXPECT_EQ(watch.there("/slow"), std::nullopt);
    disk.wakes->count_down();
    EXPECT_TRUE(wait_for([&] { return watch.poll(); }));
    EXPECT_EQ(watch.there("/slow"), true);
    EXPECT_EQ(*disk.asleep, 1);
}

TEST(PathWatch, GoesWhileADiskIsAsked) {
    const SleepingDisk disk;
    const auto notified = std::make_shared<std::atomic<int>>(0);
    auto watch = std::make_unique<PathWatch>([] { return PathWatch::Time(); },
                                             [notified] { ++*notified; }, disk);
    EXPECT_EQ(watch->there("/quick"), std::nullopt);
    EXPECT_TRUE(wait_for([&] { return watch->poll(); }));
    EXPECT_EQ(*notified, 1);
    EXPECT_EQ(watch->there("/slow"), std::nullopt);
    EXPECT_TRUE(wait_for([&] { return *disk.asleep == 1; }));
    const auto gone = std::async(std::launch::async, [&] { watch.reset(); });
    EXPECT_EQ(gone.wait_for(1min), std::future_status::ready);
    // Nobody is told of what it says then: its thread ends, and with it the last hold of the disk.
    disk.wakes->count_down();
    EXPECT_TRUE(wait_for([&] { return disk.asleep.use_count() == 1; }));
    EXPECT_EQ(*notified, 1);
}

TEST(PathWatch, AsksTheDisk) {
    const TempFolder folder;
    std::ofstream(folder / "file") << "words";
    PathWatch watch([] { return PathWatch::Time(); }, [] {});
    for (const char *name : {"file", "none", "file/below"}) {
        EXPECT_EQ(watch.there(folder / name), std::nullopt);
        EXPECT_TRUE(wait_for([&] { return watch.poll(); }));
    }
    EXPECT_EQ(watch.there(folder / "file"), true);
    EXPECT_EQ(watch.there(folder / "none"), false);
    EXPECT_EQ(watch.there(folder / "file/below"), false);
}

} // namespace fathom::path_watch_test
