#pragma once
#include "ui/state/ui_settings.h"

#include <imgui.h>
#include <string>
#include <string_view>

namespace fathom::ui {

// Older versions of ImGui number keys, newer ones have a type for them.
#if IMGUI_VERSION_NUM >= 18700
using NamedKey = ImGuiKey;
#else
using NamedKey = ImGuiKey_;
#endif

/// A colour with a meaning, as the theme in use has it.
class Tone {
  public:
    /// Kept in a place of ImGui's style that no widget of ours uses otherwise, or for that meaning.
    constexpr explicit Tone(int place) : place_(place) {}
    operator ImVec4() const { return ImGui::GetStyleColorVec4(place_); }
    /// For drawing by hand, `alpha` (0 to 1) times as opaque.
    [[nodiscard]] ImU32 packed(float alpha = 1) const { return ImGui::GetColorU32(place_, alpha); }

  private:
    ImGuiCol place_;
};

/// Colours that panels share.
struct Theme {
    static constexpr Tone kText{ImGuiCol_Text};
    static constexpr Tone kDim{ImGuiCol_TextDisabled};
    static constexpr Tone kLeft{ImGuiCol_PlotLines};         ///< the one engine, or the left one
    static constexpr Tone kRight{ImGuiCol_PlotLinesHovered}; ///< the right one while comparing
    static constexpr Tone kWarning{ImGuiCol_DragDropTarget};
    static constexpr Tone kError{ImGuiCol_PlotHistogramHovered};
    static constexpr Tone kPanel{ImGuiCol_WindowBg};
    static constexpr Tone kAccent{ImGuiCol_PlotHistogram};
};

/// Sets ImGui's style; sizes are multiplied by `scale`.
void apply_theme(UiSettings::ThemeChoice choice, float scale);

/// Lengths in panels are counted in font sizes, so that they follow the screen's density.
float em(double count);

/// Of a panel that only shows: it takes no mouse.
ImGuiWindowFlags passive_flags();
/// Such a panel. `pivot` is the point of it, 0 to 1, that lies at
/// `place`.
bool begin_passive_panel(const char *name, ImVec2 place, ImVec2 pivot);

/// Begins a dialog in the window's middle, `width` ems wide or as wide as its content (0). `open`
/// becomes false when it is closed. As ImGui::Begin, End has to follow.
bool begin_dialog(const char *title, double width, bool *open);
/// As ImGui::BeginCombo, but Esc closes the list.
bool begin_combo(const char *label, const char *chosen, ImGuiComboFlags flags = 0);
/// Whether arrows move the focus among controls, by ImGui's keyboard navigation.
bool keys_move_focus();
/// Whether a list or a question is open.
bool popup_is_open();
/// Gives the present window's default control the focus, else the first, where it can be seen. To
/// be called before they are drawn.
void focus_first_item();
/// Keys lead the focus: it is to be seen where it is.
void show_focus();
bool focus_is_shown();
/// Of a panel beside the picture, whose keys are the picture's unless a person has gone to panels
/// with them.
ImGuiWindowFlags keyboard_flags();
/// Of a panel that stays where it is drawn, without a title or a frame.
ImGuiWindowFlags panel_flags();
/// Shows the focus on the last item, if it has it: for those that are drawn by hand.
void frame_item_with_keys();
/// Whether the last item is where keys have moved the focus, and shows it.
bool item_has_keys();
/// Whether that key went down since the last frame, or is held so that it `repeats`.
bool key_pressed(NamedKey key, bool repeats = false);
/// As ImGui::InvisibleButton, for what is drawn by hand and a mouse alone can do. Keys pass it.
bool mouse_area(const char *name, ImVec2 size);
/// After the present window's beginning: its controls are as wide without a bar to scroll with.
void keep_room_for_scrollbar();
/// Whether Enter, of either kind, went down since the last frame.
bool enter_pressed();
/// Puts the next window, which shows `words` wrapped after `width` points, beside the present one,
/// level with the last item: what stands in a panel stays to be seen. Where there is no room at
/// its right, it lies below or above the present window, or else below the item.
void place_beside(std::string_view words, float width);
/// A button for what is not the main thing to do.
bool plain_button(const char *label, ImVec2 size);

/// Panels show that text by other means than text(): the font gets what characters it needs with a
/// later frame.
void want_glyphs(std::string_view words);
void text(std::string_view words);
void text(const ImVec4 &colour, std::string_view words);
/// `words` where they are no wider than `width` points, else their beginning and their end with
/// "..." in the middle.
std::string shortened(std::string_view words, float width);
/// Draws `words` at a place of the screen, shortened() to `width` points.
void draw_text_within(ImVec2 place, float width, std::string_view words);
/// Text that ends at the right edge of the panel's content, on the present line.
void text_right(const ImVec4 &colour, std::string_view words);

} // namespace fathom::ui
