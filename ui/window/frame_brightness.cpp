#include "ui/window/frame_brightness.h"

#include "ui/window/gl_objects.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace fathom::ui {

double frame_brightness(Size size) {
    std::vector<std::uint8_t> rgb(std::size_t{3} * static_cast<std::size_t>(size.width) *
                                  static_cast<std::size_t>(size.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
    const auto sum = std::accumulate(rgb.begin(), rgb.end(), std::uint64_t{0});
    return static_cast<double>(sum) / (255.0 * static_cast<double>(rgb.size()));
}

} // namespace fathom::ui
