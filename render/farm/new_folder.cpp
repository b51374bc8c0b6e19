#include "render/farm/new_folder.h"

#include "render/base/error.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fathom::farm {

namespace fs = std::filesystem;

NewFolder::NewFolder(const fs::path &destination)
    : destination_(destination.has_filename() ? destination : destination.parent_path()),
      making_(destination_) {
    making_ += fmt::format(".making-{}", ::getpid());
    std::error_code failed;
    if (!fs::create_directory(making_, failed))
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another place",
                                    making_.string(),
                                    failed ? failed.message() : "it is there already"));
}

NewFolder::~NewFolder() {
    std::error_code ignored;
    if (!done_)
        fs::remove_all(making_, ignored);
}

void NewFolder::commit() {
    std::error_code failed;
    fs::rename(making_, destination_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another name",
                                    destination_.string(), failed.message()));
    done_ = true;
}

} // namespace fathom::farm
