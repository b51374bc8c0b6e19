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
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fathom {
namespace {

constexpr int kLookForStopMs = 50;
constexpr std::chrono::milliseconds kPatience{500}; ///< between asking a program to end and killing

class Pipe {
  public:
    enum class Kind {
        usual,
        /// A writer whose reader is gone gets an error there instead of a signal, which would be
        /// the whole program's.
        without_signal
    };
    explicit Pipe(Kind kind) {
        open_ = kind == Kind::usual
                    ? ::pipe2(ends_.data(), O_CLOEXEC) == 0
                    : ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0;
    }
    ~Pipe() {
        close_writer();
        close_reader();
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] int reader() const { return ends_[0]; }
    [[nodiscard]] int writer() const { return ends_[1]; }
    /// So that the reader sees the end when the other side has closed its own.
    void close_writer() { close(ends_[1]); }
    /// Likewise the writer.
    void close_reader() { close(ends_[0]); }

  private:
    void close(int &end) const {
        if (open_ && end >= 0)
            ::close(end);
        end = -1;
    }

    std::array<int, 2> ends_{-1, -1};
    bool open_ = false;
};

/// What the child starts with: signals as usual, whatever this program does with them, and its
/// standard streams.
class SpawnSettings {
  public:
    SpawnSettings(int input, int output, int errors) {
        sigset_t signals;
        sigfillset(&signals);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings &) = delete;
    SpawnSettings &operator=(const SpawnSettings &) = delete;

    /// 0 if the program runs, else why it does not.
    int start(const std::vector<std::string> &arguments, pid_t &child) const {
        std::vector<char *> words;
        for (const std::string &argument : arguments)
            words.push_back(const_cast<char *>(argument.c_str())); // which exec leaves as they are
        words.push_back(nullptr);
        return ::posix_spawnp(&child, words.front(), &actions_, &attributes_, words.data(),
                              environ);
    }

  private:
    posix_spawnattr_t attributes_{};
    posix_spawn_file_actions_t actions_{};
};

/// Appends as far as there is room.
void keep(std::string &text, std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char *>(bytes.data()),
                std::min(bytes.size(), kMaxChildOutput - text.size()));
}

/// Reads once from a pipe that has something, and hands it on; false at its end.
bool take(int pipe, const FedChild::Sink &use) {
    std::array<std::byte, std::size_t{1} << 16> buffer; // NOLINT(*-member-init): read below
    const ssize_t length = ::read(pipe, buffer.data(), buffer.size());
    if (length < 0)
        return errno == EINTR;
    if (length > 0)
        use({buffer.data(), static_cast<std::size_t>(length)});
    return length > 0;
}

/// Whether it has ended, and then how.
bool has_ended(pid_t child, int &status) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    return ended == child || (ended < 0 && errno != EINTR);
}

/// Of a program that has just begun: threads that it starts have its priority. A refusal changes
/// nothing but speed.
void lower_priority(pid_t child) {
    constexpr int kNicer = 10;
    const int own = ::getpriority(PRIO_PROCESS, 0);
    static_cast<void>(
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), std::min(own + kNicer, 19)));
}

} // namespace

struct FedChild::State {
    State(Sink use, const std::atomic<bool> &stopping) : sink(std::move(use)), stop(stopping) {}

    /// Waits until something can be done, or until it is time to look for a stop, and takes what
    /// the child wrote. False once its output has ended or cannot be waited for.
    bool exchange(bool writing);
    /// Waits for the end of one that may have closed its output and run on.
    int wait_for_end();
    /// Takes what lies ready of the errors, or some of it, so that nobody waits for this to be
    /// read.
    void take_ready_errors();

    const Sink sink;
    const std::atomic<bool> &stop;
    Pipe input{Pipe::Kind::without_signal}, output{Pipe::Kind::usual}, errors{Pipe::Kind::usual};
    pid_t child = -1;
    int start_error = 0; ///< why there is none
    bool output_open = true, errors_open = true;
    std::string error_text;
    const Sink keep_error = [this](std::span<const std::byte> bytes) { keep(error_text, bytes); };
};

bool FedChild::State::exchange(bool writing) {
    // Of a negative descriptor poll says nothing.
    std::array<pollfd, 3> waiting{{{output_open ? output.reader() : -1, POLLIN, 0},
                                   {errors_open ? errors.reader() : -1, POLLIN, 0},
                                   {writing ? input.writer() : -1, POLLOUT, 0}}};
    const int ready = ::poll(waiting.data(), waiting.size(), kLookForStopMs);
    if (ready < 0 && errno != EINTR)
        return false;
    if (ready <= 0)
        return output_open;
    // Others may keep the errors open for longer than the child lives.
    if (waiting[1].revents != 0)
        errors_open = take(errors.reader(), keep_error);
    if (waiting[0].revents != 0)
        output_open = take(output.reader(), sink);
    return output_open;
}

void FedChild::State::take_ready_errors() {
    constexpr int kMostReads = 64;
    pollfd waiting{errors.reader(), POLLIN, 0};
    for (int reads = 0; reads < kMostReads; ++reads)
        if (::poll(&waiting, 1, 0) <= 0 || !take(errors.reader(), keep_error))
            return;
}

int FedChild::State::wait_for_end() {
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
        take_ready_errors();
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::milliseconds(kLookForStopMs));
    }
    child = -1;
    take_ready_errors();
    return status;
}

FedChild::FedChild(const std::vector<std::string> &arguments, Sink output,
                   const std::atomic<bool> &stop, Priority priority)
    : state_(std::make_unique<State>(std::move(output), stop)) {
    State &state = *state_;
    state.start_error = errno;
    if (state.input.is_open() && state.output.is_open() && state.errors.is_open()) {
        const SpawnSettings settings(state.input.reader(), state.output.writer(),
                                     state.errors.writer());
        state.start_error = settings.start(arguments, state.child);
        if (state.start_error != 0)
            state.child = -1;
    }
    if (state.child >= 0 && priority == Priority::lower)
        lower_priority(state.child);
    state.input.close_reader();
    state.output.close_writer();
    state.errors.close_writer();
}

FedChild::~FedChild() {
    if (state_->child < 0)
        return;
    ::kill(state_->child, SIGKILL);
    while (::waitpid(state_->child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool FedChild::feed(std::span<const std::byte> bytes) {
    State &state = *state_;
    while (state.child >= 0 && !bytes.empty() && !state.stop) {
        const ssize_t sent =
            ::send(state.input.writer(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
        else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            return false;
        else if (!state.exchange(true))
            return false;
    }
    return bytes.empty() && state.child >= 0;
}

ChildEnd FedChild::finish() {
    State &state = *state_;
    ChildEnd end;
    if (state.child < 0) {
        end.code = state.start_error;
        return end;
    }
    state.input.close_writer();
    while (!state.stop && state.exchange(false)) {
    }
    const bool stopped = state.output_open && state.stop;
    const int status = state.wait_for_end();
    end.how = stopped || state.stop ? ChildEnd::How::stopped
              : WIFEXITED(status)   ? ChildEnd::How::exited
                                    : ChildEnd::How::killed;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    end.errors = std::move(state.error_text);
    return end;
}

ChildEnd run_child(const std::vector<std::string> &arguments, const std::atomic<bool> &stop) {
    std::string output;
    FedChild child(
        arguments, [&](std::span<const std::byte> bytes) { keep(output, bytes); }, stop);
    ChildEnd end = child.finish();
    end.output = std::move(output);
    return end;
}

} // namespace fathom
