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

const char *write_advice(int error_number) noexcept {
    switch (error_number) {
    case ENOSPC:
    case EDQUOT:
        return "free some space or choose another folder";
    case EFBIG:
        return "raise the limit on file sizes or choose another folder";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder and name that you may write to";
    case ENOENT:
    case ENOTDIR:
        return "create the folder or choose another one";
    case EMFILE:
    case ENFILE:
        return "raise the limit on open files (ulimit -n) or close other programs";
    case ENAMETOOLONG:
        return "choose a shorter name";
    default:
        return "choose another folder";
    }
}

} // namespace fathom
