#include "ui/explorer/view_and_formula_sections.h"

#include "render/places/location_toml.h"
#include "ui/explorer/anti_aliasing.h"
#include "ui/explorer/clipboard.h"
#include "ui/explorer/landmarks.h"
#include "ui/explorer/location_edit.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/panels.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <fmt/format.h>

namespace fathom::ui {

void draw_view_section(Controls &controls, const ViewSection &changes) {
    const auto &[messages, settings, session, steering, anti_aliasing, landmarks, more_exact] =
        changes;
    ViewInfo info;
    info.location = &session.location();
    info.precision = session.precision();
    info.method_choice = session.method_choice();
    info.warning = session.warning();
    info.settings = &settings;
    info.more_exact = more_exact;
    info.motion = &steering.settings();
    info.samples = anti_aliasing.samples();
    const ViewChoice choice = draw_view_panel(controls, info);
    if (choice.view || choice.bailout) {
        Location edited = session.location();
        edited.view = choice.view.value_or(edited.view);
        edited.bailout = choice.bailout.value_or(edited.bailout);
        if (choice.moving)
            steering.slide_to(edited);
        else
            steering.jump({texts::view::kChosenView, &Session::undo},
                          [&] { edit_location(messages, session, edited); });
    }
    if (choice.iterations)
        session.set_iterations(*choice.iterations);
    if (choice.automatic_iterations)
        session.set_automatic_iterations(*choice.automatic_iterations);
    if (choice.method) {
        session.choose_method(*choice.method);
        messages.note(fmt::format("precision {}", to_string(session.precision())));
    }
    if (choice.copy)
        copy_location(messages, session.location());
    if (choice.paste)
        paste_location(messages, session, steering);
    if (choice.unskew) {
        const auto [x, y] = session.viewport().middle();
        landmarks.unskew(x, y);
    }
    steering.settings() = choice.motion.value_or(steering.settings());
    if (choice.samples)
        anti_aliasing.set_samples(*choice.samples);
    settings.exactness = choice.exactness.value_or(settings.exactness);
    settings.theme = choice.theme.value_or(settings.theme);
    settings.font_scale = choice.font_scale.value_or(settings.font_scale);
}

void draw_formula_section(Controls &controls, Messages &messages, Session &session,
                          ViewSteering &steering) {
    const FormulaPanelChoice choice = draw_formula_panel(controls, session.location());
    if (!choice.formula && !choice.view)
        return;
    Location edited = session.location();
    edited.formula = choice.formula.value_or(edited.formula);
    edited.view = choice.view.value_or(edited.view);
    const auto edit = [&] { edit_location(messages, session, edited); };
    // A seed or parameter that changes under the same view is no jump: its picture is replaced in
    // place.
    const FormulaChoice &present = session.location().formula;
    if (edited.formula.id == present.id && edited.formula.julia == present.julia &&
        edited.view == session.location().view)
        return edit();
    steering.jump({texts::view::kChosenFormula, &Session::undo}, edit);
}

} // namespace fathom::ui
