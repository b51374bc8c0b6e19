// Devices that have nothing to do iterate rings for others.
#include "render/film/ring_help.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/sample_buffer.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frames_of_films.h"

#include <chrono>
#include <condition_variable>
#include <future>

namespace fathom::film::ring_help_test {

const std::atomic<bool> kGoOn = false;

/// Counts what it iterates.
class CountedDevice {
  public:
    CountedDevice() : device_(std::make_shared<FakeDevice>()), engine_(device_) {
        device_->engine = make_engine("cpu");
        device_->on_host = false;
        device_->iterated = [this](const RenderRequest &) { count(); };
    }

    [[nodiscard]] Engine &engine() { return engine_; }
    [[nodiscard]] FakeDevice &device() { return *device_; }
    void count() {
        const std::lock_guard lock(mutex_);
        ++iterated_;
        changed_.notify_all();
    }
    [[nodiscard]] int iterated() {
        const std::lock_guard lock(mutex_);
        return iterated_;
    }
    /// False if it takes more than a minute until there are so many.
    bool wait_for(int iterated) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::minutes(1),
                                 [&] { return iterated_ >= iterated; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int iterated_ = 0;
    const std::shared_ptr<FakeDevice> device_;
    FakeEngine engine_;
};

constexpr int kSamples = 4;
constexpr int kFrameNumber = 9;
constexpr int kEnd = 40; // of the film

class RingHelpTest : public ::testing::Test {
  protected:
    /// A frame of a device that iterates nothing until `wait` returns; with a function that has the
    /// other device help.
    template <class Wait> Bytes helped_frame(const Wait &wait) {
        SharedFilm shared(film_, options_of(kSamples));
        shared.help().count_as_long(0);
        Turns own(1), others(1);
        FilmFrames helper(shared, {idle_.engine(), others});
        EXPECT_TRUE(helper.make(kEnd, kGoOn)); // behind which it has nothing to do
        FilmFrames frames(shared, {busy_.engine(), own});
        std::optional<Turns::Turn> held(std::in_place, own, 0);
        auto made =
            std::async(std::launch::async, [&] { return frames.make(kFrameNumber, kGoOn); });
        wait([&] { helper.help_others(true); });
        helper.help_others(false);
        held.reset();
        return bytes_of(made.get().value());
    }
    Bytes frame_alone() const {
        const auto engine = make_engine("cpu");
        return frames_of(film_, options_of(kSamples), *engine, {kFrameNumber}).front();
    }

    /// By perturbation alone: each part is iterated once.
    const Film film_ = zoom("-1.76877851023801319200000000001",
                            "-0.00173889944794025000000000000007", "1e20", "1e23", 4000);
    CountedDevice busy_, idle_;
};

TEST_F(RingHelpTest, IdleDevicesIterateWhatOthersWaitFor) {
    std::atomic<int> taken = 0;
    busy_.device().begun_with = [&](const KnownSamples &) { ++taken; };
    constexpr int kParts = 12;
    const Bytes made = helped_frame([&](const auto &help) {
        const int before = idle_.iterated();
        help();
        EXPECT_TRUE(idle_.wait_for(before + kParts));
    });
    EXPECT_TRUE(made == frame_alone());
    EXPECT_GE(taken, kParts);
}

TEST_F(RingHelpTest, LosesNothingWhereAHelperFails) {
    std::atomic<bool> fails = false;
    idle_.device().iterating = [&](const RenderRequest &, const std::atomic<bool> &) {
        if (!fails)
            return;
        idle_.count();
        throw DeviceError("it burns");
    };
    const Bytes made = helped_frame([&](const auto &help) {
        const int before = idle_.iterated();
        fails = true;
        help();
        EXPECT_TRUE(idle_.wait_for(before + 1));
    });
    EXPECT_TRUE(made == frame_alone());
}

TEST_F(RingHelpTest, LosesNothingWhereWhatAHelperMadeCannotBeRead) {
    std::atomic<bool> fails = false;
    idle_.device().touched = [&] {
        if (fails)
            throw DeviceError("it burns");
    };
    const Bytes made = helped_frame([&](const auto &help) {
        const int before = idle_.iterated();
        help();
        EXPECT_TRUE(idle_.wait_for(before + 1));
        fails = true;
    });
    EXPECT_TRUE(made == frame_alone());
}

TEST_F(RingHelpTest, IteratesWhatOthersWillWantOnce) {
    SharedFilm shared(film_, options_of(kSamples));
    shared.help().count_as_long(0);
    shared.help().keep(idle_.engine(), std::uint64_t{1} << 30);
    Turns own(1), others(1);
    // A run begins behind the other one's frame, and is over before that one is made.
    EXPECT_TRUE(FilmFrames(shared, {idle_.engine(), others}).make(kFrameNumber + 1, kGoOn));
    std::atomic<int> taken = 0;
    busy_.device().begun_with = [&](const KnownSamples &) { ++taken; };
    const auto made = FilmFrames(shared, {busy_.engine(), own}).make(kFrameNumber, kGoOn);
    EXPECT_TRUE(bytes_of(made.value()) == frame_alone());
    EXPECT_GE(taken, 12);
}

TEST_F(RingHelpTest, DropsWhatIsKeptWhereMemoryIsShort) {
    SharedFilm shared(film_, options_of(kSamples));
    shared.help().count_as_long(0);
    shared.help().keep(busy_.engine(), std::uint64_t{1} << 30);
    Turns own(1);
    std::atomic<int> refusals = 0;
    busy_.device().making = [&](const RenderRequest &) {
        if (refusals > 0 && refusals-- > 0)
            throw DeviceError("the GPU's memory is full");
    };
    FilmFrames frames(shared, {busy_.engine(), own});
    EXPECT_TRUE(frames.make(kEnd, kGoOn)); // where a run begins: it is kept
    refusals = 1;
    EXPECT_TRUE(bytes_of(frames.make(kFrameNumber, kGoOn).value()) == frame_alone());
    EXPECT_EQ(refusals, 0);
    refusals = 1'000'000;
    EXPECT_THROW(static_cast<void>(frames.make(kEnd, kGoOn)), DeviceError);
}

constexpr WantedPart kPart{nullptr, {3, false}, 0, false}, kOther{nullptr, {3, false}, 1, false};

class RingHelpParts : public ::testing::Test {
  protected:
    /// Makes a frame as if it took a second.
    std::shared_ptr<Frame> finish(const WantedPart &part, bool others_will_want_it) {
        auto frame = engine_.make_frame(request());
        RingHelp::Making making(help_, part);
        EXPECT_TRUE(making.begun());
        making.finish(engine_, frame, 1000, others_will_want_it);
        return frame;
    }
    [[nodiscard]] bool has(const WantedPart &part) { return help_.frame(part, kGoOn) != nullptr; }
    static RenderRequest request() {
        RenderRequest request;
        request.size = {40, 30};
        return request;
    }

