#include "app/commands.h"
#include "app/option_advice.h"
#include "render/engines/devices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

using Json = nlohmann::ordered_json;

/// Appends what the choice of a GPU's number types rests on: nulls before it is measured.
void add_speedups(Json &json, const DeviceInfo &gpu) {
    json["driver"] = gpu.driver;
    json["measured"] = nullptr;
    json["speedups"] = nullptr;
    if (gpu.measured.empty())
        return;
    json["measured"] = gpu.measured;
    for (const Speedup &each : kSpeedups)
        json["speedups"][to_string(each.type)] = gpu.traits.*each.value;
}

std::string speedups_text(const DeviceInfo &gpu) {
    if (gpu.measured.empty())
        return "number types not measured yet: the first picture on it does that";
    std::vector<std::string> parts;
    for (const Speedup &each : kSpeedups)
        parts.push_back(fmt::format("{} {:.2g}", to_string(each.type), gpu.traits.*each.value));
    return fmt::format("{} times as fast as double (measured {}, driver {})",
                       fmt::join(parts, ", "), gpu.measured, gpu.driver);
}

Json to_json(const DeviceList &list) {
    Json devices = Json::array();
    for (const DeviceInfo &device : list.devices) {
        Json json = {{"id", device.id},
                     {"name", device.name},
                     {"kind", device.kind},
                     {"detail", device.detail},
                     {"memory_bytes", device.memory_bytes}};
        if (device.kind == "gpu")
            add_speedups(json, device);
        devices.push_back(std::move(json));
    }
    Json missing = Json::array();
    for (const MissingDevice &item : list.missing)
        missing.push_back({{"what", item.what}, {"why", with_options(item.why)}});
    return {{"devices", std::move(devices)}, {"missing", std::move(missing)}};
}

std::string to_text(const DeviceList &list) {
    std::string text;
    for (const DeviceInfo &device : list.devices) {
        text += fmt::format("{:<10} {}\n{:<10} {}\n", device.id, device.name, "", device.detail);
        if (device.kind == "gpu")
            text += fmt::format("{:<10} {}\n", "", speedups_text(device));
    }
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
