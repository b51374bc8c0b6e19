#include "render/images/small_picture.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/images/screenshot_png.h"
#include "render/images/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <png.h>

namespace fathom {
namespace {

constexpr int kMaxThumbnailSide = 512;
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

[[noreturn]] void refuse_thumbnail(const std::filesystem::path &path, std::string_view why) {
    throw InputError(fmt::format("{}: not a thumbnail: {}", path.string(), why));
}

std::string read_bytes(const std::filesystem::path &path) {
    std::ifstream file = open_input_file(path);
    std::string bytes(kMaxBytes + 1, '\0');
    if (!file.is_open() ||
        (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) && !file.eof()))
        refuse_thumbnail(path, "it cannot be read");
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > kMaxBytes)
        refuse_thumbnail(path, "it is larger than 1 MiB");
    return bytes;
}

/// Releases what libpng's simplified reader holds.
struct PngImage {
    png_image image{};
    PngImage() { image.version = PNG_IMAGE_VERSION; }
    PngImage(const PngImage &) = delete;
    PngImage &operator=(const PngImage &) = delete;
    ~PngImage() { png_image_free(&image); }
};

std::array<float, 256> linear_values() {
    std::array<float, 256> values{};
    for (int i = 0; i < 256; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<float>(linear_from_srgb(i / 255.0));
    return values;
}

/// The pixels that count for one of a thumbnail: [from, to), at least one.
struct Span {
    int from, to;
};
Span covered(int at, int parts, int start, int length) {
    const int from = start + static_cast<int>(std::int64_t{at} * length / parts);
    const int to = start + static_cast<int>(std::int64_t{at + 1} * length / parts);
    return {from, std::max(to, from + 1)};
}

std::uint32_t byte_of(double linear) {
    return static_cast<std::uint32_t>(std::lround(255 * srgb_from_linear(linear)));
}

} // namespace

SmallPicture make_thumbnail(std::span<const std::uint32_t> rgba, int width, int height) {
    static const std::array<float, 256> linear = linear_values();
    const double scale = std::min(static_cast<double>(width) / kThumbnailWidth,
                                  static_cast<double>(height) / kThumbnailHeight);
    const int cut_width = std::clamp(static_cast<int>(scale * kThumbnailWidth), 1, width);
    const int cut_height = std::clamp(static_cast<int>(scale * kThumbnailHeight), 1, height);
    SmallPicture small{kThumbnailWidth, kThumbnailHeight, {}};
    small.rgba.reserve(std::size_t{kThumbnailWidth} * kThumbnailHeight);
    for (int row = 0; row < kThumbnailHeight; ++row) {
        const Span ys = covered(row, kThumbnailHeight, (height - cut_height) / 2, cut_height);
        for (int column = 0; column < kThumbnailWidth; ++column) {
            const Span xs = covered(column, kThumbnailWidth, (width - cut_width) / 2, cut_width);
            double r = 0, g = 0, b = 0;
            for (int y = ys.from; y < ys.to; ++y)
                for (int x = xs.from; x < xs.to; ++x) {
                    const std::uint32_t pixel =
                        rgba[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x)];
                    r += linear[pixel & 255];
                    g += linear[pixel >> 8 & 255];
                    b += linear[pixel >> 16 & 255];
                }
            const double count = static_cast<double>(ys.to - ys.from) * (xs.to - xs.from);
            small.rgba.push_back(byte_of(r / count) | byte_of(g / count) << 8 |
                                 byte_of(b / count) << 16 | 0xff000000U);
        }
    }
    return small;
}

SmallPicture read_small_png(const std::filesystem::path &path) {
    const std::string bytes = read_bytes(path);
    PngImage png;
    if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0)
        refuse_thumbnail(path, png.image.message);
    if (png.image.width > kMaxThumbnailSide || png.image.height > kMaxThumbnailSide)
        refuse_thumbnail(
            path, fmt::format("{} x {} pixels are too many", png.image.width, png.image.height));
    png.image.format = PNG_FORMAT_RGBA;
    SmallPicture picture{static_cast<int>(png.image.width), static_cast<int>(png.image.height), {}};
    picture.rgba.resize(std::size_t{png.image.width} * png.image.height);
    if (png_image_finish_read(&png.image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
        refuse_thumbnail(path, png.image.message);
    for (std::uint32_t &pixel : picture.rgba)
        pixel |= 0xff000000U;
    return picture;
}

void write_small_png(const std::filesystem::path &path, const SmallPicture &picture) {
    write_screenshot_png(path, reinterpret_cast<const std::uint8_t *>(picture.rgba.data()),
                         picture.width, picture.height, {});
}

} // namespace fathom
