#include "render/engines/device_failover.h"

#include <fmt/format.h>

namespace fathom {

std::string takeover_words(const std::string &id, std::string_view why, bool has_worked) {
    if (why.starts_with(id + ": "))
        why.remove_prefix(id.size() + 2);
    if (why.starts_with(id + " "))
        return fmt::format("{}; the CPU takes over", why);
    return fmt::format("{} {}: {}; the CPU takes over", id,
                       has_worked ? "stopped" : "cannot be used", why);
}

} // namespace fathom
