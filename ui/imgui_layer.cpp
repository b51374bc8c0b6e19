#include "ui/imgui_layer.h"

#include "render/font.h"
#include "ui/theme.h"
#include "ui/window.h"

#include <imgui.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <backends/imgui_impl_opengl3.h>

#include <cmath>
#include <filesystem>

namespace fathom {
namespace {

constexpr double kFontSize = 15;

void load_font(double scale) {
    ImFontAtlas &fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    const auto pixels = static_cast<float>(std::round(kFontSize * scale));
    std::error_code error;
    if (std::filesystem::is_regular_file(kFontFile, error) &&
        fonts.AddFontFromFileTTF(kFontFile, pixels) != nullptr)
        return;
    ImFontConfig config;
    config.SizePixels = pixels;
    fonts.AddFontDefault(&config);
}

} // namespace

ImGuiLayer::ImGuiLayer(Window &window) : window_(window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
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
    ImGui_ImplSDL2_ProcessEvent(&event);
}

bool ImGuiLayer::wants(const SDL_Event &event) const {
    const ImGuiIO &io = ImGui::GetIO();
    switch (event.type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
        return io.WantCaptureMouse;
    case SDL_KEYDOWN:
        return io.WantTextInput && event.key.keysym.sym != SDLK_ESCAPE;
    default:
        return false;
    }
}

void ImGuiLayer::begin() {
    // Panels are laid out in pixels where the window has more of them than points.
    set_scale(window_.ui_scale());
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
}

void ImGuiLayer::end_unseen() {
    ImGui::EndFrame();
}

void ImGuiLayer::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiLayer::set_scale(double scale) {
    if (scale == scale_)
        return;
    scale_ = scale;
    // ImGui's coordinates are points; where those are several pixels, the font is made for the
    // pixels and shown smaller.
    const double ratio = window_.pixel_ratio();
    load_font(scale);
    ImGui::GetIO().FontGlobalScale = static_cast<float>(1 / ratio);
    apply_theme(static_cast<float>(scale / ratio));
    ImGui_ImplOpenGL3_DestroyDeviceObjects(); // the next frame makes them anew, with this font
}

} // namespace fathom
