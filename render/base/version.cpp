#include "render/base/version.h"

namespace fathom {

std::string_view version() noexcept {
    return FATHOM_VERSION;
}

} // namespace fathom
