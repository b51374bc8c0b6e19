#include "render/base/error.h"
#include "tests/support/temp_folder.h"
#include "ui/state/ui_clock.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fathom::ui::ui_clock_test {

using namespace std::chrono_literals;

class DrivenClock : public testing::Test {
  protected:
    DrivenClock() : path_((folder_ / "clock").string()) {
        EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
        clock_.emplace(path_.c_str());
    }
    void write(const std::string &text) { std::ofstream(path_) << text << std::flush; }

    TempFolder folder_;
    std::string path_;
    std::optional<UiClock> clock_;
};

TEST(UiClock, IsRealTimeWithoutAFile) {
    UiClock clock;
    const auto before = std::chrono::steady_clock::now();
    const auto now = clock.now();
    EXPECT_LE(before, now);
    EXPECT_LE(now, std::chrono::steady_clock::now());
    EXPECT_FALSE(clock.driven());
    EXPECT_TRUE(clock.goes_on());
    EXPECT_FALSE(clock.take_command());
}

TEST(UiClock, RefusesAFileThatIsNotThere) {
    EXPECT_THROW(UiClock("/no/such/fifo"), InputError);
}

TEST_F(DrivenClock, StandsStillUntilTold) {
    const auto start = clock_->now();
    EXPECT_TRUE(clock_->driven());
    EXPECT_FALSE(clock_->goes_on());
    EXPECT_FALSE(clock_->take_command());
    write("advance 40\n");
    EXPECT_EQ(clock_->now(), start);
    ASSERT_TRUE(clock_->take_command());
    EXPECT_TRUE(clock_->goes_on());
    EXPECT_FALSE(clock_->step());
    EXPECT_EQ(clock_->now() - start, 16'666'667ns);
    EXPECT_FALSE(clock_->step());
    EXPECT_TRUE(clock_->step());
    EXPECT_EQ(clock_->now() - start, 40ms);
    EXPECT_EQ(clock_->milliseconds(), 40);
    EXPECT_FALSE(clock_->goes_on());
}

TEST_F(DrivenClock, TakesCommandsOneByOne) {
    write("advance 0\nadvance 5\nadv");
    ASSERT_TRUE(clock_->take_command());
    EXPECT_FALSE(clock_->take_command()) << "the first has not come to its end";
    EXPECT_TRUE(clock_->step());
    ASSERT_TRUE(clock_->take_command());
    EXPECT_TRUE(clock_->step());
    EXPECT_EQ(clock_->milliseconds(), 5);
    EXPECT_FALSE(clock_->take_command()) << "half a line";
    write("ance 7\n");
    EXPECT_TRUE(clock_->take_command());
}

TEST_F(DrivenClock, RefusesWhatIsNoCommand) {
    for (const char *text : {"advance\n", "advance x\n", "advance -1\n", "advance 1 2\n",
                             "advance 86400001\n", "stop\n", "\n"}) {
        write(text);
        EXPECT_THROW(clock_->take_command(), InputError) << text;
    }
}

} // namespace fathom::ui::ui_clock_test
