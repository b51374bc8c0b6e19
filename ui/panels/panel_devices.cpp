#include "ui/panels/panels.h"
#include "ui/state/control_advice.h"
#include "ui/texts/common.h"
#include "ui/texts/devices.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// A row to click: the name in one line, what is known of it below. Returns whether it was chosen.
bool draw_device(Controls &controls, const DeviceInfo &device, const DevicesInfo &info) {
    const bool in_use =
        std::find(info.in_use.begin(), info.in_use.end(), device.id) != info.in_use.end();
    bool chosen = false;
    ImGui::BeginDisabled(!info.choosable && !in_use);
    if (ImGui::RadioButton(fmt::format("{}##device", device.id).c_str(), in_use))
        chosen = info.choosable && !in_use;
    controls.note_item("device-" + device.id);
    ImGui::EndDisabled();
    if (in_use)
        text_right(Theme::kLeft, texts::devices::kInUse);
    ImGui::Indent();
    controls.note(Theme::kText, device.name);
    if (!device.detail.empty())
        controls.note(device.detail);
    if (const auto why = info.failure(device.id))
        controls.note(Theme::kWarning, *why);
    ImGui::Unindent();
    ImGui::Dummy({0, em(0.2)});
    return chosen;
}

} // namespace

std::optional<std::string> draw_devices_panel(Controls &controls, const DevicesInfo &info) {
    std::optional<std::string> choice;
    controls.heading(texts::devices::kEngines);
    if (info.devices == nullptr) {
        controls.note(texts::common::kLookingForDevices);
        return choice;
    }
    for (const DeviceInfo &device : info.devices->devices)
        if (draw_device(controls, device, info))
            choice = device.id;
    if (!info.choosable)
        controls.note(texts::devices::kComparing);
    if (!info.devices->missing.empty())
        controls.heading(texts::devices::kMissing);
    for (const MissingDevice &missing : info.devices->missing) {
        controls.note(Theme::kText, missing.what);
        ImGui::Indent();
        controls.note(with_controls(missing.why));
        ImGui::Unindent();
    }
    return choice;
}

} // namespace fathom::ui
