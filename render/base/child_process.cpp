#include "render/base/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fathom {
namespace {

constexpr int kLookForStopMs = 50;
constexpr std::chrono::milliseconds kPatience{500}; ///< between asking a program to end and killing

class Pipe {
  public:
    Pipe() { open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
    ~Pipe() {
        close_writer();
        if (open_)
            ::close(ends_[0]);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] int reader() const { return ends_[0]; }
    [[nodiscard]] int writer() const { return ends_[1]; }
    /// So that the reader sees the end when the child has closed its own.
    void close_writer() {
        if (open_ && ends_[1] >= 0)
            ::close(ends_[1]);
        ends_[1] = -1;
    }

  private:
    std::array<int, 2> ends_{-1, -1};
    bool open_ = false;
};

/// What the child starts with: signals as usual, whatever this program does with them, and its
/// standard streams.
class SpawnSettings {
  public:
    SpawnSettings(int output, int errors) {
        sigset_t signals;
        sigfillset(&signals);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings &) = delete;
    SpawnSettings &operator=(const SpawnSettings &) = delete;

    /// Returns whether the program runs.
    bool start(const std::vector<std::string> &arguments, pid_t &child) const {
        std::vector<char *> words;
        for (const std::string &argument : arguments)
            words.push_back(const_cast<char *>(argument.c_str())); // which exec leaves as they are
        words.push_back(nullptr);
        return ::posix_spawnp(&child, words.front(), &actions_, &attributes_, words.data(),
                              environ) == 0;
    }

  private:
    posix_spawnattr_t attributes_{};
    posix_spawn_file_actions_t actions_{};
};

/// Reads once from a pipe that has something, and keeps it as far as there is room; false at its
/// end.
bool take(int pipe, std::string &text) {
    std::array<char, 4096> buffer{};
    const ssize_t length = ::read(pipe, buffer.data(), buffer.size());
    if (length < 0)
        return errno == EINTR;
    text.append(buffer.data(),
                std::min(static_cast<std::size_t>(length), kMaxChildOutput - text.size()));
    return length > 0;
}

/// Takes what lies ready, or some of it, so that nobody waits for this to be read.
void take_ready(int pipe, std::string &text) {
    constexpr int kMostReads = 64;
    pollfd waiting{pipe, POLLIN, 0};
    for (int reads = 0; reads < kMostReads; ++reads)
        if (::poll(&waiting, 1, 0) <= 0 || !take(pipe, text))
            return;
}

/// Reads to the end of the output, or until told to stop; returns whether it was. Others may keep
/// the errors open for longer: of these what comes meanwhile is read.
bool read_all(const Pipe &output, const Pipe &errors, const std::atomic<bool> &stop,
              ChildEnd &end) {
    std::array<pollfd, 2> waiting{{{output.reader(), POLLIN, 0}, {errors.reader(), POLLIN, 0}}};
    while (!stop) {
        const int ready = ::poll(waiting.data(), waiting.size(), kLookForStopMs);
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready <= 0)
            continue;
        if (waiting[1].revents != 0 && !take(errors.reader(), end.errors))
            waiting[1].fd = -1; // which poll leaves out
        if (waiting[0].revents != 0 && !take(output.reader(), end.output))
            return false;
    }
    return true;
}

/// Whether it has ended, and then how.
bool has_ended(pid_t child, int &status) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    return ended == child || (ended < 0 && errno != EINTR);
}

/// Waits for the end of one that may have closed its output and run on.
int wait_for_end(pid_t child, const std::atomic<bool> &stop, const Pipe &errors, ChildEnd &end) {
    using Clock = std::chrono::steady_clock;
    int status = 0;
    std::chrono::milliseconds pause{1};
    std::optional<Clock::time_point> asked;
    while (!has_ended(child, status)) {
        if (stop && !asked) {
            asked = Clock::now();
            ::kill(child, SIGTERM);
        } else if (asked && Clock::now() - *asked > kPatience) {
            ::kill(child, SIGKILL);
        }
        take_ready(errors.reader(), end.errors);
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::milliseconds(kLookForStopMs));
    }
    take_ready(errors.reader(), end.errors);
    return status;
}

} // namespace

ChildEnd run_child(const std::vector<std::string> &arguments, const std::atomic<bool> &stop) {
    ChildEnd end;
    Pipe output;
    Pipe errors;
    pid_t child = -1;
    if (!output.is_open() || !errors.is_open() ||
        !SpawnSettings(output.writer(), errors.writer()).start(arguments, child))
        return end;
    output.close_writer();
    errors.close_writer();
    const bool stopped = read_all(output, errors, stop, end);
    const int status = wait_for_end(child, stop, errors, end);
    end.how = stopped || stop     ? ChildEnd::How::stopped
              : WIFEXITED(status) ? ChildEnd::How::exited
                                  : ChildEnd::How::killed;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return end;
}

} // namespace fathom
