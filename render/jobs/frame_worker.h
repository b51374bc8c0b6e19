#pragma once
#include "render/base/complaint.h"
#include "render/engines/engine.h"
#include "render/jobs/refinement.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace fathom {

/// Drives one engine on a thread of its own, so that a window never waits: the newest request wins,
/// an older one is stopped within a slice.
class FrameWorker {
  public:
    /// `notify` is called from the worker's thread when a frame was begun, completed, recoloured or
    /// failed.
    FrameWorker(std::unique_ptr<Engine> engine, std::function<void()> notify);
    ~FrameWorker();
    FrameWorker(const FrameWorker &) = delete;
    FrameWorker &operator=(const FrameWorker &) = delete;

    [[nodiscard]] const EngineInfo &info() const { return engine_->info(); }
    /// As Engine::take_spans.
    std::vector<TimedSpan> take_spans() { return engine_->take_spans(); }
    /// Asks for a frame; supersedes whatever was asked for before.
    void submit(const RenderRequest &request);
    /// Takes more samples, `samples` in all, where neighbours of the complete frame() differ; see
    /// Refinement. Whatever else is asked for ends that. A failure ends it, too, and is kept to
    /// itself: the frame is fine.
    void refine(int samples);
    /// True while that is under way; busy() does not count it.
    [[nodiscard]] bool refining() const;
    /// Ends it and forgets what it has made.
    void stop_refinement();
    /// What refine() has made so far of frame() in its present colours; null if nothing.
    [[nodiscard]] std::shared_ptr<const RefinedPicture> refined() const;
    /// Gives a frame up on the worker's thread: its memory may take milliseconds to go.
    void discard(std::shared_ptr<Frame> frame);
    /// Recolours the current frame and those to come; nothing is iterated again.
    void set_colour(const ColourSettings &settings);
    /// Stops what is being computed; the frame stays as far as it got.
    void cancel();
    /// The newest frame that was begun, which may be in progress; null before the first.
    [[nodiscard]] std::shared_ptr<Frame> frame() const;
    /// True while there is something to compute.
    [[nodiscard]] bool busy() const;
    /// Why the engine failed, if it did; it takes no more requests then.
    [[nodiscard]] std::optional<Complaint> failure() const;
    /// Why the picture asked for last cannot be made (an InputError), if so; the engine is fine.
    [[nodiscard]] std::optional<Complaint> refusal() const;

  private:
    enum class Work { none, iterate, recolour, refine };
    /// What the thread does next, with all that it needs for that.
    struct Task {
        Work work = Work::none;
        std::optional<RenderRequest> request; ///< to iterate
        std::shared_ptr<Frame> frame;         ///< to recolour or refine
        ColourSettings colour;
        int samples = 0;                               ///< to refine with
        std::vector<std::shared_ptr<Frame>> discarded; ///< to be given up before
    };

    void serve();
    /// What came of a task besides its picture.
    struct Outcome {
        std::optional<Complaint> refusal, failure;
    };
    Outcome perform(const Task &task);
    void begin(RenderRequest request);
    void refine_frame(Frame &frame, const ColourSettings &colour, int samples);
    // These want the mutex to be held.
    [[nodiscard]] Work next_work() const;
    [[nodiscard]] Task take_task();
    void stop_refining();
    void colour_frame();
    void fail(const Complaint &why);

    const std::unique_ptr<Engine> engine_;
    const std::function<void()> notify_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<RenderRequest> next_;
    std::optional<ColourSettings> colour_; ///< newer than those of the last request
    std::shared_ptr<Frame> frame_;
    std::optional<Complaint> failure_;
    std::optional<Complaint> refusal_; ///< of the last request
    int refine_ = 0;                   ///< samples that refine() has asked for; 0: nothing
    std::shared_ptr<const RefinedPicture> refined_;
    std::vector<std::shared_ptr<Frame>> discarded_;
    std::atomic<bool> stop_ = false;
    std::atomic<bool> stop_refining_ = false;
    Work work_ = Work::none; ///< that the thread is doing
    bool recolour_ = false;
    bool quit_ = false;
    std::thread thread_;
};

} // namespace fathom
