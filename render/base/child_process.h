#pragma once
#include <atomic>
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
    int code = 0;
    std::string output; ///< what it wrote to standard output, at most kMaxChildOutput bytes
    std::string errors; ///< likewise, to standard error
};
inline constexpr std::size_t kMaxChildOutput = std::size_t{1} << 16;

/// Runs the program that `arguments` begin with, a path or a name that $PATH leads to, with these
/// arguments as they are: no shell reads them. Returns at its end; where `stop` becomes true, it is
/// ended within moments. It reads nothing. `arguments` must not be empty.
ChildEnd run_child(const std::vector<std::string> &arguments, const std::atomic<bool> &stop);

} // namespace fathom
