#include "render/base/own_folder.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

std::string reason(int error_number) {
    return std::generic_category().message(error_number);
}

/// Without the slash at its end: what is before that one is the folder's name.
fs::path without_last_slash(const fs::path &path) {
    return path.has_filename() ? path : path.parent_path();
}

} // namespace

class OwnFolder::Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0)
            ::close(number_);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    const int number_;
};

OwnFolder::OwnFolder(const fs::path &path, Links links) : path_(without_last_slash(path)) {
    if (links == Links::followed) {
        std::error_code ignored; // opening it says what is wrong
        fs::create_directories(path_, ignored);
        folder_ =
            std::make_shared<Descriptor>(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder_->number() < 0)
            fail("cannot be made a folder", errno);
        return;
    }
    const fs::path before = path_.parent_path();
    auto parent = std::make_shared<Descriptor>(
        ::open(before.empty() ? "." : before.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (parent->number() < 0)
        fail("cannot be made a folder", errno);
    *this = OwnFolder(std::move(parent), path_.filename().string(), path_);
}

OwnFolder::OwnFolder(std::shared_ptr<const Descriptor> parent, std::string name, fs::path path)
    : path_(std::move(path)), name_(std::move(name)), parent_(std::move(parent)) {
    const auto open = [&] {
        return ::openat(parent_->number(), name_.c_str(),
                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    };
    int number = open();
    const bool made =
        number < 0 && errno == ENOENT && ::mkdirat(parent_->number(), name_.c_str(), 0777) == 0;
    if (number < 0 && (made || errno == EEXIST))
        number = open();
    const int error_number = errno;
    if (number < 0 && made)
        remove_if_empty();
    folder_ = std::make_shared<Descriptor>(number);
    if (number >= 0)
        return;
    struct stat status {};
    if (::fstatat(parent_->number(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISLNK(status.st_mode))
        throw InputError(fmt::format("{}: this is a link, and Fathom fills only folders that it "
                                     "made; remove the link",
                                     path_.string()));
    fail("cannot be made a folder", error_number);
}

OwnFolder OwnFolder::folder(const std::string &name) const {
    return {folder_, name, path_ / name};
}

int OwnFolder::descriptor() const noexcept {
    return folder_->number();
}

int OwnFolder::open_file(const std::string &name, int flags) const noexcept {
    // Not to wait for whoever writes to a FIFO.
    const int file =
        ::openat(descriptor(), name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat status {};
    if (file < 0 || (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink < 2))
        return file;
    ::close(file);
    errno = EINVAL;
    return -1;
}

bool OwnFolder::has(const char *name) const noexcept {
    struct stat status {};
    return ::fstatat(descriptor(), name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

std::vector<std::string> OwnFolder::names() const {
    const int again = ::openat(descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = again < 0 ? nullptr : ::fdopendir(again);
    if (listing == nullptr) {
        const int error_number = errno;
        if (again >= 0)
            ::close(again);
        fail("cannot be read", error_number);
    }
    const std::unique_ptr<DIR, int (*)(DIR *)> closed(listing, ::closedir);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent *entry = ::readdir(listing)) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..")
            names.push_back(name);
        errno = 0;
    }
    if (errno != 0)
        fail("cannot be read", errno);
    std::sort(names.begin(), names.end());
    return names;
}

void OwnFolder::move(const std::string &name, const OwnFolder &to,
                     const std::string &new_name) const {
    struct stat status {};
    int failed = ::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW);
    if (failed == 0 && !S_ISREG(status.st_mode)) {
        errno = EINVAL;
        failed = -1;
    }
    if (failed == 0)
        failed = ::renameat(descriptor(), name.c_str(), to.descriptor(), new_name.c_str());
    if (failed != 0)
        throw DiskError(fmt::format("cannot move {} to {}: {}; choose another folder",
                                    (path_ / name).string(), (to.path_ / new_name).string(),
                                    reason(errno)));
}

void OwnFolder::remove(const char *name) const noexcept {
    ::unlinkat(descriptor(), name, 0);
}

void OwnFolder::remove_if_empty() const noexcept {
    if (parent_)
        ::unlinkat(parent_->number(), name_.c_str(), AT_REMOVEDIR);
    else
        ::rmdir(path_.c_str());
}

void OwnFolder::fail(const char *what, int error_number) const {
    throw DiskError(fmt::format("{}: {} ({}); {}", path_.string(), what, reason(error_number),
                                write_advice(error_number)));
}

} // namespace fathom
