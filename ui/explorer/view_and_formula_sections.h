#pragma once

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
};
void draw_view_section(Controls &controls, const ViewSection &changes);

void draw_formula_section(Controls &controls, Messages &messages, Session &session,
                          ViewSteering &steering);

} // namespace fathom::ui
