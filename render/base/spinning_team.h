#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace fathom {

/// Threads for jobs of some microseconds, for which waking them up would take too long: they spin
/// for the next job, and fall asleep only if none comes for a while. A job has phases, each of
/// which begins when all parts of the one before have ended: between phases they wait for each
/// other, not for the caller. Nobody waits for a thread that the system does not run: whose part
/// has not begun when the caller has done its own, the caller does that, too, and all its phases.
class SpinningTeam {
  public:
    struct Job {
        /// Does a part of a phase; must not throw, nor touch what others touch in the same phase.
        std::function<void(std::size_t phase, std::size_t part)> work;
        /// Asked by every thread before each phase but the first: false ends the job. All must be
        /// told the same.
        std::function<bool(std::size_t phase)> goes_on;
    };
    /// For that many parts at most, the caller's among them.
    SpinningTeam(std::size_t most_parts, Job job);
    ~SpinningTeam();
    SpinningTeam(const SpinningTeam &) = delete;
    SpinningTeam &operator=(const SpinningTeam &) = delete;

    /// Returns when it is done.
    void run(std::size_t phases, std::size_t parts) noexcept;

  private:
    enum State : int { kIdle, kOffered, kTaken, kQuit };
    /// A part but the first.
    struct alignas(64) Member {
        std::atomic<int> state{kIdle};
        std::atomic<std::uint64_t> phases_done{0}; ///< of all jobs
        bool is_callers = false;                   ///< of this job
        std::thread thread;
    };

    void serve(std::size_t part) noexcept;
    void do_phases(std::size_t part) noexcept;
    /// Takes what no thread has begun.
    void take_over() noexcept;
    /// Until all parts have done so many.
    void wait_for(std::uint64_t phases_done) const noexcept;

    Job job_;
    std::vector<std::unique_ptr<Member>> members_; ///< by their parts; the first has no thread
    // Of this job.
    std::size_t phases_ = 0, parts_ = 1;
    std::uint64_t done_before_ = 0; ///< phases of the jobs before
};

} // namespace fathom
