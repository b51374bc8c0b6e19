#include "render/images/canvas.h"

#include "render/base/error.h"
#include "render/images/png_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace fathom {

struct Canvas::Font {
    std::vector<unsigned char> file; // stb reads from it all along
    stbtt_fontinfo info{};

    [[nodiscard]] float scale(double size) const {
        return stbtt_ScaleForPixelHeight(&info, static_cast<float>(size));
    }
    [[nodiscard]] double advance(int character, int next) const {
        int advance = 0;
        int bearing = 0;
        stbtt_GetCodepointHMetrics(&info, character, &advance, &bearing);
        return advance + (next != 0 ? stbtt_GetCodepointKernAdvance(&info, character, next) : 0);
    }
};

namespace {

int printable_ascii(char character) {
    return character >= ' ' && character <= '~' ? character : '?';
}

} // namespace

Canvas::Canvas(int width, int height, const std::filesystem::path &font)
    : width_(width), height_(height),
      rgb_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255),
      font_(std::make_unique<Font>()) {
    std::ifstream in(font, std::ios::binary);
    font_->file.assign(std::istreambuf_iterator<char>(in), {});
    if (font_->file.empty() || stbtt_InitFont(&font_->info, font_->file.data(), 0) == 0)
        throw InputError(
            fmt::format("a plot needs the font {}, which is missing or broken; install "
                        "the package fonts-dejavu-core, or do without the plot",
                        font.string()));
}

Canvas::~Canvas() = default;

void Canvas::fill(int x, int y, int width, int height, CanvasColour colour) {
    for (int row = std::max(0, y); row < std::min(height_, y + height); ++row)
        for (int column = std::max(0, x); column < std::min(width_, x + width); ++column)
            blend(column, row, colour, 255);
}

void Canvas::text(double x, int y, std::string_view text, const TextStyle &style) {
    const float scale = font_->scale(style.size);
    double pen = style.align == Align::right ? x - text_width(text, style.size) : x;
    std::vector<unsigned char> glyph;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int character = printable_ascii(text[i]);
        const float shift = static_cast<float>(pen - std::floor(pen));
        int x0 = 0;
        int y0 = 0;
        int x1 = 0;
        int y1 = 0;
        stbtt_GetCodepointBitmapBoxSubpixel(&font_->info, character, scale, scale, shift, 0, &x0,
                                            &y0, &x1, &y1);
        const int width = x1 - x0;
        const int height = y1 - y0;
        glyph.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
        if (!glyph.empty())
            stbtt_MakeCodepointBitmapSubpixel(&font_->info, glyph.data(), width, height, width,
                                              scale, scale, shift, 0, character);
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column)
                blend(static_cast<int>(std::floor(pen)) + x0 + column, y + y0 + row, style.colour,
                      glyph[static_cast<std::size_t>(row) * width + column]);
        const int next = i + 1 < text.size() ? printable_ascii(text[i + 1]) : 0;
        pen += scale * font_->advance(character, next);
    }
}

double Canvas::text_width(std::string_view text, double size) const {
    double units = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        units += font_->advance(printable_ascii(text[i]),
                                i + 1 < text.size() ? printable_ascii(text[i + 1]) : 0);
    return font_->scale(size) * units;
}

void Canvas::write(const std::filesystem::path &path) const {
    PngOptions options;
    options.width = static_cast<std::uint32_t>(width_);
    options.height = static_cast<std::uint32_t>(height_);
    options.threads = 1;
    options.level = 9;
    PngWriter writer(path, options);
    writer.write_rows(rgb_, height_);
    writer.finish();
}

void Canvas::blend(int x, int y, CanvasColour colour, int coverage) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_)
        return;
    std::uint8_t *pixel = &rgb_[(static_cast<std::size_t>(y) * width_ + x) * 3];
    const std::uint8_t channels[] = {colour.r, colour.g, colour.b};
    for (int c = 0; c < 3; ++c)
        pixel[c] = static_cast<std::uint8_t>(
            (channels[c] * coverage + pixel[c] * (255 - coverage) + 127) / 255);
}

} // namespace fathom
