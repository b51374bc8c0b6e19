#pragma once
#include "render/places/method.h"

#include <optional>

namespace fathom::ui {

class AntiAliasing;
class Controls;
class Landmarks;
class Messages;
class Session;
class ViewSteering;
struct UiSettings;

/// What the section about the view changes.
struct ViewSection {
    Messages &messages;
    UiSettings &settings;
    Session &session;
    ViewSteering &steering;
    AntiAliasing &anti_aliasing;
    Landmarks &landmarks;
    std::optional<Precision> more_exact; ///< as EngineReports::more_exact_type
};
void draw_view_section(Controls &controls, const ViewSection &changes);

void draw_formula_section(Controls &controls, Messages &messages, Session &session,
                          ViewSteering &steering);

} // namespace fathom::ui
