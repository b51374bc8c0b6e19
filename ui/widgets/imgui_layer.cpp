#include "ui/widgets/imgui_layer.h"

#include "render/images/font.h"
#include "ui/widgets/theme.h"
#include "ui/window/window.h"

#include <imgui.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>

namespace fathom::ui {
namespace {

constexpr double kFontSize = 15;
/// From the one that is liked best on; each has what those before it lack. All of Roboto's digits
/// are equally wide, so that numbers that change stay where they are (Debian's
/// fonts-roboto-unhinted); DejaVu has more characters.
constexpr std::array kFontFiles = {
    "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", kFontFile};

/// Latin 1 and `glyphs`, as ImGui has ranges of characters.
ImVector<ImWchar> ranges_of(const Glyphs &glyphs) {
    ImFontGlyphRangesBuilder builder;
    builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault());
    for (const unsigned character : glyphs.all())
        builder.AddChar(static_cast<ImWchar>(character));
    ImVector<ImWchar> ranges;
    builder.BuildRanges(&ranges);
    return ranges;
}

void load_font(double scale, const Glyphs &glyphs) {
    ImFontAtlas &fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    const auto pixels = static_cast<float>(std::round(kFontSize * scale));
    const ImVector<ImWchar> ranges = ranges_of(glyphs);
    ImFontConfig config;
    config.SizePixels = pixels;
    const auto add = [&](const char *file) {
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error) &&
            fonts.AddFontFromFileTTF(file, pixels, &config, ranges.Data) != nullptr)
            config.MergeMode = true; // from now on only what those before lack
    };
    for (const char *file : kFontFiles)
        add(file);
    if (!config.MergeMode)
        fonts.AddFontDefault(&config);
    config.MergeMode = true;
    if (!glyphs.all().empty())
        if (const auto wide = find_wide_font())
            add(wide->c_str());
    fonts.Build(); // while the ranges are there
}

// The texture alone: ImGui_ImplOpenGL3_DestroyDeviceObjects deletes the buffers, too, but some
// versions remember how large those were, and then draw nothing that is smaller. ImGui 1.92 sees by
// itself that the atlas is another.
void remake_font_texture() {
#ifndef IMGUI_HAS_TEXTURES
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

// What a text field makes no use of still does what it always does.
bool is_for_text(const SDL_Keysym &key) {
    const SDL_Keycode code = key.sym;
    const bool control = (key.mod & KMOD_CTRL) != 0;
    if (code == SDLK_ESCAPE || (code >= SDLK_F1 && code <= SDLK_F12) ||
        (control && (code == SDLK_PAGEUP || code == SDLK_PAGEDOWN)))
        return false;
    const bool letter_or_digit = code > SDLK_SPACE && code <= SDLK_z;
    if (!control || !letter_or_digit)
        return true;
    return std::string_view("acvxyz").find(static_cast<char>(code)) != std::string_view::npos;
}

// Dear ImGui's keyboard navigation makes use of these.
bool moves_focus(const SDL_Keysym &key) {
    constexpr std::array kKeys = {SDLK_LEFT,  SDLK_RIGHT,  SDLK_UP,       SDLK_DOWN,
                                  SDLK_SPACE, SDLK_RETURN, SDLK_KP_ENTER, SDLK_TAB,
                                  SDLK_HOME,  SDLK_END,    SDLK_PAGEUP,   SDLK_PAGEDOWN};
    return (key.mod & (KMOD_CTRL | KMOD_ALT)) == 0 &&
           std::find(kKeys.begin(), kKeys.end(), key.sym) != kKeys.end();
}

} // namespace

ImGuiLayer::ImGuiLayer(Window &window, const UiClock &clock)
    : window_(window), clock_(clock), frame_at_(clock.now()) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().UserData = &glyphs_;   // for want_glyphs
    ImGui::GetIO().IniFilename = nullptr; // leave nothing in the folder that we were started from
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.context());
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::handle(const SDL_Event &event) {
    feed(event);
    if (event.type == SDL_MOUSEBUTTONDOWN)
        keyboard_taken_ = false; // the hand is at the mouse
    if (event.type == SDL_MOUSEMOTION)
        mouse_.emplace(event.motion.x, event.motion.y);
    else if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP)
        mouse_.emplace(event.button.x, event.button.y);
    else if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_LEAVE)
        mouse_.reset();
}

