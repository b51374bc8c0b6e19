#pragma once
#include "render/places/location.h"
#include "render/places/picture_size.h"
#include "render/places/view.h"
#include "ui/window/frame_texture.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace fathom::ui {

/// A picture in video memory and what it shows.
struct Picture {
    FrameTexture texture;
    View view;
    FormulaChoice formula;
    Size size;
    std::uint64_t generation = 0; ///< the tag of its request; 0: it shows nothing
    bool complete = false;
    int samples = 1;                               ///< more: anti-aliased
    std::chrono::steady_clock::time_point asked{}; ///< when its request was made
};

using WantedPicture = std::function<bool(const Picture &)>;

} // namespace fathom::ui
