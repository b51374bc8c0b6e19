#include "render/base/assets.h"

#include "render/base/error.h"

#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

bool is_assets_dir(const fs::path &dir) {
    std::error_code ignored;
    return fs::is_directory(dir / "palettes", ignored);
}

} // namespace

std::optional<fs::path> find_assets_dir_near(const fs::path &program_dir) {
    const fs::path installed = program_dir.parent_path() / "share/fathom/assets";
    if (is_assets_dir(program_dir / "assets")) {
        return program_dir / "assets";
    }
    if (is_assets_dir(installed)) {
        return installed;
    }
    // A build folder is SOURCE/build/NAME/bin: three steps up.
    constexpr int kSteps = 3;
    fs::path above = program_dir;
    for (int step = 0; step < kSteps; ++step) {
        above = above.parent_path();
        if (is_assets_dir(above / "assets")) {
            return above / "assets";
        }
    }
    return std::nullopt;
}

std::optional<fs::path> find_assets_dir() {
    if (const char *set = std::getenv("FATHOM_ASSETS"); set != nullptr && *set != '\0') {
        if (!is_assets_dir(set)) {
            throw InputError(
                fmt::format("FATHOM_ASSETS is set to {}, which has no palettes folder: set it to "
                            "Fathom's assets folder or unset it",
                            set));
        }
        return fs::path(set);
    }
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? std::nullopt : find_assets_dir_near(program.parent_path());
}

} // namespace fathom
