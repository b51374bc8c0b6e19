// The speed-ups that decide about a GPU's number types: how they are measured, and kept.
#include "render/engines/measured_traits.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/sample_buffer.h"
#include "render/engines/speedup_measurement.h"
#include "render/places/palette.h"
#include "tests/support/environment.h"
#include "tests/support/fake_engine.h"
#include "tests/support/location_at.h"
#include "tests/support/temp_folder.h"

#include <cmath>
#include <fmt/format.h>
#include <future>
#include <map>
#include <set>

namespace fathom::measured_traits_test {

namespace fs = std::filesystem;

constexpr EngineTraits kMeasured{5.25, 16.1, 1.0 / 3};

DeviceInfo made_up_gpu() {
    DeviceInfo gpu{"gpu0", "NVIDIA \"Made Up\" /../ 9000", "gpu", "compute capability 8.6", 1};
    gpu.driver = "580.65.06";
    return gpu;
}

/// Measures, or is told what was measured, and how often it measured.
class Measuring {
  public:
    explicit Measuring(std::optional<fs::path> folder) : folder_(std::move(folder)) {}

    DeviceInfo ask(const DeviceInfo &gpu = made_up_gpu()) {
        return with_measured_traits(gpu, folder_, [this] {
            ++count_;
            return kMeasured;
        });
    }
    /// How often since the last call.
    int take_count() { return std::exchange(count_, 0); }

  private:
    const std::optional<fs::path> folder_;
    int count_ = 0;
};

fs::path only_file(const fs::path &folder) {
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
    return fs::directory_iterator(folder)->path();
}

TEST(MeasuredTraits, AreMeasuredOnceAndThenRead) {
    const TempFolder temp;
    const fs::path folder = temp / "state/gpu-speeds";
    EXPECT_EQ(with_kept_traits(made_up_gpu(), folder).measured, "");
    Measuring measuring(folder);
    const DeviceInfo first = measuring.ask();
    EXPECT_EQ(measuring.take_count(), 1);
    EXPECT_EQ(first.traits, kMeasured);
    EXPECT_EQ(first.measured.size(), 10U) << first.measured;
    EXPECT_EQ(first.id, "gpu0");
    for (const DeviceInfo &again : {measuring.ask(), with_kept_traits(made_up_gpu(), folder)}) {
        EXPECT_EQ(again.traits, kMeasured) << "to the last bit, or another start chooses otherwise";
        EXPECT_EQ(again.measured, first.measured);
    }
    EXPECT_EQ(measuring.take_count(), 0);
    only_file(folder);
}

TEST(MeasuredTraits, AreOfOneDriverAndOneKindOfGpu) {
    const TempFolder folder;
    Measuring measuring(folder.path());
    measuring.ask();
    DeviceInfo second = made_up_gpu();
    second.id = "gpu1";
    measuring.ask(second);
    EXPECT_EQ(measuring.take_count(), 1) << "a second one of the kind";

    DeviceInfo driver = made_up_gpu();
    driver.driver = "581.01";
    measuring.ask(driver);
    measuring.ask(driver);
    EXPECT_EQ(measuring.take_count(), 1);
    only_file(folder.path());

    DeviceInfo larger = driver;
    larger.detail += ", 64 multiprocessors";
    measuring.ask(larger);
    measuring.ask(driver);
    EXPECT_EQ(measuring.take_count(), 1) << "both are kept";
    EXPECT_EQ(folder.count(), 2);
}

TEST(MeasuredTraits, OfADamagedFileAreMeasuredAnewWithoutAWord) {
    const TempFolder folder;
    Measuring measuring(folder.path());
    measuring.ask();
    const fs::path file = only_file(folder.path());
    const std::string whole = read_all(file);
    measuring.take_count();
    std::set<std::string> damaged = {"", "\xff\xfe", std::string(3 << 20, 'x')};
    // The last line feed alone may be missing.
    for (std::size_t length = 0; length + 1 < whole.size(); ++length)
        damaged.insert(whole.substr(0, length));
    const auto replace = [&](const std::string &part, const std::string &by) {
        std::string other = whole;
        ASSERT_NE(other.find(part), std::string::npos) << part;
        damaged.insert(other.replace(other.find(part), part.size(), by));
    };
    for (const char *value : {"-5.25", "0", "1e30", "nan", "\"5.25\"", "[]", "inf"})
        replace("5.25", value);
    replace("2f32 =", "3f32 =");
    replace("580.65", "580.66");
    replace("measured = ", "measured = 20");
    replace("measured = \"2", "measured = \"\\u001b");
    for (const std::string &text : damaged) {
        write_all(file, text);
        // What is cut after a digit may still be a number.
        const DeviceInfo kept = with_kept_traits(made_up_gpu(), folder.path());
        const bool is_kept = !kept.measured.empty();
        EXPECT_TRUE(!is_kept || whole.starts_with(text)) << text;
        EXPECT_EQ(measuring.ask().measured.size(), 10U);
        EXPECT_EQ(measuring.take_count(), is_kept ? 0 : 1) << text;
    }
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_EQ(measuring.ask().traits, kMeasured);
    EXPECT_EQ(measuring.take_count(), 1);
}

TEST(MeasuredTraits, AreMeasuredEachTimeWhereNothingCanBeWritten) {
    const TempFolder temp;
    write_all(temp / "file", "");
    for (const std::optional<fs::path> &folder :
         {std::optional<fs::path>(), std::optional(temp / "file/gpu-speeds")}) {
        Measuring measuring(folder);
        for (int i = 0; i < 2; ++i) {
            EXPECT_EQ(measuring.ask().traits, kMeasured);
            EXPECT_EQ(measuring.take_count(), 1);
        }
    }
}

TEST(MeasuredTraits, AreNotKeptOfAGpuThatFails) {
    const TempFolder folder;
    EXPECT_THROW(with_measured_traits(made_up_gpu(), folder.path(),
                                      []() -> EngineTraits { throw DeviceError("it is lost"); }),
                 DeviceError);
    EXPECT_EQ(folder.count(), 0);
}

TEST(MeasuredTraits, OfSeveralAtOnceOneIsKeptWhole) {
    const TempFolder folder;
    std::vector<std::future<void>> starting;
    for (int i = 1; i <= 8; ++i)
        starting.push_back(std::async(std::launch::async, [&folder, i] {
            const double speedup = i;
            with_measured_traits(made_up_gpu(), folder.path(), [speedup] {
                return EngineTraits{speedup, speedup, speedup};
            });
        }));
    for (auto &each : starting)
        each.get();
    only_file(folder.path());
    const DeviceInfo kept = with_kept_traits(made_up_gpu(), folder.path());
    EXPECT_FALSE(kept.measured.empty());
    EXPECT_EQ(kept.traits.two_f32_speedup, kept.traits.perturb_two_f32_speedup);
}

/// A device whose pictures take as long as is said of their type.
class TimedDevice {
  public:
    explicit TimedDevice(std::map<Precision, double> ms) : ms_(std::move(ms)) {
        device_->making = [this](RenderRequest &request) { time(request); };
    }

