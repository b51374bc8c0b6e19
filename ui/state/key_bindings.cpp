#include "ui/state/key_bindings.h"

#include "ui/texts/keys.h"

#include <SDL_keycode.h>
#include <algorithm>
#include <array>

namespace fathom::ui {
namespace {

constexpr std::array kBindings = {
    KeyBinding{SDLK_LEFT, false, -1, Action::pan_left, "Left", texts::keys::kPanLeft},
    KeyBinding{SDLK_RIGHT, false, -1, Action::pan_right, "Right", texts::keys::kPanRight},
    KeyBinding{SDLK_UP, false, -1, Action::pan_up, "Up", texts::keys::kPanUp},
    KeyBinding{SDLK_DOWN, false, -1, Action::pan_down, "Down", texts::keys::kPanDown},
    KeyBinding{SDLK_PLUS, false, -1, Action::zoom_in, "+", texts::keys::kZoomIn},
    KeyBinding{SDLK_EQUALS, false, -1, Action::zoom_in, nullptr, texts::keys::kZoomIn},
    KeyBinding{SDLK_KP_PLUS, false, -1, Action::zoom_in, nullptr, texts::keys::kZoomIn},
    KeyBinding{SDLK_MINUS, false, -1, Action::zoom_out, "-", texts::keys::kZoomOut},
    KeyBinding{SDLK_KP_MINUS, false, -1, Action::zoom_out, nullptr, texts::keys::kZoomOut},
    KeyBinding{SDLK_q, false, -1, Action::turn_left, "Q", texts::keys::kTurnLeft},
    KeyBinding{SDLK_e, false, -1, Action::turn_right, "E", texts::keys::kTurnRight},
    KeyBinding{SDLK_COMMA, false, -1, Action::slower, ",", texts::keys::kSlower},
    KeyBinding{SDLK_PERIOD, false, -1, Action::faster, ".", texts::keys::kFaster},
    KeyBinding{SDLK_HOME, false, 0, Action::reset, "Home", texts::keys::kWholeSet},
    KeyBinding{SDLK_HOME, false, 1, Action::reset_all, "Shift+Home", texts::keys::kWholeSetAnew},
    KeyBinding{SDLK_BACKSPACE, false, 0, Action::back, "Backspace", texts::keys::kBack},
    KeyBinding{SDLK_BACKSPACE, false, 1, Action::forward, "Shift+Backspace", texts::keys::kForward},
    KeyBinding{SDLK_z, true, 0, Action::undo, "Ctrl+Z", texts::keys::kUndo},
    KeyBinding{SDLK_z, true, 1, Action::redo, "Ctrl+Shift+Z", texts::keys::kRedo},
    KeyBinding{SDLK_y, true, -1, Action::redo, nullptr, texts::keys::kRedo},
    KeyBinding{SDLK_LEFTBRACKET, false, -1, Action::halve_iterations, "[ PageDown",
               texts::keys::kHalf},
    KeyBinding{SDLK_PAGEDOWN, false, -1, Action::halve_iterations, nullptr, texts::keys::kHalf},
    KeyBinding{SDLK_RIGHTBRACKET, false, -1, Action::double_iterations, "] PageUp",
               texts::keys::kTwice},
    KeyBinding{SDLK_PAGEUP, false, -1, Action::double_iterations, nullptr, texts::keys::kTwice},
    KeyBinding{SDLK_a, false, -1, Action::next_samples, "A", texts::keys::kSamples},
    KeyBinding{SDLK_c, false, -1, Action::next_engine, "C", texts::keys::kEngine},
    KeyBinding{SDLK_v, false, -1, Action::next_compare_mode, "V", texts::keys::kCompare},
    KeyBinding{SDLK_p, false, 0, Action::next_palette, "P", texts::keys::kNextPalette},
    KeyBinding{SDLK_p, false, 1, Action::previous_palette, "Shift+P",
               texts::keys::kPreviousPalette},
    KeyBinding{SDLK_1, false, -1, Action::palette_on_key, "1-9", texts::keys::kUseKey},
    KeyBinding{SDLK_2, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_3, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_4, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_5, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_6, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_7, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_8, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_9, false, -1, Action::palette_on_key, nullptr, texts::keys::kUseKey},
    KeyBinding{SDLK_1, true, -1, Action::put_on_key, "Ctrl+1-9", texts::keys::kPutOnKey},
    KeyBinding{SDLK_2, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_3, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_4, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_5, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_6, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_7, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_8, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_9, true, -1, Action::put_on_key, nullptr, texts::keys::kPutOnKey},
    KeyBinding{SDLK_c, true, 0, Action::copy, "Ctrl+C", texts::keys::kCopy},
    KeyBinding{SDLK_c, true, 1, Action::copy_line, "Ctrl+Shift+C", texts::keys::kCopyLine},
    KeyBinding{SDLK_v, true, -1, Action::paste, "Ctrl+V", texts::keys::kPaste},
    KeyBinding{SDLK_s, false, -1, Action::screenshot, "S", texts::keys::kScreenshot},
    KeyBinding{SDLK_s, true, -1, Action::save_location, "Ctrl+S", texts::keys::kSaveLocation},
    KeyBinding{SDLK_o, true, -1, Action::open_file, "Ctrl+O", texts::keys::kOpen},
    KeyBinding{SDLK_e, true, -1, Action::export_picture, "Ctrl+E", texts::keys::kExport},
    KeyBinding{SDLK_g, false, -1, Action::places, "G", texts::keys::kPlaces},
    KeyBinding{SDLK_f, true, -1, Action::find_place, "Ctrl+F", texts::keys::kFindPlace},
    KeyBinding{SDLK_b, false, -1, Action::bookmark, "B", texts::keys::kBookmark},
    KeyBinding{SDLK_m, false, -1, Action::minimap, "M", texts::keys::kMinimap},
    KeyBinding{SDLK_j, false, -1, Action::julia, "J", texts::keys::kJulia},
    KeyBinding{SDLK_RETURN, false, -1, Action::enter_julia, "Enter, click",
               texts::keys::kEnterJulia},
    KeyBinding{SDLK_n, false, 0, Action::minibrot, "N", texts::keys::kMinibrot},
    KeyBinding{SDLK_n, false, 1, Action::half_way, "Shift+N", texts::keys::kHalfWay},
    KeyBinding{SDLK_d, false, -1, Action::morph, "D", texts::keys::kMorph},
    KeyBinding{SDLK_u, false, -1, Action::unskew, "U", texts::keys::kStraighten},
    KeyBinding{SDLK_x, false, -1, Action::explore, "X", texts::keys::kExplore},
    KeyBinding{SDLK_k, false, -1, Action::add_film_key, "K", texts::keys::kAddKey},
    KeyBinding{SDLK_DELETE, false, -1, Action::delete_film_key, "Delete", texts::keys::kDeleteKey},
    KeyBinding{SDLK_t, false, -1, Action::timeline, "T", texts::keys::kTimeline},
    KeyBinding{SDLK_SPACE, false, -1, Action::resume, "Space", texts::keys::kResume},
    KeyBinding{SDLK_TAB, false, -1, Action::side_panel, "Tab", texts::keys::kSidePanel},
    KeyBinding{SDLK_F6, false, -1, Action::panel_by_keys, "F6", texts::keys::kPanelByKeys},
    KeyBinding{SDLK_PAGEDOWN, true, -1, Action::next_section, "Ctrl+PageDown",
               texts::keys::kNextSection},
    KeyBinding{SDLK_PAGEUP, true, -1, Action::previous_section, "Ctrl+PageUp",
               texts::keys::kPreviousSection},
    KeyBinding{SDLK_PLUS, true, -1, Action::larger_text, "Ctrl++", texts::keys::kLargerText},
    KeyBinding{SDLK_EQUALS, true, -1, Action::larger_text, nullptr, texts::keys::kLargerText},
    KeyBinding{SDLK_KP_PLUS, true, -1, Action::larger_text, nullptr, texts::keys::kLargerText},
    KeyBinding{SDLK_MINUS, true, -1, Action::smaller_text, "Ctrl+-", texts::keys::kSmallerText},
    KeyBinding{SDLK_KP_MINUS, true, -1, Action::smaller_text, nullptr, texts::keys::kSmallerText},
    KeyBinding{SDLK_0, true, -1, Action::usual_text, "Ctrl+0", texts::keys::kUsualText},
    KeyBinding{SDLK_o, false, -1, Action::next_overlay, "O", texts::keys::kOverlay},
    KeyBinding{SDLK_F11, false, -1, Action::full_screen, "F11", texts::keys::kFullScreen},
    KeyBinding{SDLK_F1, false, -1, Action::help, "F1", texts::keys::kHelp},
    KeyBinding{SDLK_ESCAPE, false, -1, Action::cancel, "Esc", texts::keys::kEsc},
    KeyBinding{SDLK_q, true, -1, Action::quit, "Ctrl+Q", texts::keys::kQuit},
};

/// Where each group of the bindings begins.
struct Beginning {
    Action action;
    const char *heading;
};
constexpr std::array kGroups = {
    Beginning{Action::pan_left, texts::keys::kMoving},
    Beginning{Action::back, texts::keys::kGoingBack},
    Beginning{Action::halve_iterations, texts::keys::kDetail},
    Beginning{Action::next_palette, texts::keys::kColours},
    Beginning{Action::copy, texts::keys::kFiles},
    Beginning{Action::places, texts::keys::kPlacesGroup},
    Beginning{Action::julia, texts::keys::kLandmarks},
    Beginning{Action::add_film_key, texts::keys::kFilm},
    Beginning{Action::side_panel, texts::keys::kWindow},
};

} // namespace

std::span<const KeyBinding> key_bindings() {
    return kBindings;
}

std::vector<KeyGroup> key_groups() {
    std::vector<KeyGroup> groups;
    const std::span<const KeyBinding> all = kBindings;
    auto begin = all.begin();
    for (std::size_t at = 0; at < kGroups.size(); ++at) {
        const auto end = at + 1 < kGroups.size()
                             ? std::ranges::find(all, kGroups[at + 1].action, &KeyBinding::action)
                             : all.end();
        groups.push_back({kGroups[at].heading, {begin, end}});
        begin = end;
    }
    return groups;
}

} // namespace fathom::ui
