#pragma once
#include <array>
#include <string_view>

namespace fathom::ui {

class ItemLog;

/// A field whose words narrow a list down. Esc in it clears it.
class SearchField {
  public:
    /// Draws it `width` points wide. Returns whether Enter was pressed in it.
    bool draw(const char *item, const char *hint, float width, ItemLog &items, double pixel_ratio);
    [[nodiscard]] std::string_view words() const { return text_.data(); }
    /// Whether Esc was pressed in it although it was empty, when it was drawn last.
    [[nodiscard]] bool dismissed() const { return dismissed_; }
    /// Gives it the keyboard with the next frame.
    void focus() { focus_ = true; }
    void clear() { text_[0] = '\0'; }

  private:
    std::array<char, 128> text_{};
    bool focus_ = false;
    bool dismissed_ = false;
};

} // namespace fathom::ui
