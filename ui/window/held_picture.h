#pragma once
#include "ui/state/ui_clock.h"
#include "ui/window/gl_objects.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace fathom::ui {

/// The old picture of a jump that is a cut. It stays as it is on the screen until a preview of the
/// new picture stands; then it fades once. Used and destroyed on the OpenGL thread.
class HeldPicture {
  public:
    /// How long a fade takes.
    static constexpr std::chrono::milliseconds kFade{350};

    /// Draws the present picture into the whole of a framebuffer of the window's size.
    using Paint = std::function<void()>;

    /// Throws DeviceError if the driver refuses the shader.
    explicit HeldPicture(const UiClock &clock);
    /// To be called before the first hold().
    void paint_with(Paint paint) { paint_ = std::move(paint); }

    /// Takes what is on the screen now, before anything of it changes. A picture that is held and
    /// does not fade yet stays the one that is held. `size` is that of the window.
    void hold(Size size);
    /// Nothing is held from now on: the new picture is on the screen at once.
    void let_go() { stage_ = Stage::none; }
    /// A preview of the new picture stands.
    void fade();
    /// A person does not want to wait for a preview in its final colours. What fades ends at once.
    void hurry();
    [[nodiscard]] bool hurried() const { return hurried_; }

    /// Whether nothing of the new picture is to be seen yet.
    [[nodiscard]] bool held() const { return stage_ == Stage::held; }
    [[nodiscard]] bool fading() const { return stage_ == Stage::fading; }
    /// How many times a picture was taken so far.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Ends a fade that is over.
    void advance();
    /// How much of the old picture is on the screen, 0 to 1.
    [[nodiscard]] double opacity() const;
    /// Draws the old picture over the screen, as much of it as `opacity` says.
    void draw(Size size, double opacity) const;

  private:
    enum class Stage { none, held, fading };

    const UiClock &clock_;
    GlProgram program_;
    GlVertexArray vertices_; ///< empty: the core profile wants one to be bound
    GLint opacity_, screen_;
    GlTexture picture_, next_; ///< lowest row first; `next_` is for what is taken while it fades
    Paint paint_;
    Stage stage_ = Stage::none;
    UiClock::Time faded_at_{}; ///< when the fade began
    std::uint64_t count_ = 0;
    bool hurried_ = false; ///< since the last hold()
};

} // namespace fathom::ui
