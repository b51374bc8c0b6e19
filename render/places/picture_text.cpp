#include "render/places/picture_text.h"

#include "render/base/version.h"
#include "render/places/location_toml.h"

#include <fmt/format.h>

namespace fathom {

std::vector<PngText> picture_text(const Location &location) {
    Location shown = location;
    // What is found anew for another size or view would not be this picture.
    shown.automatic_iterations = false;
    shown.automatic_colours = false;
    return {{"Fathom", to_text(shown)}, {"Software", fmt::format("Fathom {}", version())}};
}

} // namespace fathom
