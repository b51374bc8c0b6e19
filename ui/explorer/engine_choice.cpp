#include "ui/explorer/engine_choice.h"

#include <algorithm>

namespace fathom::ui {

std::vector<std::string> EngineChoice::ids() const {
    if (!comparing())
        return {engine_};
    return {pair_[0], pair_[1]};
}

// The reference is slow and nothing else: it has its turn only where there is no GPU to switch to.
std::string EngineChoice::next(const DeviceList &list) const {
    std::vector<std::string> choices;
    for (const DeviceInfo &device : list.devices)
        if (device.kind != "reference")
            choices.push_back(device.id);
    if (choices.size() < 2)
        choices.emplace_back("reference");
    const auto at = std::find(choices.begin(), choices.end(), engine_);
    return at == choices.end() || at + 1 == choices.end() ? choices.front() : *(at + 1);
}

void EngineChoice::compare(CompareMode mode, double divider) {
    mode_ = mode;
    if (mode_ == CompareMode::split)
        move_divider(divider);
}

void EngineChoice::choose_pair(const std::string &best) {
    pair_ = best == "cpu" ? std::array<std::string, 2>{"reference", "cpu"}
                          : std::array<std::string, 2>{"cpu", best};
}

// Two engines on the same cores would disturb each other's times: the faster one goes first.
bool EngineChoice::waits_for_cpu(const std::string &id) const {
    return comparing() && id == "reference" && (pair_[0] == "cpu" || pair_[1] == "cpu");
}

void EngineChoice::move_divider(double share) {
    divider_ = std::clamp(share, 0.0, 1.0);
}

} // namespace fathom::ui