// Older versions of ImGui activate a control by Space alone, which does what Enter is pressed for.
void ImGuiLayer::feed(const SDL_Event &event) {
    const bool key = event.type == SDL_KEYDOWN || event.type == SDL_KEYUP;
    const bool enter =
        key && (event.key.keysym.sym == SDLK_RETURN || event.key.keysym.sym == SDLK_KP_ENTER);
    const bool moves = keys_move_focus() && !ImGui::GetIO().WantTextInput;
    if (!enter || !moves || event.type == SDL_KEYUP)
        ImGui_ImplSDL2_ProcessEvent(&event);
#if IMGUI_VERSION_NUM < 18700
    // Older backends ask SDL, for which a key that was let go quickly is up already.
    if (key) {
        ImGuiIO &io = ImGui::GetIO();
        io.KeyCtrl = (event.key.keysym.mod & KMOD_CTRL) != 0;
        io.KeyShift = (event.key.keysym.mod & KMOD_SHIFT) != 0;
        io.KeyAlt = (event.key.keysym.mod & KMOD_ALT) != 0;
        io.KeySuper = (event.key.keysym.mod & KMOD_GUI) != 0;
    }
#endif
    if (!enter || (event.type == SDL_KEYDOWN && !moves))
        return;
    SDL_Event space = event;
    space.key.keysym.sym = SDLK_SPACE;
    space.key.keysym.scancode = SDL_SCANCODE_SPACE;
    ImGui_ImplSDL2_ProcessEvent(&space);
}

bool ImGuiLayer::wants(const SDL_Event &event) const {
    const ImGuiIO &io = ImGui::GetIO();
    switch (event.type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
        return io.WantCaptureMouse;
    case SDL_KEYDOWN:
        // What is typed while a list or a question is open is not for the picture behind it.
        return ((io.WantTextInput || popup_is_open()) && is_for_text(event.key.keysym)) ||
               (keys_move_focus() && moves_focus(event.key.keysym));
    default:
        return false;
    }
}

void ImGuiLayer::begin() {
    // Panels are laid out in pixels where the window has more of them than points.
    apply_look();
    const bool keys = keyboard_taken_ || popup_is_open();
    int &flags = ImGui::GetIO().ConfigFlags;
    flags = keys ? flags | ImGuiConfigFlags_NavEnableKeyboard
                 : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    place_mouse();
    tell_time();
    ImGui::NewFrame();
}

// The backend has asked the real clock.
void ImGuiLayer::tell_time() {
    if (!clock_.driven())
        return;
    const std::chrono::duration<float> passed = clock_.now() - frame_at_;
    ImGui::GetIO().DeltaTime = std::max(passed.count(), 1e-6F); // it must not be 0
    frame_at_ = clock_.now();
}

// Older backends ask SDL where the mouse is on the screen. That may be older or newer than the
// event that is being judged, and on X11 misses a pointer that a program has moved.
void ImGuiLayer::place_mouse() const {
#if IMGUI_VERSION_NUM < 18700
    if (mouse_)
        ImGui::GetIO().MousePos = {static_cast<float>(mouse_->first),
                                   static_cast<float>(mouse_->second)};
#endif
}

void ImGuiLayer::end_unseen() {
    ImGui::EndFrame();
}

void ImGuiLayer::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiLayer::set_look(UiSettings::ThemeChoice theme, double font_scale) {
    look_changed_ = look_changed_ || theme != theme_ || font_scale != font_scale_;
    theme_ = theme;
    font_scale_ = font_scale;
}

void ImGuiLayer::apply_look() {
    const double scale = window_.ui_scale() * font_scale_;
    const bool other_font = glyphs_.take_news() || scale != scale_;
    if (!other_font && !look_changed_)
        return;
    // ImGui's coordinates are points; where those are several pixels, the font is made for the
    // pixels and shown smaller.
    const double ratio = window_.pixel_ratio();
    if (other_font) {
        load_font(scale, glyphs_);
        ImGui::GetIO().FontGlobalScale = static_cast<float>(1 / ratio);
        if (scale_ != 0) // else the first frame makes it, with everything else
            remake_font_texture();
    }
    apply_theme(theme_, static_cast<float>(scale / ratio));
    scale_ = scale;
    look_changed_ = false;
}

} // namespace fathom::ui
