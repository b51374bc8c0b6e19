#include "render/picture_text.h"

#include "render/location_toml.h"
#include "render/version.h"

#include <fmt/format.h>

namespace fathom {

std::vector<PngText> picture_text(const Location &location) {
    return {{"Fathom", to_text(location)}, {"Software", fmt::format("Fathom {}", version())}};
}

} // namespace fathom
