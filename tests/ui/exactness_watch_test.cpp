#include "ui/live/exactness_watch.h"

#include "render/base/background.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/location.h"
#include "tests/support/wait_for.h"
#include "ui/texts/overlay.h"

#include <gtest/gtest.h>

namespace fathom::ui::exactness_watch_test {

using namespace std::chrono_literals;

constexpr Size kSize{96, 54};

/// The whole set, or a place next to the main cardioid's edge, whose exact orbits converge in some
/// seven million steps each.
std::shared_ptr<Frame> make_frame(bool slow = false) {
    static const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = false;
    Location location;
    if (slow) {
        location.view.re = Decimal::parse("-0.0446637005");
        location.view.im = Decimal::parse("0.643841007");
        location.view.zoom = Decimal::parse("1e7");
        location.iterations = 4'000'000'000;
    }
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    auto frame = engine->make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    return frame;
}

class ExactnessWatchTest : public testing::Test {
  protected:
    /// Each frame is a picture of its own.
    void follow(const std::shared_ptr<Frame> &frame, bool idle = true) {
        std::optional<ExactnessWatch::Picture> picture;
        if (frame)
            picture = {"cpu", reinterpret_cast<std::uintptr_t>(frame.get())};
        watch_.follow(picture, frame, idle, now_);
    }
    void rest() { now_ += ExactnessWatch::kPatience; }
    bool ends() {
        return wait_for([this] {
            background_.poll();
            return !watch_.busy();
        });
    }

    UiClock::Time now_{};
    Background background_{[] {}};
    ExactnessWatch watch_{background_, 2, {64, 1, 1e9, 1e9}};
};

TEST_F(ExactnessWatchTest, ChecksAPictureThatRests) {
    const auto frame = make_frame();
    follow(frame);
    EXPECT_FALSE(watch_.busy());
    EXPECT_EQ(watch_.next(), now_ + ExactnessWatch::kPatience);
    rest();
    follow(frame);
    EXPECT_TRUE(watch_.busy());
    EXPECT_FALSE(watch_.next());
    ASSERT_TRUE(ends());
    const auto found = watch_.take_finished();
    ASSERT_TRUE(found);
    EXPECT_EQ(describe(*found), "64 of 64 checked pixels are exact");
    EXPECT_FALSE(watch_.take_finished());
    // It is checked once, and what is known stays whatever else the window does.
    rest();
    follow(frame, false);
    rest();
    follow(frame);
    EXPECT_FALSE(watch_.busy());
    EXPECT_EQ(watch_.found(), found);
}

TEST_F(ExactnessWatchTest, ForgetsAnotherPictureAtOnce) {
    const auto slow = make_frame(true);
    follow(slow);
    rest();
    follow(slow);
    EXPECT_TRUE(watch_.busy());
    follow(nullptr);
    EXPECT_FALSE(watch_.busy());
    background_.wait(); // its thread ends
    background_.poll();
    EXPECT_FALSE(watch_.found());
    EXPECT_FALSE(watch_.take_finished());
    const auto other = make_frame();
    follow(other);
    rest();
    follow(other);
    ASSERT_TRUE(ends());
    EXPECT_EQ(watch_.found()->equal, 64);
    follow(slow);
    EXPECT_FALSE(watch_.found());
}

TEST_F(ExactnessWatchTest, KeepsWhatIsKnownWhileThePictureIsRecoloured) {
    const ExactnessWatch::Picture picture{"cpu", 7};
    const auto frame = make_frame();
    watch_.follow(picture, nullptr, false, now_); // it is being computed
    rest();
    watch_.follow(picture, nullptr, true, now_);
    EXPECT_FALSE(watch_.busy());
    rest();
    watch_.follow(picture, frame, true, now_);
    ASSERT_TRUE(ends());
    const auto found = watch_.found();
    ASSERT_TRUE(found);
    watch_.follow(picture, nullptr, false, now_);
    EXPECT_EQ(watch_.found(), found);
    watch_.follow(ExactnessWatch::Picture{"gpu0", 7}, nullptr, false, now_);
    EXPECT_FALSE(watch_.found());
}

TEST_F(ExactnessWatchTest, GivesWayWhileTheWindowIsNotIdle) {
    const auto slow = make_frame(true);
    follow(slow, false);
    rest();
    follow(slow, false);
    EXPECT_FALSE(watch_.busy());
    EXPECT_FALSE(watch_.next());
    follow(slow);
    rest();
    follow(slow);
    EXPECT_TRUE(watch_.busy());
    follow(slow, false); // an export begins
    EXPECT_FALSE(watch_.busy());
    background_.wait();
    background_.poll();
    EXPECT_FALSE(watch_.take_finished());
    rest();
    follow(slow);
    EXPECT_TRUE(watch_.busy());
}

TEST(ExactnessWatch, TakesNoLoneCore) {
    Background background([] {});
    ExactnessWatch watch(background, 1);
    const auto frame = make_frame();
    UiClock::Time now{};
    watch.follow(ExactnessWatch::Picture{"cpu", 1}, frame, true, now);
    watch.follow(ExactnessWatch::Picture{"cpu", 1}, frame, true, now + 1h);
    EXPECT_FALSE(watch.busy());
    EXPECT_FALSE(watch.next());
}

TEST(ExactnessWatch, SaysWhatIsKnown) {
    EXPECT_EQ(describe({64, 0, 0, 0}), "");
    EXPECT_EQ(describe({64, 12, 12, 0}), "12 of 12 checked pixels are exact so far");
    EXPECT_EQ(describe({64, 12, 11, 3}), "11 of 12 checked pixels are exact so far");
    EXPECT_EQ(describe({64, 64, 61, 0}), "61 of 64 checked pixels are exact");
    EXPECT_EQ(describe({64, 20, 20, 44}),
              "20 of 20 checked pixels are exact; 44 would take too long");
    EXPECT_EQ(describe({64, 0, 0, 64}), texts::overlay::kCheckTooLong);
    // What an export does about it, once all is known.
    EXPECT_EQ(describe({64, 64, 50, 0}, true),
              "14 of 64 checked pixels need more precision; exports will use it automatically");
    EXPECT_EQ(describe({64, 64, 63, 0}, true), "63 of 64 checked pixels are exact");
    EXPECT_EQ(describe({64, 32, 20, 0}, true), "20 of 32 checked pixels are exact so far");
}

} // namespace fathom::ui::exactness_watch_test
