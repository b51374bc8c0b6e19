#pragma once
#include "render/deep/misiurewicz.h"
#include "render/deep/nucleus.h"

#include <imgui.h>
#include <optional>
#include <string>

namespace fathom::ui {

class Controls;

/// What the Minibrot section shows.
struct MinibrotInfo {
    bool possible = true;               ///< the formula has minibrots that can be sought
    const Nucleus *nucleus = nullptr;   ///< found last
    const Misiurewicz *point = nullptr; ///< likewise
    std::optional<double> searching;    ///< share that is done, while one is sought
    bool morph = false;                 ///< a click doubles the pattern there
    bool clicks_mark = false;           ///< a click marks the nearest Misiurewicz point
    bool exploring = false;             ///< the view flies by itself
    std::size_t marks = 0;
};
/// What was asked for in it.
struct MinibrotChoice {
    bool find = false, cancel = false;
    bool half_way = false, julia = false;          ///< to go there, about the nearest to the middle
    bool zoom = false, mark = false, copy = false; ///< of the minibrot
    bool centre = false;                           ///< the Misiurewicz point
    bool clear_marks = false;
    std::optional<bool> morph, clicks_mark, explore;
};
MinibrotChoice draw_minibrot_panel(Controls &controls, const MinibrotInfo &info);

/// A cross on the picture, in points, with words beside it.
void draw_mark(ImVec2 at, const std::string &words);

} // namespace fathom::ui
