#include "render/base/version.h"

#include <commit.h>

namespace fathom {

std::string_view version() noexcept {
    return FATHOM_VERSION;
}

Commit commit() noexcept {
    return {FATHOM_COMMIT, FATHOM_COMMIT_DATE};
}

} // namespace fathom
