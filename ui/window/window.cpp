// GLEW has to come before any other OpenGL header.
#include <GL/glew.h>

#include "render/base/error.h"
#include "render/numbers/plain_number.h"
#include "ui/texts/common.h"
#include "ui/texts/session.h"
#include "ui/window/window.h"
#include "ui/window/x11_desktop.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fathom::ui {
namespace {

[[noreturn]] void refuse(std::string_view what) {
    const std::string why = SDL_GetError();
    throw DeviceError(
        fmt::format("{}: {}", what, why.empty() ? texts::session::kSdlSaysNoMore : why),
        {Remedy::Kind::no_window});
}

// Loads the entry points. GLEW's GLX build answers 4 in a context that EGL made, with everything
// loaded.
void load_opengl() {
    glewExperimental = GL_TRUE;
    const GLenum status = glewInit();
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY)
        refuse(reinterpret_cast<const char *>(glewGetErrorString(status)));
    while (glGetError() != GL_NO_ERROR) {
        // GLEW leaves errors of its own probing behind.
    }
    if (glGenVertexArrays == nullptr || glFenceSync == nullptr || glGenQueries == nullptr)
        refuse(texts::session::kNoOpenGl);
}

std::optional<double> scale_from_environment() {
    const char *text = std::getenv("FATHOM_SCALE");
    if (text == nullptr)
        return std::nullopt;
    const std::optional<double> scale = read_double(text);
    return scale && *scale >= 0.5 && *scale <= 8 ? scale : std::nullopt;
}

