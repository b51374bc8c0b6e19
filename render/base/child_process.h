#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fathom {

/// How a program that was started has ended.
struct ChildEnd {
    enum class How {
        exited,      ///< by itself, with `code`
        killed,      ///< by a signal that this program did not send
        stopped,     ///< because it was asked to
        not_started, ///< there is no such program, or it cannot be run
    };
    How how = How::not_started;
    int code = 0;       ///< that it exited with, the signal that killed it, or errno of starting it
    std::string output; ///< what it wrote to standard output, at most kMaxChildOutput bytes
    std::string errors; ///< likewise, to standard error
};
inline constexpr std::size_t kMaxChildOutput = std::size_t{1} << 16;

/// Runs the program that `arguments` begin with, a path or a name that $PATH leads to, with these
/// arguments as they are: no shell reads them. Returns at its end; where `stop` becomes true, it is
/// ended within moments. It reads nothing. `arguments` must not be empty.
ChildEnd run_child(const std::vector<std::string> &arguments, const std::atomic<bool> &stop);

/// A program that was started likewise and works beside this one: it reads what it is fed, and what
/// it writes to standard output is handed on meanwhile. For one thread.
class FedChild {
  public:
    using Sink = std::function<void(std::span<const std::byte>)>;
    enum class Priority {
        usual, ///< that of the thread that starts it
        lower  ///< it runs where this program leaves the processors idle, for the most part
    };

    /// `output` gets all that it writes to standard output, within `feed` and `finish`, which pass
    /// on what it throws. `stop` has to outlive this.
    FedChild(const std::vector<std::string> &arguments, Sink output, const std::atomic<bool> &stop,
             Priority priority = Priority::usual);
    /// Kills it if it still runs.
    ~FedChild();
    FedChild(const FedChild &) = delete;
    FedChild &operator=(const FedChild &) = delete;

    /// Gives it bytes to read, and returns when it has taken them or they wait for it in the
    /// system. False if it reads no more, was not started, or `stop` became true; finish() tells.
    [[nodiscard]] bool feed(std::span<const std::byte> bytes);
    /// Declares that nothing more comes, and waits for its end as run_child does; `output` stays
    /// empty. To be called once.
    ChildEnd finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