    FakeEngine engine_{std::make_shared<FakeDevice>()};
    RingHelp help_;
};

TEST_F(RingHelpParts, WaitForWhatAnotherMakerIsAt) {
    const auto frame_of_other = [&] {
        return std::async(std::launch::async, [&] { return help_.frame(kPart, kGoOn); });
    };
    EXPECT_FALSE(frame_of_other().get());
    std::future<std::shared_ptr<Frame>> failed, stopped;
    std::atomic<bool> stop = false;
    {
        const RingHelp::Making making(help_, kPart);
        EXPECT_TRUE(making.begun());
        EXPECT_FALSE(RingHelp::Making(help_, kPart).begun());
        EXPECT_FALSE(has(kOther));
        failed = frame_of_other();
        stopped = std::async(std::launch::async, [&] { return help_.frame(kPart, stop); });
        stop = true;
        EXPECT_FALSE(stopped.get());
    }
    EXPECT_FALSE(failed.get());
    auto frame = finish(kPart, false);
    EXPECT_EQ(frame_of_other().get(), frame);
    EXPECT_FALSE(RingHelp::Making(help_, kPart).begun());
    frame.reset();
    EXPECT_FALSE(frame_of_other().get());
    EXPECT_TRUE(RingHelp::Making(help_, kPart).begun());
}

TEST_F(RingHelpParts, BeginAnewWhereTheyCannotBeRead) {
    const auto frame = finish(kPart, false);
    help_.lose(kPart, engine_.make_frame(request())); // another one
    EXPECT_TRUE(has(kPart));
    help_.lose(kPart, frame);
    EXPECT_FALSE(has(kPart));
    EXPECT_TRUE(RingHelp::Making(help_, kPart).begun());
}

TEST_F(RingHelpParts, AreKeptForOneWhoComesLater) {
    finish(kPart, true);
    EXPECT_FALSE(has(kPart)); // nobody has said that it may
    help_.keep(engine_, SampleBuffer(request()).bytes());
    finish(kPart, true);
    EXPECT_FALSE(RingHelp::Making(help_, kPart).begun());
    EXPECT_TRUE(has(kPart));
    EXPECT_FALSE(has(kPart)); // who came has it
    finish(kPart, true);
    finish(kOther, true); // there is room for one
    EXPECT_FALSE(has(kPart));
    const auto held = finish(kPart, false);
    EXPECT_TRUE(has(kOther));
    EXPECT_TRUE(has(kPart));
    EXPECT_TRUE(has(kPart));
    help_.count_as_long(2000); // a second is not long
    finish(kOther, true);
    EXPECT_FALSE(has(kOther));
}

TEST_F(RingHelpParts, AreKeptByEachEngineForItself) {
    FakeEngine other(std::make_shared<FakeDevice>());
    help_.keep(engine_, SampleBuffer(request()).bytes());
    help_.keep(other, SampleBuffer(request()).bytes());
    finish(kPart, true);
    {
        RingHelp::Making making(help_, kOther);
        making.finish(other, other.make_frame(request()), 1000, true);
    }
    EXPECT_TRUE(has(kPart));
    EXPECT_TRUE(has(kOther));
}

} // namespace fathom::film::ring_help_test
