#include "render/base/user_folders.h"

#include <cstdlib>

namespace fathom {
namespace {

std::optional<std::filesystem::path> folder(const char *variable, const char *below_home) {
    // A relative path is to be ignored, says the XDG Base Directory Specification.
    if (const char *base = std::getenv(variable); base != nullptr && base[0] == '/')
        return std::filesystem::path(base) / "fathom";
    if (const char *home = std::getenv("HOME"); home != nullptr && home[0] == '/')
        return std::filesystem::path(home) / below_home / "fathom";
    return std::nullopt;
}

} // namespace

std::optional<std::filesystem::path> user_data_folder() {
    return folder("XDG_DATA_HOME", ".local/share");
}

std::optional<std::filesystem::path> user_state_folder() {
    return folder("XDG_STATE_HOME", ".local/state");
}

} // namespace fathom
