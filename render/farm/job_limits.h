#pragma once
#include "render/places/picture_size.h"

namespace fathom {

/// Parts that a picture of that size can have: whole blocks of the colour filter, so that a part
/// has the colours of the picture in one piece.
int most_parts(Size size) noexcept;

} // namespace fathom
