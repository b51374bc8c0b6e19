#include "render/bench/scratch_folder.h"

#include "render/base/error.h"

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

namespace fathom {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "fathom-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw DiskError(fmt::format("cannot make a folder in {}: {}; set TMPDIR to one that can "
                                    "be written",
                                    fs::temp_directory_path().string(),
                                    std::generic_category().message(errno)));
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace fathom
