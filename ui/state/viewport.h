#pragma once
#include "render/places/picture_size.h"

#include <utility>

namespace fathom::ui {

/// The part of the window that no panel covers: the columns from `left` to the right edge, all
/// rows. The location lies in its middle; the window's picture goes on under what covers it. In
/// pixels.
struct Viewport {
    Size size;
    double left = 0;

    /// Where the location's centre is, from the window's upper left corner.
    [[nodiscard]] std::pair<double, double> middle() const {
        return {left + 0.5 * size.width, 0.5 * size.height};
    }
};

} // namespace fathom::ui
