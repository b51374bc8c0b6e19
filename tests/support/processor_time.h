#pragma once
#include <chrono>
#include <ctime>

namespace fathom {

/// What a clock of processor time shows: CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID. It
/// tells how much work there was, whatever else the machine does.
inline std::chrono::nanoseconds processor_time(clockid_t clock) {
    std::timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Processor time of the calling thread since this was made.
class ThreadTime {
  public:
    [[nodiscard]] std::chrono::nanoseconds used() const {
        return processor_time(CLOCK_THREAD_CPUTIME_ID) - start_;
    }

  private:
    const std::chrono::nanoseconds start_ = processor_time(CLOCK_THREAD_CPUTIME_ID);
};

} // namespace fathom
