#include "render/base/output_file.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fathom {
namespace {

namespace fs = std::filesystem;

const char *advice(int error_number) {
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
    case ENAMETOOLONG:
        return "choose a shorter name";
    default:
        return "choose another folder";
    }
}

[[noreturn]] void throw_unwritable(const fs::path &name, const std::string &reason) {
    throw DiskError(fmt::format("cannot write {}: {}", name.string(), reason));
}

[[noreturn]] void throw_unwritable(const fs::path &name, int error_number) {
    throw_unwritable(name, fmt::format("{}; {}", std::generic_category().message(error_number),
                                       advice(error_number)));
}

/// Absolute, so that a later change of the working folder does not matter; a link is resolved, so
/// that the rename replaces the file behind it and not the link.
fs::path resolve(const fs::path &name) {
    std::error_code failed;
    fs::path target = fs::absolute(name, failed);
    if (failed) {
        return name;
    }
    if (fs::is_symlink(target, failed)) {
        const fs::path behind = fs::canonical(target, failed);
        return failed ? target : behind;
    }
    return target;
}

/// Finds out before a long render, not at the rename after it, that `target` cannot be replaced.
void check_replaceable(const fs::path &name, const fs::path &target) {
    if (!name.has_filename()) {
        throw_unwritable(name.empty() ? "the output" : name,
                         "it has no file name; give a file's name");
    }
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno != ENOENT) {
            throw_unwritable(name, errno);
        }
        return;
    }
    if (S_ISDIR(status.st_mode)) {
        throw_unwritable(name, "it is a folder; give a file's name");
    }
    if (!S_ISREG(status.st_mode)) {
        throw_unwritable(name, "it is not a regular file; choose another name");
    }
    if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) {
        throw_unwritable(name, errno);
    }
}

/// Short whatever the destination is called, so that it fits where that name just fits.
std::string random_name() {
    std::random_device random;
    return fmt::format(".fathom-{:08x}{:08x}.tmp", random(), random());
}

/// Makes a rename in `folder` durable, where its file system can do that.
void sync_folder(const fs::path &folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        static_cast<void>(::fsync(descriptor));
        ::close(descriptor);
    }
}

/// By this name a file without one can be linked to; linking to the descriptor itself takes a
/// privilege.
std::string path_of(int descriptor) {
    return fmt::format("/proc/self/fd/{}", descriptor);
}

/// Likewise for other programs.
std::string path_for_others_of(int descriptor) {
    return fmt::format("/proc/{}/fd/{}", ::getpid(), descriptor);
}

/// A file in `folder` that has no name and can be given one later; -1 where there is no such thing,
/// as on network file systems, in an older overlay or without /proc. Why not does not matter: a
/// file with a name is tried next, and its error is the one to tell.
int open_nameless(const fs::path &folder) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    char first = 0; // of the path that /proc has for it
    if (descriptor >= 0 && ::readlinkat(AT_FDCWD, path_of(descriptor).c_str(), &first, 1) < 0) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

} // namespace

OutputFile::OutputFile(const fs::path &destination) : name_(destination), target_(resolve(name_)) {
    check_replaceable(name_, target_);
    descriptor_ = open_nameless(target_.parent_path());
    if (descriptor_ < 0) {
        open_named();
    }
    keep_permissions();
}

OutputFile::OutputFile(fs::path name, fs::path target)
    : name_(std::move(name)), target_(std::move(target)) {
    open_named();
    keep_permissions();
}

void OutputFile::open_named() {
    do {
        temporary_ = target_.parent_path() / random_name();
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
    if (descriptor_ < 0) {
        throw_unwritable(name_, errno);
    }
}

/// A file that replaces another is as private as that was.
void OutputFile::keep_permissions() const {
    if (struct stat old{}; ::stat(target_.c_str(), &old) == 0) {
        static_cast<void>(::fchmod(descriptor_, old.st_mode & 0777));
    }
}

OutputFile::~OutputFile() {
    discard();
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : name_(std::move(other.name_)), target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)), flushing_(other.flushing_),
      unflushed_(other.unflushed_) {}

