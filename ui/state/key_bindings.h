#pragma once
#include "ui/state/command.h"

#include <span>
#include <vector>

namespace fathom::ui {

/// A key and what it does: the one list that the keyboard and the help panel both follow.
struct KeyBinding {
    int key;      ///< SDL_Keycode
    bool control; ///< whether Ctrl has to be held
    int shift;    ///< 1: has to be held, 0: must not be, -1: does not matter
    Action action;
    const char *label; ///< how help shows it; null for a second key of the same action
    const char *effect;
};
std::span<const KeyBinding> key_bindings();

/// Those that belong together, in the order of key_bindings(); each is in one group.
struct KeyGroup {
    const char *heading;
    std::span<const KeyBinding> bindings;
};
std::vector<KeyGroup> key_groups();

} // namespace fathom::ui