/// Whether the environment says what to draw on.
bool names_a_display() {
    const auto is_set = [](const char *name) {
        const char *value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("SDL_VIDEODRIVER");
}

/// The usable part of the screen that shows enough of a window's upper edge to take hold of it.
std::optional<SDL_Rect> screen_of(const WindowPlace &place) {
    const SDL_Rect edge{place.x, place.y, place.width, 40};
    for (int display = 0; display < SDL_GetNumVideoDisplays(); ++display) {
        SDL_Rect bounds;
        SDL_Rect part;
        if (SDL_GetDisplayUsableBounds(display, &bounds) == 0 &&
            SDL_IntersectRect(&edge, &bounds, &part) == SDL_TRUE && part.w >= 100 && part.h >= 20)
            return bounds;
    }
    return std::nullopt;
}

/// The place as it fits into a screen.
WindowPlace fitted(WindowPlace place, const SDL_Rect &screen) {
    if (screen.w < WindowPlace::kMinSide || screen.h < WindowPlace::kMinSide)
        return place;
    if (place.width > screen.w) {
        place.width = screen.w;
        place.x = screen.x;
    }
    if (place.height > screen.h) {
        place.height = screen.h;
        place.y = screen.y;
    }
    return place;
}

/// Pixels to a unit of panels where points are pixels: as asked for, else as all text of the
/// desktop, else by the monitor's density; in steps, as small differences are noise.
double density_of(int display) {
    if (const auto scale = scale_from_environment())
        return *scale;
    float monitors = 0;
    std::optional<double> dpi = chosen_dpi();
    if (!dpi && SDL_GetDisplayDPI(display, nullptr, &monitors, nullptr) == 0)
        dpi = monitors;
    return std::clamp(std::floor(dpi.value_or(96) / 96.0 * 4 + 0.25) / 4, 1.0, 4.0);
}

/// A first window, whose place nobody has chosen, larger where panels are.
WindowPlace scaled(WindowPlace place) {
    if (!place.anywhere)
        return place;
    const double scale = density_of(0);
    place.width = static_cast<int>(std::lround(place.width * scale));
    place.height = static_cast<int>(std::lround(place.height * scale));
    return place;
}

void ask_to_end(int /*signal*/) {
    raise(SIGTERM);
}

// SDL turns SIGTERM into a request to quit, but not SIGHUP. So SIGHUP becomes a SIGTERM, unless the
// program was told to ignore one of the two. Returns what was there before.
struct sigaction handle_hangup() {
    struct sigaction before {};
    struct sigaction termination {};
    sigaction(SIGHUP, nullptr, &before);
    sigaction(SIGTERM, nullptr, &termination);
    struct sigaction action {};
    action.sa_handler = ask_to_end;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (before.sa_handler != SIG_IGN && termination.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
    return before;
}

} // namespace

SdlVideo::SdlVideo(bool hidden) {
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    if (hidden && !names_a_display()) {
        if (SDL_VideoInit("offscreen") != 0)
            refuse(texts::session::kNoDisplay);
        return;
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        refuse(texts::session::kNoDisplay);
    // SDL's last resort is a window that nobody can see: welcome if asked for, else a program that
    // seems to hang.
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    if ((driver == "offscreen" || driver == "dummy") && std::getenv("SDL_VIDEODRIVER") == nullptr) {
        SDL_Quit();
        SDL_SetError(texts::session::kNeitherDisplay);
        refuse(texts::session::kNoDisplay);
    }
    SDL_EnableScreenSaver();
    hangup_before_ = handle_hangup();
}

SdlVideo::~SdlVideo() {
    if (hangup_before_)
        sigaction(SIGHUP, &*hangup_before_, nullptr);
    SDL_VideoQuit(); // SDL_Quit does not undo SDL_VideoInit
    SDL_Quit();
}

Window::Window(const WindowOptions &options) : video_(options.hidden) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    const auto shown_on = screen_of(options.place);
    const bool anywhere = options.place.anywhere || !shown_on;
    SDL_Rect screen{};
    if (shown_on)
        screen = *shown_on;
    else
        SDL_GetDisplayUsableBounds(0, &screen);
    const WindowPlace place =
        options.fits_screen ? fitted(scaled(options.place), screen) : options.place;
    const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI |
                         Uint32{options.hidden} * SDL_WINDOW_HIDDEN;
    window_.reset(SDL_CreateWindow(
        texts::common::kProgram, anywhere ? SDL_WINDOWPOS_CENTERED : place.x,
        anywhere ? SDL_WINDOWPOS_CENTERED : place.y, place.width, place.height, flags));
    if (!window_)
        refuse(texts::session::kNoWindow);
    context_.reset(SDL_GL_CreateContext(window_.get()));
    if (!context_)
        refuse(texts::session::kNoContext);
    load_opengl();
    SDL_SetWindowMinimumSize(window_.get(), std::min(320, place.width),
                             std::min(240, place.height));
    if (place.full_screen)
        toggle_full_screen();
    // Adaptive vsync (-1) would tear; where there is none, the loop paces itself.
    SDL_GL_SetSwapInterval(options.vsync ? 1 : 0);
}

Window::~Window() {
    // On X11 each event that ends a wait makes SDL send the window a message, over a connection of
    // its own. If the server reads that only after the window is gone, Xlib ends the program with
    // an error.
    SDL_HideWindow(window_.get());
    if (std::string_view(SDL_GetCurrentVideoDriver()) == "x11")
        SDL_Delay(50);
}

Size Window::drawable() const {
    Size size;
    SDL_GL_GetDrawableSize(window_.get(), &size.width, &size.height);
    return {std::max(size.width, 1), std::max(size.height, 1)};
}

double Window::pixel_ratio() const {
    int points = 0;
    SDL_GetWindowSize(window_.get(), &points, nullptr);
    return points > 0 ? static_cast<double>(drawable().width) / points : 1;
}

double Window::ui_scale() const {
    if (const auto scale = scale_from_environment())
        return *scale;
    const double ratio = pixel_ratio();
    if (ratio > 1)
        return ratio;
    // X11 has no points of its own.
    return density_of(std::max(0, SDL_GetWindowDisplayIndex(window_.get())));
}

bool Window::visible() const {
    return (SDL_GetWindowFlags(window_.get()) & (SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED)) == 0;
}

const char *Window::renderer() const {
    return reinterpret_cast<const char *>(glGetString(GL_RENDERER));
}

bool Window::draws_in_software() const {
    const std::string_view name = renderer();
    return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos;
}

void Window::set_title(const std::string &title) {
    if (SDL_GetWindowTitle(window_.get()) != title) // the desktop is told of news alone
        SDL_SetWindowTitle(window_.get(), title.c_str());
}

bool Window::full_screen() const {
    return before_filling_ ||
           (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

// SDL leaves it to the window manager to make a window fill the screen, and takes it for done.
void Window::toggle_full_screen() {
    SDL_Rect target{};
    if (before_filling_) {
        target = *std::exchange(before_filling_, std::nullopt);
    } else if (full_screen() || !lacks_window_manager()) {
        SDL_SetWindowFullscreen(window_.get(), full_screen() ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        return;
    } else {
        const int display = std::max(SDL_GetWindowDisplayIndex(window_.get()), 0);
        if (SDL_GetDisplayBounds(display, &target) != 0)
            return;
        SDL_Rect &before = before_filling_.emplace();
        SDL_GetWindowPosition(window_.get(), &before.x, &before.y);
        SDL_GetWindowSize(window_.get(), &before.w, &before.h);
    }
    SDL_SetWindowPosition(window_.get(), target.x, target.y);
    SDL_SetWindowSize(window_.get(), target.w, target.h);
}

WindowPlace Window::place() const {
    constexpr int kFarthest = WindowPlace::kMaxCoordinate;
    WindowPlace place;
    SDL_GetWindowPosition(window_.get(), &place.x, &place.y);
    SDL_GetWindowSize(window_.get(), &place.width, &place.height);
    // Desktops put a window's frame where it was asked to be: the place is that of the frame.
    int top = 0;
    int left = 0;
    if (SDL_GetWindowBordersSize(window_.get(), &top, &left, nullptr, nullptr) == 0) {
        place.x -= left;
        place.y -= top;
    }
    place.x = std::clamp(place.x, -kFarthest, kFarthest);
    place.y = std::clamp(place.y, -kFarthest, kFarthest);
    place.anywhere = false;
    return place;
}

// On X11 the server is asked for this, and its answer comes after all events before.
void Window::catch_up() const {
    SDL_Rect ignored;
    SDL_GetDisplayUsableBounds(std::max(SDL_GetWindowDisplayIndex(window_.get()), 0), &ignored);
}

} // namespace fathom::ui
