#include "render/base/background.h"
#include "render/base/path_watch.h"
#include "tests/support/temp_folder.h"

#include <atomic>
#include <fstream>
#include <gtest/gtest.h>
#include <latch>
#include <string>

namespace fathom {
namespace {

using namespace std::chrono_literals;

class WatchedPaths : public testing::Test {
  protected:
    /// What the disk is asked takes no longer than this.
    void answer() {
        background_.wait();
        background_.poll();
    }

    std::atomic<bool> there_ = false; ///< what the disk says
    std::atomic<int> asked_ = 0;
    PathWatch::Time now_{};
    Background background_{[] {}};
    PathWatch watch_{background_, [this] { return now_; },
                     [this](const std::filesystem::path &) {
                         ++asked_;
                         return there_.load();
                     }};
};

TEST_F(WatchedPaths, AreAskedForOnceInAWhile) {
    there_ = true;
    EXPECT_EQ(watch_.there("/a"), std::nullopt);
    EXPECT_EQ(watch_.there("/a"), std::nullopt); // it is being asked
    answer();
    EXPECT_EQ(watch_.there("/a"), true);
    there_ = false;
    for (int frame = 0; frame < 100; ++frame)
        EXPECT_EQ(watch_.there("/a"), true);
    now_ += PathWatch::kFresh - 1ms;
    EXPECT_EQ(watch_.there("/a"), true);
    answer();
    EXPECT_EQ(asked_, 1);
    now_ += 1ms;
    EXPECT_EQ(watch_.there("/a"), true); // until it is known better
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
    EXPECT_EQ(asked_, 2);
}

TEST_F(WatchedPaths, AreAskedForAgainWhenSomethingWasWritten) {
    EXPECT_EQ(watch_.there("/a"), std::nullopt);
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
    there_ = true;
    watch_.expire();
    EXPECT_EQ(watch_.there("/a"), false);
    answer();
    EXPECT_EQ(watch_.there("/a"), true);
    EXPECT_EQ(asked_, 2);
    // What was asked before is said of another time.
    watch_.expire();
    EXPECT_EQ(watch_.there("/a"), true);
    background_.wait();
    there_ = false;
    watch_.expire();
    background_.poll();
    EXPECT_EQ(watch_.there("/a"), true);
    answer();
    EXPECT_EQ(watch_.there("/a"), false);
}

TEST_F(WatchedPaths, AreForgottenWhereThereAreMany) {
    for (int at = 0; at < 1000; ++at) {
        EXPECT_EQ(watch_.there(std::to_string(at)), std::nullopt);
        answer();
    }
    EXPECT_EQ(watch_.there("999"), false);
    EXPECT_EQ(watch_.there("0"), std::nullopt);
}

// As a network's disk that does not answer: it holds up neither who asks nor other disks.
TEST(PathWatch, WaitsForNoDisk) {
    std::latch wakes(1);
    std::atomic<int> asleep = 0;
    Background background([] {});
    PathWatch watch(
        background, [] { return PathWatch::Time(); },
        [&](const std::filesystem::path &path) {
            if (path == "/slow") {
                ++asleep;
                wakes.wait();
            }
            return true;
        });
    for (int frame = 0; frame < 100; ++frame)
        EXPECT_EQ(watch.there("/slow"), std::nullopt);
    while (watch.there("/quick") != true)
        background.poll();
    EXPECT_EQ(watch.there("/slow"), std::nullopt);
    wakes.count_down();
    background.wait();
    background.poll();
    EXPECT_EQ(watch.there("/slow"), true);
    EXPECT_EQ(asleep, 1);
}

TEST(PathWatch, AsksTheDisk) {
    const TempFolder folder;
    std::ofstream(folder / "file") << "words";
    Background background([] {});
    PathWatch watch(background, [] { return PathWatch::Time(); });
    EXPECT_EQ(watch.there(folder / "file"), std::nullopt);
    EXPECT_EQ(watch.there(folder / "none"), std::nullopt);
    EXPECT_EQ(watch.there(folder / "file/below"), std::nullopt);
    background.wait();
    background.poll();
    EXPECT_EQ(watch.there(folder / "file"), true);
    EXPECT_EQ(watch.there(folder / "none"), false);
    EXPECT_EQ(watch.there(folder / "file/below"), false);
}

} // namespace
} // namespace fathom
