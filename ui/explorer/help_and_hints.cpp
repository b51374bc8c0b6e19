#include "ui/explorer/help_and_hints.h"

#include "render/base/assets.h"
#include "ui/explorer/messages.h"
#include "ui/widgets/hints.h"

#include <SDL.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fathom {
namespace {

constexpr std::chrono::minutes kHintsStand{1};

// The manual's pages that are there: beside the assets in the source tree, and where they are
// installed.
std::vector<ManualPage> find_manual(const std::optional<std::filesystem::path> &assets) {
    std::vector<ManualPage> pages;
    if (!assets)
        return pages;
    const std::filesystem::path above = assets->parent_path();
    for (const auto &[title, name] :
         {std::pair{"Location and palette files", "location-format.md"},
          std::pair{"Tours", "tours.md"}, std::pair{"Diagnostics", "diagnostics.md"},
          std::pair{"How it is built", "architecture.md"}})
        for (const std::filesystem::path &folder : {above / "docs", above / "doc" / "fathom"}) {
            std::error_code error;
            if (std::filesystem::is_regular_file(folder / name, error)) {
                pages.push_back({title, folder / name});
                break;
            }
        }
    return pages;
}

} // namespace

HelpAndHints::HelpAndHints(Messages &messages)
    : messages_(messages), manual_(find_manual(find_assets_dir())) {}

void HelpAndHints::draw() {
    if (open_)
        open_ = draw_help();
}

float HelpAndHints::draw_hints(Controls &controls, UiSettings &settings, float left, float bar,
                               UiClock::Time now) {
    if (settings.hints_seen)
        return bar;
    if (!until_)
        until_ = now + kHintsStand;
    const HintsDrawn drawn = fathom::draw_hints(controls, left, bar);
    if (!drawn.open)
        put_away(settings);
    return drawn.height;
}

bool HelpAndHints::expire(UiSettings &settings, UiClock::Time now) {
    if (!until_ || now < *until_)
        return false;
    put_away(settings);
    return true;
}

void HelpAndHints::put_away(UiSettings &settings) {
    settings.hints_seen = true;
    until_.reset();
    messages_.note("hints seen");
}

void HelpAndHints::draw_section(Controls &controls) {
    const auto chosen = draw_help_panel(controls, manual_);
    if (!chosen)
        return;
    const std::string page = manual_[*chosen].path.string();
    if (SDL_OpenURL(("file://" + page).c_str()) != 0)
        messages_.complain(fmt::format("{} cannot be opened: {}", page, SDL_GetError()));
}

} // namespace fathom
