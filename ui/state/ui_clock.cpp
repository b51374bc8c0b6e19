#include "ui/state/ui_clock.h"

#include "render/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace fathom::ui {
namespace {

constexpr std::chrono::nanoseconds kStep{16'666'667};
constexpr int kFarthest = 24 * 60 * 60 * 1000; ///< ms
constexpr std::string_view kAdvance = "advance ";

int milliseconds_of(std::string_view command) {
    int ms = -1;
    const char *end = command.data();
    if (command.starts_with(kAdvance))
        end = std::from_chars(end + kAdvance.size(), end + command.size(), ms).ptr;
    if (end != command.data() + command.size() || ms < 0 || ms > kFarthest)
        throw InputError(fmt::format("FATHOM_CLOCK: '{}' is no 'advance MS'", command));
    return ms;
}

} // namespace

// Open for writing, too: then the FIFO has no end when a writer goes.
UiClock::UiClock(const char *path) {
    if (path == nullptr)
        return;
    file_ = ::open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (!driven())
        throw InputError(fmt::format("FATHOM_CLOCK: {}: {}", path, std::strerror(errno)));
}

UiClock::~UiClock() {
    if (driven())
        ::close(file_);
}

std::optional<std::string> UiClock::next_line() {
    std::array<char, 256> part{};
    for (ssize_t count = 0; (count = ::read(file_, part.data(), part.size())) > 0;)
        read_.append(part.data(), static_cast<std::size_t>(count));
    const std::size_t end = read_.find('\n');
    if (end == std::string::npos)
        return std::nullopt;
    std::string line = read_.substr(0, end);
    read_.erase(0, end + 1);
    return line;
}

bool UiClock::take_command() {
    if (!driven() || behind())
        return false;
    const auto command = next_line();
    if (command)
        left_ = std::chrono::milliseconds(milliseconds_of(*command));
    return command.has_value();
}

bool UiClock::step() {
    const Duration step = std::min<Duration>(*left_, kStep);
    time_ += step;
    *left_ -= step;
    if (left_->count() > 0)
        return false;
    left_.reset();
    return true;
}

long long UiClock::milliseconds() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(now() - start_).count();
}

} // namespace fathom::ui
