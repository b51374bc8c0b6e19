#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// The beginning of an OpenEXR file (openexr.com, "OpenEXR File Layout"), read here and not by the
// library, because its sizes are to be known before memory is taken for them.

namespace fathom {

/// The longest side of an EXR that is read or written, in pixels.
inline constexpr int kMaxExrSide = 1 << 20;
/// The longest text of an EXR that is read, in bytes; see kMaxPngTextBytes.
inline constexpr std::size_t kMaxExrTextBytes = std::size_t{1} << 20;

/// The type of a channel in the file, by its number there.
enum class ExrType : std::uint8_t { whole = 0, half = 1, real = 2 };

/// A channel of an EXR: one value a pixel.
struct ExrChannel {
    std::string name;
    ExrType type = ExrType::half;
    friend bool operator==(const ExrChannel &, const ExrChannel &) = default;
};

/// What the header of the first part says; what else stands in it is left out.
struct ExrHeader {
    int width = 0;  ///< of the data window, 1 to kMaxExrSide
    int height = 0; ///< likewise
    bool flat =
        false; ///< one part of scan lines from the top, each channel with each pixel's value
    int block_rows = 1;                       ///< rows that are compressed as one
    std::uintmax_t bytes = 0;                 ///< of the file
    std::vector<ExrChannel> channels;         ///< in the order of their names, at most 64
    std::map<std::string, std::string> texts; ///< the attributes that are strings
    std::map<std::string, int> numbers;       ///< the attributes that are whole numbers
};

/// Whether a file that begins with these bytes is an EXR.
bool is_exr(std::string_view bytes) noexcept;

/// Reads the header of a file, which may be hostile: sides, texts and counts beyond the limits
/// above and whatever reaches beyond the file's end are refused. Throws InputError naming the file.
ExrHeader read_exr_header(const std::filesystem::path &path);

/// Throws InputError: the file at `path` cannot be read as OpenEXR, and `why`.
[[noreturn]] void refuse_exr(const std::filesystem::path &path, std::string_view why);

} // namespace fathom
