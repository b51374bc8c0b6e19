#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The container of a PNG file: signature, chunks, text (PNG specification, third edition,
// sections 5 and 11.3.3). What is inside IDAT is not known here.

namespace fathom {

/// A text of a PNG. `key`: 1 to 79 printable ASCII characters, no space at either end; `value`:
/// UTF-8 of at most kMaxPngTextBytes, without NUL.
struct PngText {
    std::string key;
    std::string value;
};

/// Both what we write and what we are willing to read. The coordinates of a view 1e100000 deep
/// need a fifth of it.
inline constexpr std::size_t kMaxPngTextBytes = std::size_t{1} << 20;

inline constexpr std::array<std::uint8_t, 8> kPngSignature = {0x89, 'P',  'N',  'G',
                                                              0x0d, 0x0a, 0x1a, 0x0a};

/// Whether a file that begins so is a PNG.
bool is_png(std::string_view bytes) noexcept;

/// Bytes of the signature and the IHDR chunk, the fixed beginning of each PNG.
inline constexpr std::size_t kPngPrefixBytes = 8 + 12 + 13;

using PngBytes = std::vector<std::byte>;

/// Appends `value` with its highest byte first.
void append_big_endian(PngBytes &out, std::uint32_t value);

/// Appends the characters or bytes of `data`.
void append_bytes(PngBytes &out, std::string_view data);
void append_bytes(PngBytes &out, std::span<const std::uint8_t> data);

/// Starts a chunk of the four-letter `type` at the end of `out`; append its data, then pass the
/// answer to `end_png_chunk`, which sets length and CRC. Data: at most 2^31 - 1 bytes.
[[nodiscard]] std::size_t begin_png_chunk(PngBytes &out, std::string_view type);
void end_png_chunk(PngBytes &out, std::size_t start);

/// Appends the chunks that say: colours are sRGB, and `texts` (tEXt where the value is ASCII, else
/// iTXt). They belong between IHDR and IDAT. Throws std::invalid_argument for a text outside the
/// limits of PngText.
void append_png_metadata(PngBytes &out, const std::vector<PngText> &texts);

/// Appends the texts alone, which may stand before the pixels or behind them. Throws likewise.
void append_png_texts(PngBytes &out, const std::vector<PngText> &texts);

/// Appends that colours are sRGB as coding-independent code points (cICP, PNG specification, third
/// edition, 11.3.2.6; ITU-T H.273): primaries of BT.709 (1), sRGB's curve (13), RGB (0), full range
/// (1). It belongs between IHDR and IDAT, and comes before sRGB for those who know it.
void append_png_code_points(PngBytes &out);

/// Appends how many pixels an inch has (pHYs, whole pixels a metre), 1 to kMaxDotsPerInch. It
/// belongs between IHDR and IDAT.
inline constexpr int kMaxDotsPerInch = 100'000;
void append_png_density(PngBytes &out, int dots_per_inch);

} // namespace fathom
