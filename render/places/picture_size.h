#pragma once

namespace fathom {

/// Size of a picture in pixels, each side 1 to kMaxSide.
struct Size {
    int width = 0;
    int height = 0;
    bool operator==(const Size &) const = default;
};
inline constexpr int kMaxSide = 1 << 20;

} // namespace fathom