    EngineTraits measure() {
        FakeEngine engine(device_);
        return measure_speedups(engine);
    }
    [[nodiscard]] int largest_width() const { return largest_width_; }

  private:
    void time(const RenderRequest &request) {
        EXPECT_FALSE(request.shortcuts) << "nothing may be left out";
        EXPECT_NE(request.colour.lut, nullptr) << "GPUs read it";
        largest_width_ = std::max(largest_width_, request.size.width);
        // The first picture of a type loads its kernels, and others come between now and then.
        const int made = made_[request.precision]++;
        const double disturbed = made == 0 ? 50 : made % 3 == 0 ? 2 : 1;
        device_->times.iterate_ms = disturbed * ms_.at(request.precision);
    }

    const std::map<Precision, double> ms_;
    std::map<Precision, int> made_;
    int largest_width_ = 0;
    const std::shared_ptr<FakeDevice> device_ = std::make_shared<FakeDevice>();
};

TEST(MeasuredSpeedups, AreRatiosOfTimesWithoutWhatDisturbsThem) {
    for (const double pace : {0.01, 1.0, 10.0}) {
        TimedDevice device({{Precision::f64, 10 * pace},
                            {Precision::two_f32, 4 * pace},
                            {Precision::perturb_f64, 20 * pace},
                            {Precision::perturb_f32x, 2 * pace},
                            {Precision::perturb_two_f32, 40 * pace}});
        EXPECT_EQ(device.measure(), (EngineTraits{2.5, 10, 0.5}));
        EXPECT_EQ(device.largest_width(), pace < 1 ? 2048 : 256) << "a fast one has more to do";
    }
}

TEST(MeasuredSpeedups, OfADeviceThatFailsEndWithItsError) {
    const auto device = std::make_shared<FakeDevice>();
    device->iterating = [](const RenderRequest &request, const std::atomic<bool> &) {
        if (request.precision == Precision::perturb_two_f32)
            throw DeviceError("it is lost");
    };
    FakeEngine engine(device);
    EXPECT_THROW(measure_speedups(engine), DeviceError);
}

std::vector<std::uint32_t> counts_by(Engine &engine, Precision precision) {
    RenderRequest request = make_request(location_at("-0.743643887", "0.131825904", "1e5", 3000),
                                         {320, 180}, {0, 0, 320, 180}, {}, precision);
    request.contents = FrameContents::counts;
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const auto frame = engine.make_frame(request);
    const std::atomic<bool> never = false;
    EXPECT_TRUE(frame->iterate(never));
    SampleBuffer samples;
    frame->read_samples(samples);
    return {samples.n().begin(), samples.n().end()};
}

TEST(MeasuredTraits, OfEachGpuAreMeasuredByItsFirstEngineAlone) {
    bool any = false;
    for (const DeviceInfo &listed : list_devices().devices) {
        if (listed.kind != "gpu")
            continue;
        any = true;
        SCOPED_TRACE(listed.id);
        const TempFolder state;
        const Environment folder("XDG_STATE_HOME", state.path());
        const auto first = make_engine(listed.id);
        for (const Speedup &each : kSpeedups) {
            const double speedup = first->info().traits.*each.value;
            EXPECT_TRUE(speedup > 0.001 && speedup < 1000) << to_string(each.type) << speedup;
        }
        const Stopwatch watch;
        measure_speedups(*first);
        EXPECT_LT(watch.ms(), 500);

        // One that measured would not believe this.
        const fs::path file = only_file(state / "fathom/gpu-speeds");
        std::string text = read_all(file);
        const std::string line = fmt::format("2f32 = {}\n", first->info().traits.two_f32_speedup);
        ASSERT_NE(text.find(line), std::string::npos) << text;
        write_all(file, text.replace(text.find(line), line.size(), "2f32 = 777\n"));
        const auto second = make_engine(listed.id);
        EXPECT_EQ(second->info().traits.two_f32_speedup, 777);
        EXPECT_EQ(with_kept_traits(listed, traits_folder()).traits, second->info().traits);

        for (const Precision precision : {Precision::f64, Precision::two_f32})
            EXPECT_TRUE(counts_by(*first, precision) == counts_by(*second, precision));
    }
    if (!any)
        GTEST_SKIP() << "no GPU on this machine";
}

} // namespace fathom::measured_traits_test
