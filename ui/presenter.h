#pragma once
#include "render/view.h"
#include "ui/lane.h"

namespace fathom {

/// What a part of the window shows.
struct Scene {
    const Picture *now = nullptr; ///< of the present view, finished or not; may be null
    const Picture *before =
        nullptr; ///< of another view, to be warped where `now` has no finished pixels; may be null
    View view;   ///< the present one
    Size size;   ///< of the window
};

/// Draws pictures into the window. A finished pixel of `now` goes to the screen as it is, 1 to 1.
class Presenter {
  public:
    /// Throws DeviceError if the driver refuses the shaders.
    Presenter();
    /// Fills the window's columns [x0, x1).
    void draw(const Scene &scene, int x0, int x1);
    /// Fills the window with a picture of its size.
    void draw(const GlTexture &picture, Size size);

  private:
    void draw_quad(Size size, int x0, int x1);

    GlProgram program_;
    GlVertexArray vertices_; ///< empty: the core profile wants one to be bound
    GLint has_now_, has_before_, coarse_first_, height_, before_size_, warp_x_, warp_y_;
};

} // namespace fathom
