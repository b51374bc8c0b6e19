#include "render/bench/bench_png.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/engines/devices.h"
#include "render/images/png_writer.h"
#include "render/images/rgb.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <png.h>
#include <span>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace fathom {
namespace {

constexpr int kRenderedRows = 1024;

void write_ours(const EndlessPicture &picture, int rows, const std::filesystem::path &path,
                int threads) {
    PngOptions options;
    options.width = EndlessPicture::kWidth;
    options.height = static_cast<std::uint32_t>(rows);
    options.threads = threads;
    PngWriter writer(path, options);
    for (int y = 0; y < rows; ++y)
        writer.write_rows({{std::shared_ptr<void>(), picture.row(y)}, 3, 1}); // it outlives this
    writer.finish();
}

void write_stb(const EndlessPicture &picture, int rows, const std::filesystem::path &path,
               int /*threads*/) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(static_cast<std::size_t>(rows) * EndlessPicture::kRowBytes);
    for (int y = 0; y < rows; ++y)
        rgb.insert(rgb.end(), picture.row(y), picture.row(y) + EndlessPicture::kRowBytes);
    int size = 0;
    const std::unique_ptr<unsigned char, void (*)(void *)> png(
        stbi_write_png_to_mem(rgb.data(), EndlessPicture::kRowBytes, EndlessPicture::kWidth, rows,
                              3, &size),
        &std::free);
    if (!png)
        throw std::bad_alloc();
    OutputFile file(path);
    file.write(std::as_bytes(std::span(png.get(), static_cast<std::size_t>(size))));
    file.commit();
}

/// Where libpng's bytes go. It is C: an exception must not pass through it.
struct LibpngFile {
    OutputFile &file;
    std::exception_ptr failure;
};

void write_bytes(png_structp png, png_bytep data, std::size_t size) {
    auto &to = *static_cast<LibpngFile *>(png_get_io_ptr(png));
    try {
        to.file.write(std::as_bytes(std::span(data, size)));
    } catch (...) {
        to.failure = std::current_exception();
    }
    if (to.failure)
        png_error(png, "the file cannot be written");
}

void flush_nothing(png_structp) {}

struct LibpngSettings {
    int level;   ///< of zlib; negative: libpng's own choice
    int filters; ///< PNG_FILTER_...; negative: libpng's own choice
};

/// False if libpng gave up. Holds nothing that a longjmp would leak.
bool write_with(png_structp png, png_infop info, const EndlessPicture &picture, int rows,
                const LibpngSettings &settings) {
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    if (settings.level >= 0)
        png_set_compression_level(png, settings.level);
    if (settings.filters >= 0)
        png_set_filter(png, PNG_FILTER_TYPE_BASE, settings.filters);
    png_set_IHDR(png, info, EndlessPicture::kWidth, static_cast<png_uint_32>(rows), 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < rows; ++y)
        png_write_row(png, picture.row(y));
    png_write_end(png, info);
    return true;
}

void write_libpng(const EndlessPicture &picture, int rows, const std::filesystem::path &path,
                  const LibpngSettings &settings) {
    OutputFile file(path);
    LibpngFile to = {file, nullptr};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
    bool done = false;
    if (info != nullptr) {
        png_set_write_fn(png, &to, write_bytes, flush_nothing);
        done = write_with(png, info, picture, rows, settings);
    }
    png_destroy_write_struct(&png, &info);
    if (to.failure)
        std::rethrow_exception(to.failure);
    if (!done)
        throw DiskError(fmt::format("libpng cannot write {}; check its folder", path.string()));
    file.commit();
}

void write_libpng_fast(const EndlessPicture &picture, int rows, const std::filesystem::path &path,
                       int /*threads*/) {
    write_libpng(picture, rows, path, {1, PNG_FILTER_UP});
}

void write_libpng_default(const EndlessPicture &picture, int rows,
                          const std::filesystem::path &path, int /*threads*/) {
    write_libpng(picture, rows, path, {-1, -1});
}

} // namespace

EndlessPicture::EndlessPicture() {
    const Location location;
    constexpr Size kWhole = {kWidth, kWidth};
    const Region middle = {0, (kWidth - kRenderedRows) / 2, kWidth, kRenderedRows};
    RenderRequest request = make_request(location, kWhole, middle, {}, Precision::f64);
    request.colour = {load_lut(std::nullopt, "default"), location.colour, nullptr};
    const auto engine = make_engine("cpu", {1, {}});
    const auto frame = engine->make_frame(request);
    const std::atomic<bool> never = false;
    frame->iterate(never);
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(kWidth) * kRenderedRows);
    frame->read_rgba(rgba.data());
    rgb_.resize(3 * rgba.size());
    drop_alpha(reinterpret_cast<const std::uint8_t *>(rgba.data()), rgb_);
}

const std::uint8_t *EndlessPicture::row(int y) const noexcept {
    const int at = y % (2 * kRenderedRows);
    const int row = at < kRenderedRows ? at : 2 * kRenderedRows - 1 - at;
    return rgb_.data() + static_cast<std::size_t>(row) * kRowBytes;
}

const std::vector<PngContender> &png_contenders() {
    constexpr int kMostRows = 1 << 18;
    constexpr int kMostStbRows = 8192; // it holds the picture three times
    static const std::vector<PngContender> contenders = {
        {"fathom", write_ours, kMostRows, true},
        {"libpng level 1, Up", write_libpng_fast, kMostRows, false},
        {"libpng level 6", write_libpng_default, kMostRows, false},
        {"stb_image_write", write_stb, kMostStbRows, false},
    };
    return contenders;
}

} // namespace fathom
