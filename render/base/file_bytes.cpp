#include "render/base/file_bytes.h"

#include <cerrno>
#include <unistd.h>

namespace fathom {

bool write_bytes_at(int descriptor, std::uint64_t at, std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        at += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

std::optional<std::size_t> read_bytes_at(int descriptor, std::uint64_t at,
                                         std::span<std::byte> to) noexcept {
    std::size_t got = 0;
    while (got < to.size()) {
        const ssize_t count =
            ::pread(descriptor, to.data() + got, to.size() - got, static_cast<off_t>(at + got));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

} // namespace fathom
