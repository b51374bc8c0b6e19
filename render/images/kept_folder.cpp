#include "render/images/kept_folder.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"
#include "render/base/output_file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
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

/// Beside the destination.
OwnFolder opened(const OutputName &destination) {
    const fs::path path = KeptFolder::of(destination.path);
    return destination.folder ? destination.folder->folder(path.filename().string())
                              : OwnFolder(path);
}

} // namespace

std::uint32_t kept_checksum(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

KeptFile::KeptFile(const OwnFolder &folder, const std::string &name)
    : path_(folder.path() / name), descriptor_(folder.open_file(name, O_RDWR | O_CREAT)) {
    if (descriptor_ < 0 && (errno == ELOOP || errno == EINVAL || errno == ENXIO))
        throw InputError(fmt::format("{}: this is a link, or no file that Fathom made; remove it",
                                     path_.string()));
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
    const int error_number = errno;
    throw DiskError(fmt::format("cannot write {}: {}; {}", path_.string(),
                                std::generic_category().message(error_number),
                                write_advice(error_number)));
}

fs::path KeptFolder::of(const fs::path &destination) {
    fs::path folder = destination;
    folder += ".unfinished";
    return folder;
}

fs::path KeptFolder::purpose_of(const fs::path &destination) {
    return of(destination) / kPurposeName;
}

bool KeptFolder::keeps_another(const std::filesystem::path &destination,
                               const std::string &purpose) {
    std::ifstream file(purpose_of(destination), std::ios::binary);
    if (!file)
        return false;
    const std::string there(std::istreambuf_iterator<char>(file), {});
    return !there.empty() && there != purpose;
}

KeptFolder::KeptFolder(const OutputName &destination, const std::string &purpose, std::string mark)
    : folder_(opened(destination)), mark_(std::move(mark)) {
    try {
        purpose_ = std::make_unique<KeptFile>(folder_, kPurposeName);
    } catch (...) {
        folder_.remove_if_empty();
        throw;
    }
    if (!purpose_->lock())
        throw FolderInUse(fmt::format("{}: another program is at work on this file; wait for it, "
                                      "or choose another name",
                                      destination.path.string()));
    begun_ = folder_.has(mark_);
    try {
        take_purpose(purpose);
    } catch (...) {
        if (!begun_)
            remove({});
        throw;
    }
}

KeptFolder::~KeptFolder() {
    if (!removed_ && !begun_ && !folder_.has(mark_))
        remove({});
}

void KeptFolder::take_purpose(const std::string &purpose) {
    if (!begun_) {
        purpose_->cut(0);
        purpose_->append(std::as_bytes(std::span(purpose)));
        purpose_->sync();
        return;
    }
    std::string there(purpose.size() + 1, '\0');
    there.resize(purpose_->read(std::as_writable_bytes(std::span(there)), 0));
    if (there != purpose)
        throw InputError(fmt::format("{}: this folder keeps the beginning of another picture or "
                                     "film, or of this one by another version of Fathom or FFmpeg; "
                                     "remove it, or choose another name",
                                     path().string()));
}

void KeptFolder::remove(std::initializer_list<const char *> names) noexcept {
    // While the purpose is locked.
    removed_ = true;
    for (const char *name : names)
        folder_.remove(name);
    folder_.remove(kPurposeName);
    folder_.remove_if_empty();
}

} // namespace fathom
