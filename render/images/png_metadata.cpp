#include "render/images/png_metadata.h"

#include "render/base/error.h"
#include "render/images/png_chunk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <png.h>
#include <string_view>
#include <system_error>

namespace fathom {
namespace {

constexpr std::size_t kMaxBytesBeforePixels = std::size_t{64} << 20;
constexpr png_uint_32 kMaxTexts = 100;

/// What libpng's callbacks share with us. libpng leaves them by longjmp: nothing here, and nothing
/// in the functions that it jumps over, has a destructor.
struct Source {
    std::FILE *file = nullptr;
    std::size_t bytes_left = kMaxBytesBeforePixels;
    std::array<char, 160> error{};
};

/// Owns libpng's two structures.
struct Reader {
    png_structp png = nullptr;
    png_infop info = nullptr;

    Reader() = default;
    Reader(const Reader &) = delete;
    Reader &operator=(const Reader &) = delete;
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void on_error(png_structp png, png_const_charp message) {
    auto *source = static_cast<Source *>(png_get_error_ptr(png));
    std::snprintf(source->error.data(), source->error.size(), "%s", message);
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep data, std::size_t size) {
    auto *source = static_cast<Source *>(png_get_io_ptr(png));
    if (size > source->bytes_left) {
        png_error(png, "too much stands before its pixels");
    }
    source->bytes_left -= size;
    if (std::fread(data, 1, size, source->file) != size) {
        png_error(png, std::ferror(source->file) ? "it cannot be read" : "it ends too early");
    }
}

/// Limits before the first byte is read. What is neither needed nor text is skipped unseen; of the
/// rest, anything wrong or too large is an error (libpng would warn and, for one, still allocate
/// the length that a chunk claims).
void set_limits(png_structp png) {
    constexpr png_uint_32 kAnySide = 0x7fffffff;
    constexpr png_byte kSkipped[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0oFFs\0pCAL\0pHYs\0"
                                    "sBIT\0sCAL\0sPLT\0sRGB\0tIME";
    png_set_user_limits(png, kAnySide, kAnySide);
    png_set_chunk_malloc_max(png, kMaxPngTextBytes + 256); // with key and NULs
    png_set_chunk_cache_max(png, kMaxTexts + 2);           // libpng counts down to 1
    png_set_benign_errors(png, 0);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, kSkipped, sizeof kSkipped / 5);
}

/// Reads all chunks before the pixels. The only function that is jumped into.
bool read_head(png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png))) {
        return false;
    }
    set_limits(png);
    png_read_info(png, info);
    return true;
}

std::string latin1_to_utf8(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(0xc0 | (code >> 6));
            utf8 += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return utf8;
}

std::optional<std::string> find_text(const Reader &reader, const std::string &key) {
    png_textp texts = nullptr;
    const int count = png_get_text(reader.png, reader.info, &texts, nullptr);
    const png_textp end = texts + count;
    const png_textp found =
        std::find_if(texts, end, [&](const png_text &text) { return key == text.key; });
    if (found == end) {
        return std::nullopt;
    }
    const bool utf8 = found->compression >= PNG_ITXT_COMPRESSION_NONE;
    const std::string_view value(found->text, utf8 ? found->itxt_length : found->text_length);
    return utf8 ? std::string(value) : latin1_to_utf8(value);
}

[[noreturn]] void refuse_png(const std::filesystem::path &path, std::string_view reason) {
    throw InputError(fmt::format("cannot read {} as a PNG: {}; choose an unbroken PNG file",
                                 path.string(), reason));
}

} // namespace

std::optional<std::string> read_png_text(const std::filesystem::path &path,
                                         const std::string &key) {
    std::error_code failed;
    if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed)) {
        refuse_png(path, "it is not a regular file"); // a FIFO would block
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rbe"),
                                                                &std::fclose);
    if (!file) {
        throw InputError(fmt::format("cannot open {}: {}; check its name and permissions",
                                     path.string(), std::generic_category().message(errno)));
    }
    Source source;
    source.file = file.get();
    Reader reader;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, on_error, on_warning);
    if (!reader.png) {
        throw std::bad_alloc();
    }
    reader.info = png_create_info_struct(reader.png);
    if (!reader.info) {
        throw std::bad_alloc();
    }
    png_set_read_fn(reader.png, &source, on_read);
    if (!read_head(reader.png, reader.info)) {
        refuse_png(path, source.error.data());
    }
    return find_text(reader, key);
}

} // namespace fathom
