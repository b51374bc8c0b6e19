// For builds without CUDA.
#include "ui/window/cuda_interop.h"

namespace fathom::ui {

std::optional<int> opengl_gpu() {
    return std::nullopt;
}

InteropAttempt register_texture(unsigned, Size, int) {
    return {nullptr, "built without CUDA"};
}

} // namespace fathom::ui