OutputFile &OutputFile::operator=(OutputFile &&other) noexcept {
    if (this != &other) {
        discard();
        name_ = std::move(other.name_);
        target_ = std::move(other.target_);
        temporary_ = std::exchange(other.temporary_, {});
        descriptor_ = std::exchange(other.descriptor_, -1);
        flushing_ = other.flushing_;
        unflushed_ = other.unflushed_;
    }
    return *this;
}

void OutputFile::write(std::span<const std::byte> bytes) {
    require_open();
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            fail(errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        begin_flushing(static_cast<std::uint64_t>(written));
    }
}

void OutputFile::begin_flushing(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kEnough = std::uint64_t{16} << 20;
    unflushed_ += bytes;
    if (unflushed_ < kEnough)
        return;
#ifdef SYNC_FILE_RANGE_WRITE
    // Only a hint: whatever goes wrong, sync() will tell.
    static_cast<void>(::sync_file_range(descriptor_, static_cast<off_t>(flushing_),
                                        static_cast<off_t>(unflushed_), SYNC_FILE_RANGE_WRITE));
#endif
    flushing_ += std::exchange(unflushed_, 0);
}

void OutputFile::write_over(std::uint64_t offset, std::span<const std::byte> bytes) {
    require_open();
    if (!write_bytes_at(descriptor_, offset, bytes)) {
        fail(errno);
    }
}

fs::path OutputFile::path_for_others() const {
    require_open();
    return temporary_.empty() ? fs::path(path_for_others_of(descriptor_)) : temporary_;
}

void OutputFile::commit() {
    require_open();
    sync();
    if (temporary_.empty() && !take_name()) {
        *this = named_copy();
        sync();
    }
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        fail(errno);
    }
    if (temporary_ != target_ && ::rename(temporary_.c_str(), target_.c_str()) != 0) {
        fail(errno);
    }
    temporary_.clear();
    sync_folder(target_.parent_path());
}

/// Delayed allocation and network file systems report a full disk only here.
void OutputFile::sync() {
    constexpr int kNoFsync = EINVAL; // a file system without
    if (::fsync(descriptor_) != 0 && errno != kNoFsync) {
        fail(errno);
    }
}

// Linux replaces files by rename alone, which takes a name; linkat() only makes names that are
// free. So where there is an old file, the whole new one has a temporary name for the moment
// between these two, and only a program killed in that moment leaves it behind.
bool OutputFile::take_name() {
    temporary_ = target_;
    while (::linkat(AT_FDCWD, path_of(descriptor_).c_str(), AT_FDCWD, temporary_.c_str(),
                    AT_SYMLINK_FOLLOW) != 0) {
        if (errno != EEXIST) {
            temporary_.clear();
            return false;
        }
        temporary_ = target_.parent_path() / random_name();
    }
    return true;
}

// A security policy may forbid links, which shows only here, and a long render must not be lost.
OutputFile OutputFile::named_copy() const {
    OutputFile copy(name_, target_);
    constexpr std::size_t kAtOnce = std::size_t{1} << 30;
    off_t at = 0;
    for (;;) {
        const ssize_t copied = ::sendfile(copy.descriptor_, descriptor_, &at, kAtOnce);
        if (copied == 0) {
            return copy;
        }
        if (copied < 0 && errno != EINTR) {
            copy.fail(errno);
        }
    }
}

void OutputFile::require_open() const {
    if (descriptor_ < 0) {
        throw std::logic_error("OutputFile: written to after it was committed or had failed");
    }
}

void OutputFile::discard() noexcept {
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
    }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        temporary_.clear();
    }
}

void OutputFile::fail(int error_number) {
    discard();
    throw_unwritable(name_, error_number);
}

void write_text_file(const fs::path &path, std::string_view text) {
    OutputFile file(path);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

} // namespace fathom
