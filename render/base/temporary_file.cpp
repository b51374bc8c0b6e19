#include "render/base/temporary_file.h"

#include "render/base/error.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <stdlib.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace fathom {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int error_number) {
    const char *folder = ::getenv("TMPDIR");
    throw DiskError(fmt::format("cannot keep a temporary file in {}: {}; free some space there, or "
                                "name another folder in the variable TMPDIR",
                                folder != nullptr && *folder != '\0' ? folder : "/tmp",
                                std::generic_category().message(error_number)));
}

} // namespace

TemporaryFile::TemporaryFile() {
    std::error_code failed;
    const fs::path folder = fs::temp_directory_path(failed);
    if (failed)
        fail(failed.value());
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor_ >= 0)
        return;
    // A file system without such files, or an error that this tells.
    std::string name = (folder / "fathom-XXXXXX").string();
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0)
        fail(errno);
    ::unlink(name.c_str());
}

TemporaryFile::~TemporaryFile() {
    ::close(descriptor_);
}

void TemporaryFile::append(std::span<const std::byte> bytes) {
    write_over(size_, bytes);
    size_ += bytes.size();
}

void TemporaryFile::write_over(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno != EINTR)
            fail(errno);
        if (count > 0) {
            offset += static_cast<std::uint64_t>(count);
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
    }
}

void TemporaryFile::read_all(const std::function<void(std::span<const std::byte>)> &use) const {
    std::vector<std::byte> part(std::size_t{1} << 20);
    for (std::uint64_t at = 0; at < size_;) {
        const ssize_t count =
            ::pread(descriptor_, part.data(), part.size(), static_cast<off_t>(at));
        if (count == 0 || (count < 0 && errno != EINTR))
            fail(count == 0 ? EIO : errno);
        if (count > 0) {
            use(std::span(part).first(static_cast<std::size_t>(count)));
            at += static_cast<std::uint64_t>(count);
        }
    }
}

} // namespace fathom
