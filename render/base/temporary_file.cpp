#include "render/base/temporary_file.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"

#include <algorithm>
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
    if (!write_bytes_at(descriptor_, offset, bytes))
        fail(errno);
}

void TemporaryFile::read_all(const std::function<void(std::span<const std::byte>)> &use) const {
    std::vector<std::byte> part(std::size_t{1} << 20);
    for (std::uint64_t at = 0; at < size_; at += part.size()) {
        part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), size_ - at)));
        const auto count = read_bytes_at(descriptor_, at, part);
        if (!count || *count < part.size())
            fail(count ? EIO : errno);
        use(part);
    }
}

} // namespace fathom
