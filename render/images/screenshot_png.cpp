#include "render/images/screenshot_png.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/images/rgb.h"

#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <span>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace fathom {
namespace {

// stb holds the image twice more and computes its size in an int, which overflows from 26,754 x
// 26,754 on.
constexpr std::int64_t kMaxPixels = std::int64_t{8192} * 8192;

} // namespace

void write_screenshot_png(const std::filesystem::path &path, const std::uint8_t *rgba, int width,
                          int height, const std::vector<PngText> &text) {
    if (width < 1 || height < 1 || std::int64_t{width} * height > kMaxPixels) {
        throw InputError(fmt::format("cannot write {}: a screenshot has 1 to {} pixels, not {} x "
                                     "{}; use export for larger pictures",
                                     path.string(), kMaxPixels, width, height));
    }
    const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<std::uint8_t> rgb(3 * pixels);
    drop_alpha(rgba, rgb);

    PngBytes metadata;
    append_png_metadata(metadata, text);
    OutputFile file(path);
    int size = 0;
    const std::unique_ptr<unsigned char, void (*)(void *)> png(
        stbi_write_png_to_mem(rgb.data(), 3 * width, width, height, 3, &size), &std::free);
    if (!png) {
        throw std::bad_alloc();
    }
    const auto bytes = std::as_bytes(std::span(png.get(), static_cast<std::size_t>(size)));
    file.write(bytes.first(kPngPrefixBytes));
    file.write(metadata);
    file.write(bytes.subspan(kPngPrefixBytes));
    file.commit();
}

} // namespace fathom
