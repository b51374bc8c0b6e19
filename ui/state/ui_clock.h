#pragma once
#include <chrono>
#include <optional>
#include <string>

namespace fathom::ui {

/// The time by which the window moves and waits: glides, flights, held buttons, messages, what is
/// saved after a while. What only measures, or spares the processor, asks the real clock.
///
/// For tests time can stand still and go on by commands, lines of a FIFO: `advance MS` lets so many
/// milliseconds (whole ones, from 0 to a day) go by in steps of at most 1/60 s.
class UiClock {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    /// Real time if `path` is null, else that of the commands in this FIFO. Throws InputError if it
    /// cannot be opened.
    explicit UiClock(const char *path = nullptr);
    ~UiClock();
    UiClock(const UiClock &) = delete;
    UiClock &operator=(const UiClock &) = delete;

    [[nodiscard]] Time now() const { return driven() ? time_ : std::chrono::steady_clock::now(); }
    /// Whether commands move it.
    [[nodiscard]] bool driven() const { return file_ >= 0; }
    /// Whether steps of a command are left.
    [[nodiscard]] bool behind() const { return left_.has_value(); }
    /// Whether time goes on without another command.
    [[nodiscard]] bool goes_on() const { return !driven() || behind(); }
    /// Takes the next command if no other is under way. Returns whether there was one. Throws
    /// InputError if it is none.
    bool take_command();
    /// Makes one step of the command under way. Returns whether it was the last.
    bool step();
    /// That have gone by since this was made.
    [[nodiscard]] long long milliseconds() const;

  private:
    [[nodiscard]] std::optional<std::string> next_line();

    int file_ = -1;    ///< the FIFO; negative: real time
    std::string read_; ///< from it, not yet taken
    const Time start_ = std::chrono::steady_clock::now();
    Time time_ = start_;
    std::optional<Duration> left_; ///< of the command under way
};

} // namespace fathom::ui
