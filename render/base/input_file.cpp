#include "render/base/input_file.h"

#include "render/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace fathom {
namespace {

/// Whether the file's path, kind or permissions cause it.
bool is_of_the_file(int error_number) {
    constexpr std::array kOfFiles = {ENOENT, ENOTDIR, EACCES,       EPERM,
                                     ELOOP,  EISDIR,  ENAMETOOLONG, EINVAL};
    return std::find(kOfFiles.begin(), kOfFiles.end(), error_number) != kOfFiles.end();
}

[[noreturn]] void fail(const std::filesystem::path &path, int error_number) {
    const bool descriptors = error_number == EMFILE || error_number == ENFILE;
    throw DiskError(fmt::format("cannot read {}: {}; {}", path.string(),
                                std::generic_category().message(error_number),
                                descriptors ? "raise the limit on open files (ulimit -n) or close "
                                              "other programs"
                                            : "try again, or check the disk"));
}

} // namespace

std::ifstream open_input_file(const std::filesystem::path &path) {
    std::error_code failed;
    std::ifstream file;
    errno = 0;
    if (std::filesystem::is_regular_file(path, failed))
        file.open(path, std::ios::binary);
    if (!file.is_open())
        check_readable(path, failed ? failed.value() : errno);
    return file;
}

void check_readable(const std::filesystem::path &path, int error_number) {
    if (error_number != 0 && !is_of_the_file(error_number))
        fail(path, error_number);
}

void check_read(const std::ifstream &file, const std::filesystem::path &path) {
    if (file.bad())
        fail(path, errno != 0 ? errno : EIO);
}

} // namespace fathom
