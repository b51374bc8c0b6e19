#include "app/process_start.h"

#include "render/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fathom::app {
namespace {

constexpr rlim_t kLeastStack = rlim_t{1} << 20, kUsualStack = rlim_t{8} << 20;

/// The lowest free number is taken, so they come in their order. Writing to what is open for
/// reading fails, as it would to what is closed.
void fill_standard_streams() noexcept {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            static_cast<void>(::open("/dev/null", O_RDONLY));
}

void raise_stack_limit() {
    rlimit stack{};
    if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kLeastStack)
        return;
    stack.rlim_cur = std::min(stack.rlim_max, kUsualStack);
    if (stack.rlim_cur < kLeastStack || ::setrlimit(RLIMIT_STACK, &stack) != 0)
        throw DeviceError(fmt::format("the stack is limited to {} KiB, and Fathom needs 1 MiB; "
                                      "raise the limit (ulimit -s 8192)",
                                      stack.rlim_cur >> 10));
    // Threads take theirs from what the limit was when the program began.
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0)
        return;
    if (::pthread_attr_setstacksize(&attributes, stack.rlim_cur) == 0)
        static_cast<void>(::pthread_setattr_default_np(&attributes));
    ::pthread_attr_destroy(&attributes);
}

} // namespace

void prepare_process() {
    fill_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    raise_stack_limit();
}

void check_standard_output(const OutputOptions &output) {
    const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    if (!output.quiet && flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        throw DiskError("standard output is closed; send it somewhere, or use --quiet where "
                        "nothing else is printed");
}

} // namespace fathom::app
