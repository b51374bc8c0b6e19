#pragma once
#include "render/places/picture_size.h"

namespace fathom::ui {

/// The mean of all channels of what OpenGL has drawn into the window of that size: 0 (black) to 1.
/// It waits for OpenGL, so it is for tests.
double frame_brightness(Size size);

} // namespace fathom::ui
