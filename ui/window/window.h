#pragma once
#include "render/engines/render_request.h"
#include "ui/state/saved_session.h"

#include <SDL.h>
#include <csignal>
#include <memory>
#include <optional>
#include <string>

namespace fathom::ui {

/// SDL's video part, started and stopped. While it lives, SIGHUP (the terminal is closed) asks the
/// window to close, as SIGINT and SIGTERM do, so that nothing half-written stays behind.
class SdlVideo {
  public:
    /// Throws DeviceError where there is no display. Without one, what is `hidden` is drawn off
    /// screen where SDL can do that.
    explicit SdlVideo(bool hidden);
    ~SdlVideo();
    SdlVideo(const SdlVideo &) = delete;
    SdlVideo &operator=(const SdlVideo &) = delete;

  private:
    std::optional<struct sigaction> hangup_before_; ///< what was there, if it was changed
};

struct WindowOptions {
    WindowPlace place;        ///< somewhere else where no screen shows it
    bool fits_screen = false; ///< a place larger than its screen is made smaller
    bool vsync = true;
    bool hidden = false; ///< for good: only an OpenGL context is wanted, and needs no display
};

/// A resizable window with an OpenGL 3.3 core context that is current on the thread that made it.
class Window {
  public:
    /// Throws DeviceError where there is no display or no OpenGL 3.3.
    explicit Window(const WindowOptions &options);
    ~Window();
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    /// In pixels; at least 1 x 1.
    [[nodiscard]] Size drawable() const;
    /// Pixels to a point of the mouse's coordinates.
    [[nodiscard]] double pixel_ratio() const;
    /// By how much text and panels are larger than at 96 dots an inch, in pixels: $FATHOM_SCALE if
    /// that is set, else what the desktop says of text (Xft.dpi), else of the monitor.
    [[nodiscard]] double ui_scale() const;
    /// False while there is nothing to draw on.
    [[nodiscard]] bool visible() const;
    /// What OpenGL calls the device that draws.
    [[nodiscard]] const char *renderer() const;

    /// Whether that is the processor.
    [[nodiscard]] bool draws_in_software() const;

    /// UTF-8 on one line.
    void set_title(const std::string &title);
    [[nodiscard]] bool full_screen() const;
    void toggle_full_screen();
    /// Where it is, if it does not fill the screen.
    [[nodiscard]] WindowPlace place() const;
    /// Waits until the display has all that was drawn, and SDL can pump all that it has sent.
    void catch_up() const;
    void swap() { SDL_GL_SwapWindow(window_.get()); }
    [[nodiscard]] SDL_Window *handle() const { return window_.get(); }
    [[nodiscard]] SDL_GLContext context() const { return context_.get(); }

  private:
    struct DestroyWindow {
        void operator()(SDL_Window *window) const { SDL_DestroyWindow(window); }
    };
    struct DeleteContext {
        void operator()(void *context) const { SDL_GL_DeleteContext(context); }
    };

    SdlVideo video_;
    std::unique_ptr<SDL_Window, DestroyWindow> window_;
    std::optional<SDL_Rect> before_filling_; ///< a screen that has no window manager
    std::unique_ptr<void, DeleteContext> context_;
};

} // namespace fathom::ui
