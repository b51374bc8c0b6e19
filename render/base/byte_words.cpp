#include "render/base/byte_words.h"

#include <fmt/format.h>

namespace fathom {

// From 0.05 less on the next unit's digit is nearer than what would be rounded up to 1000.
std::string byte_words(double bytes) {
    if (bytes >= 999.95e6)
        return fmt::format("{:.1f} GB", bytes / 1e9);
    if (bytes >= 999.5e3)
        return fmt::format("{:.1f} MB", bytes / 1e6);
    return fmt::format("{:.0f} kB", bytes / 1e3);
}

} // namespace fathom
