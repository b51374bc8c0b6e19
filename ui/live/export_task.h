#pragma once
#include "render/jobs/export.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace fathom {

/// An export under way on a thread and an engine of its own, so that the window goes on. Ends,
/// without a file, when it is destroyed early.
class ExportTask {
  public:
    enum class State { running, finished, cancelled, failed };

    /// The job's method is decided by `choice` for that device's engine. `notify` is called from
    /// the thread at the end.
    ExportTask(ExportJob job, const MethodChoice &choice, std::string device,
               std::function<void()> notify);
    ~ExportTask();
    ExportTask(const ExportTask &) = delete;
    ExportTask &operator=(const ExportTask &) = delete;

    void cancel() { stop_ = true; }
    [[nodiscard]] const ExportJob &job() const { return job_; }
    [[nodiscard]] State state() const { return state_; }
    /// Share done, 0 to 1.
    [[nodiscard]] double progress() const { return progress_; }
    /// Seconds since the start, up to the end.
    [[nodiscard]] double seconds() const;
    /// Seconds until the end, by the pace since the first part was done, for engines take their
    /// time to start; nothing before there is a pace.
    [[nodiscard]] std::optional<double> seconds_left() const;
    /// Why it failed, once it has.
    [[nodiscard]] std::string error() const;

  private:
    using Clock = std::chrono::steady_clock;

    void run();
    void note(double share);
    void end(State state, std::string error);

    const ExportJob job_;
    const MethodChoice choice_;
    const std::string device_;
    const std::function<void()> notify_;
    const Clock::time_point start_ = Clock::now();
    std::atomic<Clock::rep> end_ = 0; ///< 0: not yet
    std::atomic<bool> stop_ = false;
    std::atomic<double> progress_ = 0;
    std::atomic<double> first_share_ = 0;   ///< that was done
    std::atomic<double> first_seconds_ = 0; ///< when that was; 0: nothing is done yet
    std::atomic<State> state_ = State::running;
    mutable std::mutex mutex_;
    std::string error_; ///< guarded by mutex_
    std::thread thread_;
};

} // namespace fathom
