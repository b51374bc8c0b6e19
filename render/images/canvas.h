#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace fathom {

struct CanvasColour {
    std::uint8_t r = 0, g = 0, b = 0;
};

/// A small picture to draw a diagram on: rectangles and lines of text, from the top left, in
/// pixels. What lies outside is cut off.
class Canvas {
  public:
    /// White. Throws InputError if `font` (TrueType) is missing or cannot be used.
    Canvas(int width, int height, const std::filesystem::path &font);
    ~Canvas();
    Canvas(const Canvas &) = delete;
    Canvas &operator=(const Canvas &) = delete;

    /// Where a text's `x` lies in it.
    enum class Align { left, right };
    struct TextStyle {
        double size = 16; ///< height of the font's line
        CanvasColour colour;
        Align align = Align::left;
    };

    void fill(int x, int y, int width, int height, CanvasColour colour);
    /// Draws printable ASCII with its baseline at `y`; other characters become '?'.
    void text(double x, int y, std::string_view text, const TextStyle &style);
    /// How far a text reaches to the right.
    [[nodiscard]] double text_width(std::string_view text, double size) const;

    /// Writes it as a PNG. Throws DiskError.
    void write(const std::filesystem::path &path) const;

  private:
    struct Font;
    void blend(int x, int y, CanvasColour colour, int coverage);

    int width_;
    int height_;
    std::vector<std::uint8_t> rgb_;
    std::unique_ptr<Font> font_;
};

} // namespace fathom
