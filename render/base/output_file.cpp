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

[[noreturn]] void throw_unwritable(const fs::path &name, const std::string &reason) {
    throw DiskError(fmt::format("cannot write {}: {}", name.string(), reason));
}

[[noreturn]] void throw_unwritable(const fs::path &name, int error_number) {
    throw_unwritable(name, fmt::format("{}; {}", std::generic_category().message(error_number),
                                       write_advice(error_number)));
}

/// Absolute, so that a later change of the working folder does not matter; a link is resolved, so
/// that the rename replaces the file behind it and not the link.
fs::path resolve(const fs::path &name) {
    std::error_code failed;
    fs::path target = fs::absolute(name, failed);
    if (failed) {
        return name;
    }
    constexpr int kMostLinks = 40; // as the kernel has it
    for (int links = 0; fs::is_symlink(target, failed); ++links) {
        const fs::path behind = fs::read_symlink(target, failed);
        if (failed || links == kMostLinks) {
            throw_unwritable(name, failed ? failed.value() : ELOOP);
        }
        target = target.parent_path() / behind; // an absolute one replaces all before it
    }
    return target;
}

int open_folder_of(const fs::path &name, const fs::path &target) {
    const int folder = ::open(target.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        throw_unwritable(name, errno);
    }
    return folder;
}

/// Of another descriptor.
int same_folder(const fs::path &name, int folder) {
    const int copy = ::fcntl(folder, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) {
        throw_unwritable(name, errno);
    }
    return copy;
}

/// Finds out before a long render, not at the rename after it, that the file cannot be replaced.
void check_replaceable(const fs::path &name, int folder, const std::string &file) {
    struct stat status {};
    if (::fstatat(folder, file.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) {
            throw_unwritable(name, errno);
        }
        return;
    }
    if (S_ISLNK(status.st_mode)) {
        throw_unwritable(name, "it is a link to another file; remove the link");
    }
    if (S_ISDIR(status.st_mode)) {
        throw_unwritable(name, "it is a folder; give a file's name");
    }
    if (!S_ISREG(status.st_mode)) {
        throw_unwritable(name, "it is not a regular file; choose another name");
    }
    if (::faccessat(folder, file.c_str(), W_OK, AT_EACCESS) != 0) {
        throw_unwritable(name, errno);
    }
}

constexpr std::string_view kBeforeRandom = ".fathom-", kBehindRandom = ".tmp";

/// Short whatever the destination is called, so that it fits where that name just fits.
std::string random_name() {
    std::random_device random;
    return fmt::format("{}{:08x}{:08x}{}", kBeforeRandom, random(), random(), kBehindRandom);
}

/// Makes a rename in `folder` durable, where its file system can do that.
void sync_folder(int folder) {
    const int descriptor = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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
int open_nameless(int folder) {
    const int descriptor = ::openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    char first = 0; // of the path that /proc has for it
    if (descriptor >= 0 && ::readlinkat(AT_FDCWD, path_of(descriptor).c_str(), &first, 1) < 0) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

} // namespace

bool OutputFile::is_temporary(std::string_view name) {
    return name.starts_with(kBeforeRandom) && name.ends_with(kBehindRandom);
}

OutputFile::OutputFile(const OutputName &destination)
    : name_(destination.path), target_(destination.folder ? name_ : resolve(name_)),
      file_(target_.filename().string()) {
    if (!name_.has_filename()) {
        throw_unwritable(name_.empty() ? "the output" : name_,
                         "it has no file name; give a file's name");
    }
    folder_ = destination.folder ? same_folder(name_, destination.folder->descriptor())
                                 : open_folder_of(name_, target_);
    try {
        check_replaceable(name_, folder_, file_);
        descriptor_ = open_nameless(folder_);
        if (descriptor_ < 0) {
            open_named();
        }
    } catch (...) {
        discard();
        throw;
    }
    keep_permissions();
}

OutputFile::OutputFile(fs::path name, fs::path target, int folder)
    : name_(std::move(name)), target_(std::move(target)), file_(target_.filename().string()),
      folder_(folder) {
    try {
        open_named();
    } catch (...) {
        discard();
        throw;
    }
    keep_permissions();
}

void OutputFile::open_named() {
    std::string unused;
    do {
        unused = random_name();
        descriptor_ =
            ::openat(folder_, unused.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
    if (descriptor_ < 0) {
        throw_unwritable(name_, errno);
    }
    temporary_ = std::move(unused);
}

/// A file that replaces another is as private as that was.
void OutputFile::keep_permissions() const {
    if (struct stat old{};
        ::fstatat(folder_, file_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode)) {
        static_cast<void>(::fchmod(descriptor_, old.st_mode & 0777));
    }
}

OutputFile::~OutputFile() {
    discard();
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : name_(std::move(other.name_)), target_(std::move(other.target_)),
      file_(std::move(other.file_)), temporary_(std::exchange(other.temporary_, {})),
      folder_(std::exchange(other.folder_, -1)), descriptor_(std::exchange(other.descriptor_, -1)),
      flushing_(other.flushing_), unflushed_(other.unflushed_) {}

OutputFile &OutputFile::operator=(OutputFile &&other) noexcept {
    if (this != &other) {
        discard();
        name_ = std::move(other.name_);
        target_ = std::move(other.target_);
        file_ = std::move(other.file_);
        temporary_ = std::exchange(other.temporary_, {});
        folder_ = std::exchange(other.folder_, -1);
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
    return temporary_.empty() ? fs::path(path_for_others_of(descriptor_))
                              : target_.parent_path() / temporary_;
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
    if (temporary_ != file_ &&
        ::renameat(folder_, temporary_.c_str(), folder_, file_.c_str()) != 0) {
        fail(errno);
    }
    temporary_.clear();
    sync_folder(folder_);
    discard();
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
    std::string free_name = file_;
    while (::linkat(AT_FDCWD, path_of(descriptor_).c_str(), folder_, free_name.c_str(),
                    AT_SYMLINK_FOLLOW) != 0) {
        if (errno != EEXIST) {
            return false;
        }
        free_name = random_name();
    }
    temporary_ = std::move(free_name);
    return true;
}

// A security policy may forbid links, which shows only here, and a long render must not be lost.
OutputFile OutputFile::named_copy() const {
    OutputFile copy(name_, target_, same_folder(name_, folder_));
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
        ::unlinkat(folder_, temporary_.c_str(), 0);
        temporary_.clear();
    }
    if (folder_ >= 0) {
        ::close(std::exchange(folder_, -1));
    }
}

void OutputFile::fail(int error_number) {
    discard();
    throw_unwritable(name_, error_number);
}

void write_text_file(const OutputName &path, std::string_view text) {
    OutputFile file(path);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

} // namespace fathom
