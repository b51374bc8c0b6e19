#include "render/base/error.h"
#include "ui/explorer/explorer.h"
#include "ui/widgets/hints.h"

#include <SDL.h>
#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

namespace fathom {
namespace {

// A key's step of the text's size.
constexpr double kFontStep = 0.1;
constexpr std::chrono::milliseconds kFlowStep{16};

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

void Explorer::add_sections() {
    manual_ = find_manual(find_assets_dir());
    side_panel_.add({"view", "View", [this] { build_view_panel(); }});
    side_panel_.add({"formula", "Formula", [this] { build_formula_panel(); }});
    side_panel_.add({"colour", "Colour", [this] { build_colour_panel(); }});
    side_panel_.add({"places", "Places", [this] { build_places_panel(); }});
    side_panel_.add({"minibrot", "Minibrot", [this] { build_minibrot_panel(); }});
    side_panel_.add({"compare", "Compare", [this] { build_compare_panel(); }});
    side_panel_.add({"export", "Export", [this] { build_export_panel(); }});
    side_panel_.add({"devices", "Devices", [this] { in_use_.draw_section(controls_); }});
    side_panel_.add({"help", "Help", [this] { build_help_panel(); }});
}

float Explorer::build_side_panel(float bar) {
    if (touring_)
        return 0;
    side_panel_.fit_to(ImGui::GetIO().DisplaySize.x / ImGui::GetFontSize());
    return side_panel_.draw(bar);
}

void Explorer::build_hints(float left, float bar) {
    if (touring_ || settings_.hints_seen || draw_hints(controls_, left, bar))
        return;
    settings_.hints_seen = true;
    messages_.note("hints seen");
}

// A panel's changes of the present location.
void Explorer::edit(const Location &location) {
    try {
        session_.edit(location);
    } catch (const Error &error) {
        messages_.complain(error.what());
    }
    messages_.note(fmt::format("edit {} {}", session_.generation(), session_.colour_generation()));
}

// A slider that is held moves the view; a field that it was left for has its say, too.
void Explorer::move_to(const Location &location) {
    try {
        check_location(location);
        session_.move_to(location.view, clock_.now());
    } catch (const Error &error) {
        messages_.complain(error.what());
    }
}

void Explorer::build_view_panel() {
    ViewInfo info;
    info.location = &session_.location();
    info.precision = session_.precision();
    info.method_choice = session_.method_choice();
    info.warning = session_.warning();
    info.settings = &settings_;
    info.motion = &motion_.settings;
    info.samples = samples_;
    const ViewChoice choice = draw_view_panel(controls_, info);
    if (choice.view || choice.bailout) {
        Location edited = session_.location();
        edited.view = choice.view.value_or(edited.view);
        edited.bailout = choice.bailout.value_or(edited.bailout);
        if (choice.moving)
            move_to(edited);
        else
            edit(edited);
    }
    if (choice.iterations)
        session_.set_iterations(*choice.iterations);
    if (choice.method) {
        session_.choose_method(*choice.method);
        messages_.note(fmt::format("precision {}", to_string(session_.precision())));
    }
    if (choice.copy)
        copy_location();
    if (choice.paste)
        paste_location();
    motion_.settings = choice.motion.value_or(motion_.settings);
    if (choice.samples)
        set_samples(*choice.samples);
    settings_.theme = choice.theme.value_or(settings_.theme);
    settings_.font_scale = choice.font_scale.value_or(settings_.font_scale);
}

void Explorer::build_formula_panel() {
    const FormulaPanelChoice choice = draw_formula_panel(controls_, session_.location());
    if (!choice.formula && !choice.view)
        return;
    Location edited = session_.location();
    edited.formula = choice.formula.value_or(edited.formula);
    edited.view = choice.view.value_or(edited.view);
    edit(edited);
}

void Explorer::build_colour_panel() {
    const ColourPanel::Choice choice = colour_panel_.draw(controls_, session_.location());
    if (choice.edited)
        edit(*choice.edited);
    if (choice.fit)
        fit_wanted_ = session_.generation();
    for (const std::string &words : choice.news)
        messages_.say(words);
    for (const std::string &why : choice.complaints)
        messages_.complain(why);
}

// What the colours need to know of the whole picture, once it rests.
void Explorer::update_survey() {
    const Location &location = session_.location();
    const bool ranked = location.colour.mapping == kernels::ColourMapping::rank;
    if (fit_wanted_ != session_.generation())
        fit_wanted_.reset(); // the view that was to be fitted is not shown any more
    if ((!ranked && !fit_wanted_) || moving())
        return;
    surveyor_.follow(location, session_.size(), session_.method());
    if (surveyor_.failed() && std::exchange(fit_wanted_, std::nullopt))
        messages_.complain(
            "The colours were not fitted: the CPU could not compute a picture to fit them to.");
    const Survey *survey = surveyor_.survey();
    if (survey == nullptr)
        return;
    if (ranked && session_.set_ranks(survey->ranks))
        messages_.note(fmt::format("ranks {}", session_.colour_generation()));
    if (std::exchange(fit_wanted_, std::nullopt))
        fit_colours(survey->fit);
}

void Explorer::fit_colours(const PaletteFit &fit) {
    if (!fit.spans) {
        messages_.say("There are no colours here that could be fitted.");
        return;
    }
    Location edited = session_.location();
    edited.colour.density = fit.density;
    edited.colour.offset = fit.offset;
    edit(edited);
}

// Until the survey of a place is there, ranks are those of the place before.
bool Explorer::colours_settled() const {
    const Location &location = session_.location();
    if (location.colour.mapping != kernels::ColourMapping::rank)
        return true;
    if (!surveyor_.knows(location, session_.size(), session_.precision()))
        return false;
    const Survey *survey = surveyor_.survey();
    return survey == nullptr || session_.colour().ranks == survey->ranks;
}

// Engines and whoever waits for a picture have time between two steps.
void Explorer::let_colours_flow(UiClock::Time now) {
    if (!colour_panel_.flows()) {
        still_offset_.reset();
        return;
    }
    if (clock_.goes_on())
        pacing_.draw_once();
    if (now - flowed_at_ < kFlowStep)
        return;
    flowed_at_ = now;
    Location edited = session_.location();
    if (!still_offset_)
        still_offset_ = edited.colour.offset;
    edited.colour.offset = colour_panel_.flow(edited.colour.offset, now);
    session_.edit(edited);
    messages_.note(fmt::format("coloured {}", session_.colour_generation()));
}

// What is worth keeping of the present location: not how far its colours have just flowed.
Location Explorer::lasting_location() const {
    Location location = session_.location();
    location.colour.offset = still_offset_.value_or(location.colour.offset);
    return location;
}

CompareInfo Explorer::compare_info() {
    return {in_use_.choice().mode(),  in_use_.engines().devices(),        in_use_.choice().left(),
            in_use_.choice().right(), session_.method_choice().shortcuts, comparison_.difference(),
            words_for_no_difference()};
}

void Explorer::take(const CompareChoice &choice) {
    if (choice.left)
        in_use_.choice().choose_left(*choice.left);
    if (choice.right)
        in_use_.choice().choose_right(*choice.right);
    if (choice.shortcuts) {
        MethodChoice method = session_.method_choice();
        method.shortcuts = *choice.shortcuts;
        session_.choose_method(method);
    }
    if (choice.left || choice.right)
        messages_.note(
            fmt::format("pair {} {}", in_use_.choice().left(), in_use_.choice().right()));
}

void Explorer::build_compare_panel() {
    in_use_.choose_pair();
    const ComparePanelChoice choice = draw_compare_panel(controls_, compare_info());
    take(choice.engines);
    if (choice.mode)
        set_compare_mode(*choice.mode);
}

void Explorer::build_export_panel() {
    ExportContext context;
    context.location = &session_.location();
    context.window = session_.size();
    context.method = session_.method_choice();
    context.device = in_use_.ids().front();
    context.lut = session_.colour().lut;
    if (!export_panel_.draw(controls_, context))
        side_panel_.close();
}

void Explorer::build_help_panel() {
    const auto chosen = draw_help_panel(controls_, manual_);
    if (!chosen)
        return;
    const std::string url = "file://" + manual_[*chosen].path.string();
    if (SDL_OpenURL(url.c_str()) != 0)
        messages_.complain(
            fmt::format("{} cannot be opened: {}", manual_[*chosen].path.string(), SDL_GetError()));
}

void Explorer::scale_text(int steps) {
    const double wanted = steps == 0 ? 1 : settings_.font_scale + steps * kFontStep;
    settings_.font_scale = std::clamp(wanted, UiSettings::kMinFontScale, UiSettings::kMaxFontScale);
    messages_.note(fmt::format("font {:.2g}", settings_.font_scale));
}

} // namespace fathom
