#include "render/images/png_chunk.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <zlib.h>

namespace fathom {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kTypeBytes = 4;

void store_big_endian(std::byte *where, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        where[i] = static_cast<std::byte>(value >> (24 - 8 * i));
    }
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void check_text(const PngText &text) {
    const std::string &key = text.key;
    const bool printable =
        std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (key.empty() || key.size() > 79 || !printable || key.front() == ' ' || key.back() == ' ' ||
        key.find("  ") != std::string::npos) {
        throw std::invalid_argument("PNG text: a key is 1 to 79 ASCII characters: '" + key + "'");
    }
    if (text.value.size() > kMaxPngTextBytes || text.value.find('\0') != std::string::npos) {
        throw std::invalid_argument("PNG text: the value of '" + key +
                                    "' is too long or has a NUL");
    }
}

void append_text(PngBytes &out, const PngText &text) {
    check_text(text);
    const bool ascii = is_ascii(text.value);
    const std::size_t start = begin_png_chunk(out, ascii ? "tEXt" : "iTXt");
    append_bytes(out, text.key);
    // tEXt: the key's NUL. iTXt: that, not compressed, method 0, no language, no translated key.
    out.insert(out.end(), ascii ? 1 : 5, std::byte{0});
    append_bytes(out, text.value);
    end_png_chunk(out, start);
}

} // namespace

bool is_png(std::string_view bytes) noexcept {
    return bytes.starts_with(std::string_view(reinterpret_cast<const char *>(kPngSignature.data()),
                                              kPngSignature.size()));
}

void append_big_endian(PngBytes &out, std::uint32_t value) {
    out.resize(out.size() + 4);
    store_big_endian(&out[out.size() - 4], value);
}

void append_bytes(PngBytes &out, std::string_view data) {
    const auto *first = reinterpret_cast<const std::byte *>(data.data());
    out.insert(out.end(), first, first + data.size());
}

void append_bytes(PngBytes &out, std::span<const std::uint8_t> data) {
    const auto *first = reinterpret_cast<const std::byte *>(data.data());
    out.insert(out.end(), first, first + data.size());
}

std::size_t begin_png_chunk(PngBytes &out, std::string_view type) {
    const std::size_t start = out.size();
    append_big_endian(out, 0);
    append_bytes(out, type);
    return start;
}

void end_png_chunk(PngBytes &out, std::size_t start) {
    const std::size_t checked = out.size() - start - kLengthBytes; // type and data
    store_big_endian(&out[start], static_cast<std::uint32_t>(checked - kTypeBytes));
    const auto *bytes = reinterpret_cast<const Bytef *>(&out[start + kLengthBytes]);
    append_big_endian(out, static_cast<std::uint32_t>(crc32_z(0, bytes, checked)));
}

void append_png_metadata(PngBytes &out, const std::vector<PngText> &texts) {
    const std::size_t start = begin_png_chunk(out, "sRGB");
    out.push_back(std::byte{0}); // rendering intent: perceptual
    end_png_chunk(out, start);
    append_png_texts(out, texts);
}

void append_png_texts(PngBytes &out, const std::vector<PngText> &texts) {
    for (const PngText &text : texts) {
        append_text(out, text);
    }
}

void append_png_code_points(PngBytes &out) {
    const std::size_t start = begin_png_chunk(out, "cICP");
    append_bytes(out, std::array<std::uint8_t, 4>{1, 13, 0, 1});
    end_png_chunk(out, start);
}

void append_png_density(PngBytes &out, int dots_per_inch) {
    if (dots_per_inch < 1 || dots_per_inch > kMaxDotsPerInch)
        throw std::invalid_argument("PNG density: 1 to kMaxDotsPerInch");
    // An inch has 254 parts of a metre's 10,000.
    const auto a_metre = static_cast<std::uint32_t>((dots_per_inch * 10'000 + 127) / 254);
    const std::size_t start = begin_png_chunk(out, "pHYs");
    append_big_endian(out, a_metre);
    append_big_endian(out, a_metre);
    out.push_back(std::byte{1}); // the unit is the metre
    end_png_chunk(out, start);
}

} // namespace fathom
