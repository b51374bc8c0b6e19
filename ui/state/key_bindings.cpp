#include "ui/state/key_bindings.h"

#include <SDL_keycode.h>
#include <array>

namespace fathom {
namespace {

constexpr std::array kBindings = {
    KeyBinding{SDLK_LEFT, false, -1, Action::pan_left, "Left", "pan left"},
    KeyBinding{SDLK_RIGHT, false, -1, Action::pan_right, "Right", "pan right"},
    KeyBinding{SDLK_UP, false, -1, Action::pan_up, "Up", "pan up"},
    KeyBinding{SDLK_DOWN, false, -1, Action::pan_down, "Down", "pan down"},
    KeyBinding{SDLK_PLUS, false, -1, Action::zoom_in, "+", "zoom in"},
    KeyBinding{SDLK_EQUALS, false, -1, Action::zoom_in, nullptr, "zoom in"},
    KeyBinding{SDLK_KP_PLUS, false, -1, Action::zoom_in, nullptr, "zoom in"},
    KeyBinding{SDLK_MINUS, false, -1, Action::zoom_out, "-", "zoom out"},
    KeyBinding{SDLK_KP_MINUS, false, -1, Action::zoom_out, nullptr, "zoom out"},
    KeyBinding{SDLK_q, false, -1, Action::turn_left, "Q", "turn left"},
    KeyBinding{SDLK_e, false, -1, Action::turn_right, "E", "turn right"},
    KeyBinding{SDLK_COMMA, false, -1, Action::slower, ",", "zoom on more slowly"},
    KeyBinding{SDLK_PERIOD, false, -1, Action::faster, ".", "zoom on faster"},
    KeyBinding{SDLK_a, false, -1, Action::next_samples, "A", "anti-aliasing: off, 2 to 16"},
    KeyBinding{SDLK_HOME, false, 0, Action::reset, "Home", "the whole set"},
    KeyBinding{SDLK_HOME, false, 1, Action::reset_all, "Shift+Home",
               "the whole set, in the usual colours"},
    KeyBinding{SDLK_BACKSPACE, false, 0, Action::back, "Backspace", "the view before"},
    KeyBinding{SDLK_BACKSPACE, false, 1, Action::forward, "Shift+Backspace", "the view after"},
    KeyBinding{SDLK_z, true, 0, Action::undo, "Ctrl+Z", "undo"},
    KeyBinding{SDLK_z, true, 1, Action::redo, "Ctrl+Shift+Z", "redo"},
    KeyBinding{SDLK_y, true, -1, Action::redo, nullptr, "redo"},
    KeyBinding{SDLK_LEFTBRACKET, false, -1, Action::halve_iterations, "[ PageDown",
               "half the iterations"},
    KeyBinding{SDLK_PAGEDOWN, false, -1, Action::halve_iterations, nullptr, "half the iterations"},
    KeyBinding{SDLK_RIGHTBRACKET, false, -1, Action::double_iterations, "] PageUp",
               "twice the iterations"},
    KeyBinding{SDLK_PAGEUP, false, -1, Action::double_iterations, nullptr, "twice the iterations"},
    KeyBinding{SDLK_c, false, -1, Action::next_engine, "C", "next engine: CPU, GPU"},
    KeyBinding{SDLK_v, false, -1, Action::next_compare_mode, "V",
               "compare: off, split, difference"},
    KeyBinding{SDLK_p, false, 0, Action::next_palette, "P", "next palette"},
    KeyBinding{SDLK_p, false, 1, Action::previous_palette, "Shift+P", "palette before"},
    KeyBinding{SDLK_o, false, -1, Action::next_overlay, "O",
               "overlay: short, coordinates, none, full"},
    KeyBinding{SDLK_c, true, 0, Action::copy, "Ctrl+C", "copy the location"},
    KeyBinding{SDLK_c, true, 1, Action::copy_line, "Ctrl+Shift+C", "copy it as one line to share"},
    KeyBinding{SDLK_v, true, -1, Action::paste, "Ctrl+V", "go to the location copied"},
    KeyBinding{SDLK_s, false, -1, Action::screenshot, "S", "save a screenshot"},
    KeyBinding{SDLK_s, true, -1, Action::save_location, "Ctrl+S", "save the location"},
    KeyBinding{SDLK_o, true, -1, Action::open_file, "Ctrl+O", "open a place or a palette"},
    KeyBinding{SDLK_e, true, -1, Action::export_picture, "Ctrl+E", "export a picture of any size"},
    KeyBinding{SDLK_g, false, -1, Action::places, "G", "places: gallery, bookmarks, files"},
    KeyBinding{SDLK_f, true, -1, Action::find_place, "Ctrl+F", "search gallery and bookmarks"},
    KeyBinding{SDLK_b, false, -1, Action::bookmark, "B", "bookmark this place"},
    KeyBinding{SDLK_m, false, -1, Action::minimap, "M", "minimap"},
    KeyBinding{SDLK_j, false, -1, Action::julia, "J",
               "Julia set under the cursor; from one, the way back"},
    KeyBinding{SDLK_RETURN, false, -1, Action::enter_julia, "Enter, click",
               "into the Julia set shown"},
    KeyBinding{SDLK_n, false, 0, Action::minibrot, "N", "zoom to the nearest minibrot"},
    KeyBinding{SDLK_n, false, 1, Action::half_way, "Shift+N",
               "half-way to it, where patterns double"},
    KeyBinding{SDLK_d, false, -1, Action::morph, "D", "morph: a click doubles the pattern"},
    KeyBinding{SDLK_x, false, -1, Action::explore, "X", "explore by itself"},
    KeyBinding{SDLK_TAB, false, -1, Action::side_panel, "Tab", "side panel"},
    KeyBinding{SDLK_F6, false, -1, Action::panel_by_keys, "F6",
               "arrows and Enter into the panel, and back"},
    KeyBinding{SDLK_PAGEDOWN, true, -1, Action::next_section, "Ctrl+PageDown",
               "the panel's next section"},
    KeyBinding{SDLK_PAGEUP, true, -1, Action::previous_section, "Ctrl+PageUp",
               "the section before"},
    KeyBinding{SDLK_PLUS, true, -1, Action::larger_text, "Ctrl++", "larger text"},
    KeyBinding{SDLK_EQUALS, true, -1, Action::larger_text, nullptr, "larger text"},
    KeyBinding{SDLK_KP_PLUS, true, -1, Action::larger_text, nullptr, "larger text"},
    KeyBinding{SDLK_MINUS, true, -1, Action::smaller_text, "Ctrl+-", "smaller text"},
    KeyBinding{SDLK_KP_MINUS, true, -1, Action::smaller_text, nullptr, "smaller text"},
    KeyBinding{SDLK_0, true, -1, Action::usual_text, "Ctrl+0", "usual text"},
    KeyBinding{SDLK_F11, false, -1, Action::full_screen, "F11", "full screen"},
    KeyBinding{SDLK_F1, false, -1, Action::help, "F1", "this list"},
    KeyBinding{SDLK_SPACE, false, -1, Action::resume, "Space", "go on with a stopped picture"},
    KeyBinding{SDLK_ESCAPE, false, -1, Action::cancel, "Esc", "cancel what runs, close a panel"},
    KeyBinding{SDLK_q, true, -1, Action::quit, "Ctrl+Q", "quit"},
};

} // namespace

std::span<const KeyBinding> key_bindings() {
    return kBindings;
}

} // namespace fathom
