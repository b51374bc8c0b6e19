#include "ui/explorer/explorer.h"
#include "ui/explorer/view_and_formula_sections.h"
#include "ui/texts/sections.h"
#include "ui/widgets/theme.h"

#include <cmath>
#include <imgui.h>

namespace fathom::ui {

void Explorer::add_sections() {
    Controls &controls = panels_.controls();
    side_panel_.add({"view", texts::sections::kView, Icon::view, [this, &controls] {
                         draw_view_section(controls, {messages_, panels_.settings(), session_,
                                                      steering_, pictures_.anti_aliasing(),
                                                      landmarks_, reports_.more_exact_type()});
                     }});
    side_panel_.add({"formula", texts::sections::kFormula, Icon::formula, [this, &controls] {
                         draw_formula_section(controls, messages_, session_, steering_);
                     }});
    side_panel_.add({"colour", texts::sections::kColour, Icon::colour, [this, &controls] {
                         const auto wish = colours_.draw_section(controls);
                         if (wish.browse)
                             bookmarks_.files().choose_palette();
                         if (wish.read)
                             bookmarks_.files().open_palette(*wish.read);
                     }});
    side_panel_.add({"places", texts::sections::kPlaces, Icon::places, [this] {
                         if (bookmarks_.draw_section(panels_.items(), window_.pixel_ratio()))
                             bookmarks_.add(session_.location(), pictures_.settled_frame());
                     }});
    side_panel_.add({"minibrot", texts::sections::kMinibrot, Icon::minibrot,
                     [this, &controls] { landmarks_.draw_section(controls); }});
    side_panel_.add({"compare", texts::sections::kCompare, Icon::compare,
                     [this, &controls] { compared_.draw_section(controls); }});
    const auto draw_exports = [this, &controls] {
        if (!files_.draw_exports(controls))
            side_panel_.close();
    };
    side_panel_.add({"export", texts::sections::kExport, Icon::picture,
                     [this, &controls] {
                         files_.draw_export_section(controls);
                         if (const auto question = files_.take_question())
                             bookmarks_.files().chooser().ask(
                                 *question, [this](const auto &path) { files_.export_to(path); });
                     },
                     draw_exports});
    side_panel_.add({"film", texts::sections::kFilm, Icon::film,
                     [this, &controls] { film_.draw_section(controls); },
                     [this, &controls, draw_exports] {
                         film_.draw_unfinished(controls);
                         draw_exports();
                     }});
    side_panel_.add({"devices", texts::sections::kDevices, Icon::devices,
                     [this, &controls] { in_use_.draw_section(controls); }});
    side_panel_.add({"help", texts::sections::kHelp, Icon::help,
                     [this, &controls] { help_.draw_section(controls); }});
}

void Explorer::build_panels() {
    const UiSettings &settings = panels_.settings();
    const double ratio = window_.pixel_ratio();
    const float bar = settings.overlay == OverlayMode::none ? 0 : build_status_bar();
    bookmarks_.begin_frame();
    colours_.begin_frame();
    compared_.draw_no_difference(bar);
    if (!film_.playing())
        landmarks_.draw_marks(ratio);
    const float left = build_side_panel(bar);
    const float low =
        bar + (touring_ ? 0 : film_.draw_timeline(panels_.controls(), left, bar)); // is taken
    if (settings.overlay == OverlayMode::all || settings.overlay == OverlayMode::brief)
        reports_.draw_overlay({left, low, settings.overlay == OverlayMode::brief, touring_, ratio});
    const float above = in_use_.choice().comparing() ? build_comparison(bar) : 0;
    if (input_.rubber_band())
        draw_rubber_band(*input_.rubber_band(), ratio);
    small_views_.draw(above > 0 ? above + em(0.5) : em(0.8), panels_.items(), ratio);
    bookmarks_.files().chooser().draw(panels_.controls());
    bookmarks_.draw_undo_offer(low, panels_.items(), ratio);
    const float taken = touring_ ? low
                                 : help_.draw_hints(panels_.controls(), panels_.settings(), left,
                                                    low, clock_.now());
    help_.draw(panels_.items(), ratio);
    if (const auto folder = draw_toasts(panels_.controls(), messages_.toasts(), taken);
        !folder.empty())
        show_folder(messages_, folder);
}

float Explorer::build_status_bar() {
    std::optional<View> cursor;
    if (input_.cursor() && !ImGuiFrames::have_mouse())
        cursor = centre_on(session_.picture_view(), session_.size(), input_.cursor()->first,
                           input_.cursor()->second);
    std::optional<double> export_share;
    if (files_.exporting() && !shows_exports())
        export_share = files_.export_progress();
    return reports_.draw_status_bar(panels_.controls(),
                                    {cursor, export_share, limit_.worth_telling(clock_.now()),
                                     colours_.nothing_escapes(), colours_.shown_palette(),
                                     steering_.way()});
}

float Explorer::build_side_panel(float bar) {
    if (touring_)
        return 0;
    side_panel_.fit_to(ImGui::GetIO().DisplaySize.x / ImGui::GetFontSize());
    const float width = side_panel_.draw(bar);
    steering_.cover(static_cast<int>(std::lround(width * window_.pixel_ratio())));
    return width;
}

// What is compared: how many pixels differ, or the line between two pictures. Returns how far the
// former reaches down, in points.
float Explorer::build_comparison(float bar) {
    if (in_use_.choice().mode() == CompareMode::split) {
        const InputScale scale = input_scale();
        const bool lit = input_.over_divider(scale) && !ImGuiFrames::have_mouse();
        if (lit)
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        compared_.draw_divider(static_cast<float>(*scale.divider / scale.pixel_ratio), bar, lit);
    }
    return compared_.draw_result();
}

} // namespace fathom::ui
