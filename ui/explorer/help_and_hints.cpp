#include "ui/explorer/help_and_hints.h"

#include "render/base/assets.h"
#include "ui/explorer/messages.h"
#include "ui/texts/sections.h"
#include "ui/widgets/hints.h"

#include <SDL.h>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fathom::ui {
namespace {

constexpr std::chrono::minutes kHintsStand{1};
constexpr std::chrono::milliseconds kHintsFade{800};

// The manual's pages that are there: beside the assets in the source tree, and where they are
// installed.
std::vector<ManualPage> find_manual(const std::optional<std::filesystem::path> &assets) {
    std::vector<ManualPage> pages;
    if (!assets)
        return pages;
    std::error_code none; // a build folder has a link to the assets
    const std::filesystem::path real = std::filesystem::canonical(*assets, none);
    const std::filesystem::path above = real.parent_path();
    for (const auto &[title, name] :
         {std::pair{texts::sections::kFirstStepsPage, "guide/first-steps.md"},
          std::pair{texts::sections::kExploringPage, "guide/exploring.md"},
          std::pair{texts::sections::kColoursPage, "guide/colours.md"},
          std::pair{texts::sections::kDeepZoomPage, "guide/deep-zoom.md"},
          std::pair{texts::sections::kExportingPage, "guide/exporting.md"},
          std::pair{texts::sections::kFilmsPage, "guide/films.md"},
          std::pair{texts::sections::kFilesPage, "reference/location-format.md"},
          std::pair{texts::sections::kCommandLinePage, "reference/command-line.md"},
          std::pair{texts::sections::kGlossaryPage, "glossary.md"}})
        for (const std::filesystem::path &folder :
             {above / "docs", above.parent_path() / "doc" / "fathom"}) {
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

void HelpAndHints::set_open(bool open) {
    open_ = open;
    search_.clear();
    if (open)
        search_.focus();
}

void HelpAndHints::draw(ItemLog &items, double pixel_ratio) {
    if (!open_)
        return;
    find();
    open_ = draw_help({search_, found_, manual_, items, pixel_ratio});
}

void HelpAndHints::find() {
    if (found_words_ == search_.words())
        return;
    found_words_ = search_.words();
    if (lines_.empty())
        lines_ = manual_lines(manual_);
    found_ = find_help(found_words_, lines_);
    messages_.note(fmt::format("help {} {}", found_.keys.size() + found_.gestures.size(),
                               found_.lines.size()));
}

void HelpAndHints::see(const Command &command, UiClock::Time now) {
    const auto *view = std::get_if<ViewCommand>(&command);
    const bool told = std::holds_alternative<HoldZoom>(command) ||
                      (view != nullptr && std::holds_alternative<ZoomToBox>(*view));
    if (!told || !until_ || fading_)
        return;
    fading_ = true;
    until_ = now + kHintsFade;
}

float HelpAndHints::draw_hints(Controls &controls, UiSettings &settings, float left, float bar,
                               UiClock::Time now) {
    if (settings.hints_seen)
        return bar;
    if (!until_)
        until_ = now + kHintsStand;
    const double left_over = std::chrono::duration<double>(*until_ - now) / kHintsFade;
    const HintsDrawn drawn =
        ui::draw_hints(controls, left, bar, fading_ ? std::clamp(left_over, 0.0, 1.0) : 1);
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
    fading_ = false;
    messages_.note("hints seen");
}

void HelpAndHints::draw_section(Controls &controls) {
    const HelpPanelChoice choice = draw_help_panel(controls, manual_);
    if (choice.keys)
        set_open(true);
    if (!choice.page)
        return;
    const std::string page = manual_[*choice.page].path.string();
    if (SDL_OpenURL(("file://" + page).c_str()) != 0)
        messages_.complain(fmt::format(texts::sections::kPageNotOpened, page, SDL_GetError()));
}

} // namespace fathom::ui
