#include "render/places/picture_text.h"

#include "render/base/version.h"
#include "render/places/location_toml.h"

#include <fmt/format.h>

namespace fathom {

std::vector<PngText> picture_text(const Location &location) {
    return {{"Fathom", to_text(location)}, {"Software", fmt::format("Fathom {}", version())}};
}

} // namespace fathom
