#include "ui/explorer/imgui_frames.h"

#include "ui/explorer/messages.h"
#include "ui/widgets/theme.h"
#include "ui/window/window.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom::ui {
namespace {

// A key's step of the text's size.
constexpr double kFontStep = 0.1;

// Whether Tab goes from control to control; otherwise it is a key of the picture.
bool leads_on(const SDL_Event &event) {
    return event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB &&
           (event.key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0 &&
           (ImGuiFrames::have_keyboard() || keys_move_focus());
}

bool is_press(const SDL_Event &event) {
    return event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL;
}

} // namespace

ImGuiFrames::ImGuiFrames(const UiClock &clock, Window &window, Messages &messages)
    : window_(window), messages_(messages), items_(messages.log(), clock), imgui_(window, clock),
      controls_(items_) {}

void ImGuiFrames::scale_text(int steps) {
    const double wanted = steps == 0 ? 1 : settings_.font_scale + steps * kFontStep;
    settings_.font_scale = std::clamp(wanted, UiSettings::kMinFontScale, UiSettings::kMaxFontScale);
    messages_.note(fmt::format("font {:.2g}", settings_.font_scale));
}

void ImGuiFrames::catch_up(const SDL_Event &event, const Build &build) {
    if ((is_press(event) && mouse_moved_) || (event.type == SDL_KEYUP && key_pressed_) ||
        (event.type == SDL_KEYDOWN && key_released_))
        run(build);
}

bool ImGuiFrames::take(const SDL_Event &event, const Build &build) {
    const bool back = event.type == SDL_KEYDOWN && (event.key.keysym.mod & KMOD_SHIFT) != 0;
    const bool led = leads_on(event) && items_.tab_stops().move(back ? -1 : 1);
    if (led)
        imgui_.take_keyboard(true);
    else
        imgui_.handle(event);
    if (event.type == SDL_KEYDOWN)
        items_.put_tooltip_away();
    mouse_moved_ = mouse_moved_ || event.type == SDL_MOUSEMOTION;
    key_pressed_ = key_pressed_ || event.type == SDL_KEYDOWN;
    key_released_ = key_released_ || event.type == SDL_KEYUP;
    if (led)
        return true;
    if (!imgui_.wants(event))
        return false;
    // At the next frame the mouse may be elsewhere: what was pressed has to be found now.
    if (event.type == SDL_MOUSEBUTTONDOWN)
        run(build);
    return true;
}

bool ImGuiFrames::have_mouse() {
    return ImGui::GetIO().WantCaptureMouse;
}

bool ImGuiFrames::have_keyboard() {
    return ImGui::GetIO().WantTextInput;
}

void ImGuiFrames::draw(const Build &build) {
    begin(build);
    imgui_.end();
}

void ImGuiFrames::run(const Build &build) {
    begin(build);
    imgui_.end_unseen();
}

void ImGuiFrames::begin(const Build &build) {
    imgui_.set_look(settings_.theme, settings_.font_scale);
    imgui_.begin();
    items_.tab_stops().begin_frame();
    controls_.begin(window_.pixel_ratio());
    build();
    mouse_moved_ = key_pressed_ = key_released_ = false;
}

} // namespace fathom::ui
