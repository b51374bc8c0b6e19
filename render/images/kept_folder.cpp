#include "render/images/kept_folder.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"
#include "render/base/output_file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPurposeName = "purpose";

} // namespace

std::uint32_t kept_checksum(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

KeptFile::KeptFile(fs::path path) : path_(std::move(path)) {
    // In a folder that everybody may write to, a link would lead to a file of somebody's.
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0)
        fail();
}

KeptFile::~KeptFile() {
    ::close(descriptor_);
}

bool KeptFile::lock() const {
    return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

std::size_t KeptFile::read(std::span<std::byte> to, std::uint64_t from) const {
    const auto got = read_bytes_at(descriptor_, from, to);
    if (!got)
        fail();
    return *got;
}

void KeptFile::append(std::span<const std::byte> bytes) {
    write_over(end_, bytes);
    end_ += bytes.size();
}

void KeptFile::write_over(std::uint64_t at, std::span<const std::byte> bytes) const {
    if (!write_bytes_at(descriptor_, at, bytes))
        fail();
}

void KeptFile::cut(std::uint64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
        fail();
    end_ = size;
}

void KeptFile::sync() const {
    if (::fsync(descriptor_) != 0 && errno != EINVAL) // a file system without
        fail();
}

void KeptFile::fail() const {
    throw DiskError(fmt::format("cannot write {}: {}; free some space or choose another folder",
                                path_.string(), std::generic_category().message(errno)));
}

fs::path KeptFolder::of(const fs::path &destination) {
    fs::path folder = destination;
    folder += ".unfinished";
    return folder;
}

fs::path KeptFolder::purpose_of(const fs::path &destination) {
    return of(destination) / kPurposeName;
}

KeptFolder::KeptFolder(const fs::path &destination, const std::string &purpose,
                       const std::string &mark)
    : path_(of(destination)) {
    std::error_code failed;
    fs::create_directory(path_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another name",
                                    path_.string(), failed.message()));
    purpose_ = std::make_unique<KeptFile>(path_ / kPurposeName);
    if (!purpose_->lock())
        throw FolderInUse(fmt::format("{}: another program is at work on this file; wait for it, "
                                      "or choose another name",
                                      destination.string()));
    std::string there(purpose.size() + 1, '\0');
    there.resize(purpose_->read(std::as_writable_bytes(std::span(there)), 0));
    begun_ = fs::exists(path_ / mark, failed);
    if (begun_ && there != purpose)
        throw InputError(fmt::format("{}: this folder keeps the beginning of another picture or "
                                     "film, or of this one by another version of Fathom or FFmpeg; "
                                     "remove it, or choose another name",
                                     path_.string()));
    if (!begun_) {
        purpose_->cut(0);
        purpose_->append(std::as_bytes(std::span(purpose)));
        purpose_->sync();
    }
}

void KeptFolder::remove(const std::vector<std::string> &names) noexcept {
    // While the purpose is locked.
    std::error_code ignored;
    for (const std::string &name : names)
        fs::remove(path_ / name, ignored);
    fs::remove(path_ / kPurposeName, ignored);
    fs::remove(path_, ignored);
}

} // namespace fathom
