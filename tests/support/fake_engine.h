#pragma once
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/sample_buffer.h"
#include "render/engines/timed_span.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace fathom {

/// What a FakeEngine and its frames do. Functions that are empty do nothing; they are called on the
/// thread that uses the engine or frame, may wait and throw, and must not be replaced meanwhile.
struct FakeDevice {
    /// Computes the frames; null: nothing is computed, and what frames show and hold is made up by
    /// `colours` and `samples`, in sizes of their request.
    std::shared_ptr<Engine> engine;
    std::function<void(const RenderRequest &, std::uint32_t *rgba)> colours;
    std::function<void(const RenderRequest &, SampleBuffer &)> samples;

    /// Before anything is asked of the device: a frame, its samples or colours.
    std::function<void()> touched;
    /// Before a frame is made of the request, which may be changed.
    std::function<void(RenderRequest &)> making;
    /// Before a frame takes over what is known of it.
    std::function<void(const KnownSamples &)> begun_with;
    /// Before a frame is iterated, and after.
    std::function<void(const RenderRequest &, const std::atomic<bool> &stop)> iterating;
    std::function<void(const RenderRequest &)> iterated;

    FrameTimes times{};            ///< that its frames tell of; those of `engine` where it is 0
    std::vector<TimedSpan> spans;  ///< that it tells of once more after each frame
    int frames_at_once = 1;        ///< as Engine has it
    std::mutex working;            ///< an engine on the host does one thing at a time
    bool on_host = true;           ///< whether it says that it uses the host's memory
    EngineTraits traits{};         ///< of an engine that computes nothing
    std::atomic<int> attempts = 0; ///< frames asked for
    std::atomic<int> frames = 0;   ///< those that `making` let pass

    template <class Function, class... Arguments>
    static void call(const Function &function, Arguments &&...arguments) {
        if (function)
            function(std::forward<Arguments>(arguments)...);
    }
};

/// A frame of a FakeEngine. One that is made up is complete once it was iterated to its end.
class FakeFrame : public Frame {
  public:
    /// `frame` is the one that is computed, or null.
    FakeFrame(const RenderRequest &request, std::shared_ptr<FakeDevice> device,
              std::shared_ptr<Frame> frame)
        : request_(request), device_(std::move(device)), frame_(std::move(frame)) {}

    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override {
        return frame_ ? frame_->progress() : complete() ? 1 : 0;
    }
    [[nodiscard]] bool complete() const override {
        return frame_ ? frame_->complete() : done_.load();
    }
    [[nodiscard]] std::uint64_t revision() const override {
        return frame_ ? frame_->revision() : 1;
    }
    [[nodiscard]] FrameTimes times() const override {
        return frame_ && device_->times.iterate_ms == 0 ? frame_->times() : device_->times;
    }
    void begin_with(KnownSamples &&known) override {
        FakeDevice::call(device_->begun_with, known);
        if (frame_)
            frame_->begin_with(std::move(known));
    }
    bool iterate(const std::atomic<bool> &stop) override {
        FakeDevice::call(device_->touched);
        FakeDevice::call(device_->iterating, request_, stop);
        const bool done = frame_ ? alone([&] { return frame_->iterate(stop); }) : !stop;
        FakeDevice::call(device_->iterated, request_);
        done_ = done;
        return done;
    }
    bool refresh_colour(const std::atomic<bool> &stop) override {
        FakeDevice::call(device_->touched);
        return frame_ ? alone([&] { return frame_->refresh_colour(stop); }) : !stop;
    }
    void set_colour(const ColourSettings &settings) override {
        FakeDevice::call(device_->touched);
        if (frame_)
            frame_->set_colour(settings);
    }
    void read_rgba(std::uint32_t *rgba) override {
        FakeDevice::call(device_->touched);
        if (frame_)
            frame_->read_rgba(rgba);
        else
            FakeDevice::call(device_->colours, request_, rgba);
    }
    void read_samples(SampleBuffer &samples) override {
        FakeDevice::call(device_->touched);
        if (frame_)
            return frame_->read_samples(samples);
        samples = SampleBuffer(request_);
        FakeDevice::call(device_->samples, request_, samples);
    }

  private:
    template <class Work> bool alone(const Work &work) {
        const std::lock_guard lock(device_->working);
        return work();
    }

    const RenderRequest request_;
    const std::shared_ptr<FakeDevice> device_;
    const std::shared_ptr<Frame> frame_;
    std::atomic<bool> done_ = false;
};

/// An engine that does as a FakeDevice says.
class FakeEngine : public Engine {
  public:
    explicit FakeEngine(std::shared_ptr<FakeDevice> device)
        : device_(std::move(device)), info_{"fake", "fake", "", device_->traits} {}

    [[nodiscard]] const EngineInfo &info() const override {
        return device_->engine ? device_->engine->info() : info_;
    }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        FakeDevice::call(device_->touched);
        ++device_->attempts;
        RenderRequest own = request;
        FakeDevice::call(device_->making, own);
        ++device_->frames;
        return std::make_shared<FakeFrame>(
            own, device_, device_->engine ? device_->engine->make_frame(own) : nullptr);
    }
    [[nodiscard]] int frames_at_once() const override { return device_->frames_at_once; }
    [[nodiscard]] bool uses_host_memory() const override { return device_->on_host; }
    std::vector<TimedSpan> take_spans() override {
        return std::exchange(told_, device_->frames.load()) == device_->frames
                   ? std::vector<TimedSpan>{}
                   : device_->spans;
    }

  private:
    const std::shared_ptr<FakeDevice> device_;
    const EngineInfo info_;
    int told_ = 0; ///< the device's frames when its spans were taken
};

} // namespace fathom
