#include "app/commands.h"
#include "app/option_advice.h"
#include "render/engines/devices.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const DeviceList &list) {
    Json devices = Json::array();
    for (const DeviceInfo &device : list.devices)
        devices.push_back({{"id", device.id},
                           {"name", device.name},
                           {"kind", device.kind},
                           {"detail", device.detail},
                           {"memory_bytes", device.memory_bytes},
                           {"single_to_double_ratio", device.traits.single_to_double_ratio}});
    Json missing = Json::array();
    for (const MissingDevice &item : list.missing)
        missing.push_back({{"what", item.what}, {"why", with_options(item.why)}});
    return {{"devices", std::move(devices)}, {"missing", std::move(missing)}};
}

std::string to_text(const DeviceList &list) {
    std::string text;
    for (const DeviceInfo &device : list.devices)
        text += fmt::format("{:<10} {}\n{:<10} {}\n", device.id, device.name, "", device.detail);
    for (const MissingDevice &item : list.missing)
        text += fmt::format("missing    {}: {}\n", item.what, with_options(item.why));
    return text;
}

} // namespace

int run(const DevicesCommand &, const OutputOptions &output) {
    const DeviceList list = list_devices();
    if (output.json)
        print_json(to_json(list));
    else
        print_text(to_text(list));
    return 0;
}

} // namespace fathom::app
