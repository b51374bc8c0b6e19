#pragma once
#include "ui/window/cuda_interop.h"
#include "ui/window/gl_objects.h"

#include <memory>

namespace fathom::ui {

/// A texture that frames show themselves on, and CUDA's way into it where there is one. Used and
/// destroyed on the OpenGL thread.
class FrameTexture {
  public:
    /// Gives it this size in pixels; where it had another, what it showed is lost.
    void resize(Size size) {
        if (size == size_)
            return;
        target_.reset(); // a registered texture must not change its storage
        size_ = size;
        texture_.resize(size.width, size.height);
    }
    [[nodiscard]] Size size() const { return size_; }

    [[nodiscard]] GlTexture &gl() { return texture_; }
    [[nodiscard]] const GlTexture &gl() const { return texture_; }

    /// Null where there is none.
    [[nodiscard]] InteropTarget *target() const { return target_.get(); }
    void set_target(std::unique_ptr<InteropTarget> target) { target_ = std::move(target); }

  private:
    GlTexture texture_;
    Size size_;
    std::unique_ptr<InteropTarget> target_; ///< destroyed before the texture
};

} // namespace fathom::ui
