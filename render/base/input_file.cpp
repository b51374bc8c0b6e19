#include "render/base/input_file.h"

#include <system_error>

namespace fathom {

std::ifstream open_input_file(const std::filesystem::path &path) {
    std::error_code ignored;
    std::ifstream file;
    if (std::filesystem::is_regular_file(path, ignored))
        file.open(path, std::ios::binary);
    return file;
}

} // namespace fathom
