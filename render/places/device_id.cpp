#include "render/places/device_id.h"

#include "render/base/error.h"
#include "render/base/printable.h"

#include <charconv>
#include <fmt/format.h>
#include <system_error>

namespace fathom {

int gpu_index(std::string_view id) {
    if (!id.starts_with("gpu"))
        return -1;
    int index = -1;
    const char *end = id.data() + id.size();
    const auto [rest, error] = std::from_chars(id.data() + 3, end, index);
    return error == std::errc() && rest == end && index >= 0 ? index : -1;
}

void check_device_id(std::string_view id) {
    if (id == "auto" || id == kReference || id == "cpu" || id == kAllGpus || id == kAllDevices ||
        gpu_index(id) >= 0)
        return;
    throw InputError(fmt::format("there is no device '{}'", printable(id)),
                     {Remedy::Kind::known_device});
}

} // namespace fathom
