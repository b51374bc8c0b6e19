#pragma once
#include "ui/widgets/theme.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <string>

namespace fathom {

/// Panels without a window: Dear ImGui lays them out, and nothing is drawn.
class PanelFrames {
  public:
    explicit PanelFrames(float width = 1000, float height = 700)
        : context_(ImGui::CreateContext()) {
        ImGuiIO &io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {width, height};
        unsigned char *pixels = nullptr;
        int side = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &side, &side);
        apply_theme(ui::UiSettings::ThemeChoice::dark, 1);
    }
    ~PanelFrames() { ImGui::DestroyContext(context_); }
    PanelFrames(const PanelFrames &) = delete;
    PanelFrames &operator=(const PanelFrames &) = delete;

    /// So many frames of what `build` draws: panels know their size from the frame before.
    template <class Build> void draw(Build build, int frames = 3) {
        for (int count = 0; count < frames; ++count) {
            ImGui::GetIO().DeltaTime = 1 / 60.0F;
            ImGui::NewFrame();
            build();
            ImGui::EndFrame();
        }
    }
    /// Where that panel lies, in points.
    [[nodiscard]] static ImRect place(const std::string &panel) {
        const ImGuiWindow *window = ImGui::FindWindowByName(panel.c_str());
        return window == nullptr ? ImRect() : window->Rect();
    }

  private:
    ImGuiContext *context_;
};

} // namespace fathom
