#pragma once
#include <imgui.h>

#include <string_view>

namespace fathom {

/// As ImVec4, which cannot be a constant.
struct Colour {
    float r, g, b, a;
    operator ImVec4() const { return {r, g, b, a}; }
};

/// Colours that panels share.
struct Theme {
    static constexpr Colour kDim{0.62F, 0.65F, 0.70F, 1};
    static constexpr Colour kLeft{0.45F, 0.74F, 1.00F, 1};  ///< the one engine, or the left one
    static constexpr Colour kRight{1.00F, 0.73F, 0.36F, 1}; ///< the right one while comparing
    static constexpr Colour kWarning{1.00F, 0.78F, 0.35F, 1};
    static constexpr Colour kError{1.00F, 0.50F, 0.46F, 1};
    static constexpr Colour kPanel{0.055F, 0.06F, 0.075F, 0.88F};
};

/// Sets ImGui's style; sizes are multiplied by `scale`.
void apply_theme(float scale);

/// Lengths in panels are counted in font sizes, so that they follow the screen's density.
float em(double count);

/// A panel that only shows: it takes no mouse. `pivot` is the point of it, 0 to 1, that lies at
/// `place`.
bool begin_passive_panel(const char *name, ImVec2 place, ImVec2 pivot);

/// Begins a dialog in the window's middle, `width` ems wide or as wide as its content (0). `open`
/// becomes false when it is closed. As ImGui::Begin, End has to follow.
bool begin_dialog(const char *title, double width, bool *open);
/// As ImGui::BeginCombo, but Esc closes the list.
bool begin_combo(const char *label, const char *chosen, ImGuiComboFlags flags = 0);
/// A button for what is not the main thing to do.
bool plain_button(const char *label, ImVec2 size);

void text(std::string_view words);
void text(const ImVec4 &colour, std::string_view words);
/// Text that ends at the right edge of the panel's content, on the present line.
void text_right(const ImVec4 &colour, std::string_view words);

} // namespace fathom
