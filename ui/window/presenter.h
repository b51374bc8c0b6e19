#pragma once
#include "render/places/navigation.h"
#include "render/places/view.h"
#include "ui/window/picture.h"

namespace fathom::ui {

/// What a part of the window shows.
struct Scene {
    const Picture *now = nullptr; ///< the newest, finished or not; may be null
    const Picture *before =
        nullptr;          ///< an older one, shown where `now` has no finished pixels; may be null
    View view;            ///< the present one
    Size size;            ///< of the window
    AffineMap shown = {}; ///< where a position of the view lies on the screen
    bool exact = true;    ///< `now` is of this view, and that is on the screen as it is
};

/// Draws pictures into the window. A finished pixel of an exact `now` goes to the screen as it is,
/// 1 to 1; all others are warped, bilinearly, from where their picture has them, and between the
/// points of a lattice where no more is known of it and nothing sharper. Beyond the edges of what
/// is known a picture goes on blurred.
class Presenter {
  public:
    /// Throws DeviceError if the driver refuses the shaders.
    Presenter();
    /// Fills the window's columns [x0, x1).
    void draw(const Scene &scene, int x0, int x1);
    /// Fills the window with a picture of its size.
    void draw(const GlTexture &picture, Size size);

  private:
    /// A picture's part in a shader.
    struct Layer {
        Layer(const GlProgram &program, const std::string &name);
        GLint size, warp_x, warp_y;
    };
    /// Two pictures, warped.
    struct Blended {
        explicit Blended(const char *exact);
        GlProgram program;
        Layer now, before;
        GLint has_now, has_before, has_beyond, before_scale, window, height;
    };
    static void set_warp(const Layer &layer, const AffineMap &warp, Size size);
    bool draw_beyond(const Scene &scene);
    void draw_exact(const GlTexture &picture, Size size, int x0, int x1);
    void draw_blended(const Scene &scene, int x0, int x1);
    void draw_quad(Size size, int x0, int x1);

    GlProgram exact_;          ///< one picture as it is
    GlProgram quarter_;        ///< one picture, smaller
    GlProgram beyond_;         ///< how that goes on beyond its edges
    Blended still_, moving_;   ///< for an exact scene and any other
    GlTexture soft_;           ///< what quarter_ has drawn, with mipmaps
    GlTexture beyond_texture_; ///< what beyond_ has drawn
    GlVertexArray vertices_;   ///< empty: the core profile wants one to be bound
    Layer edge_;
    GLint exact_height_, beyond_height_, quarter_size_;
};

} // namespace fathom::ui
