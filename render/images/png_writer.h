#pragma once
#include "render/images/picture_file.h"
#include "render/images/png_chunk.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fathom {

class ContinuedFile;
class PngCompressor;

/// Rows of a picture, which stay as they are as long as they are held.
struct PixelRows {
    std::shared_ptr<const std::uint8_t> bytes; ///< rows x width pixels of R, G, B and the rest
    int bytes_a_pixel = 3;                     ///< 3, or 4: the last one is left out; 6: 16 bits
    int rows = 0;
    bool png_lines = false; ///< instead: as kernels/base/png_lines.h has it, of 3 or 6
    bool ycbcr = false;     ///< instead: as kernels/colour/ycbcr.h has it, for videos; 1 or 2 bytes
};

struct PngOptions {
    std::uint32_t width = 0;   ///< 1 to 2^31 - 1
    std::uint32_t height = 0;  ///< 1 to 2^31 - 1
    std::vector<PngText> text; ///< written before the pixels
    int dots_per_inch = 0;     ///< 1 to kMaxDotsPerInch, or 0: not said
    int threads = 0;           ///< that compress; 0: all cores
    int level = 1;             ///< 1 (fastest) to 9 (smallest, several times slower)
    int bits = 8;              ///< a channel: 8 or 16
};

/// Streams a PNG of RGB (sRGB) in 8 or 16 bits, from the top row down. Memory is that of the rows
/// that are not compressed yet, and of those before them; the bytes do not depend on the number of
/// threads. Every row uses the filter Up. Use from one thread.
class PngWriter {
  public:
    /// Throws InputError for a size that PNG cannot hold, DiskError as OutputFile.
    PngWriter(const OutputName &name, const PngOptions &options);
    /// Writes to a file that is empty yet. Throws likewise.
    PngWriter(std::unique_ptr<PictureFile> file, const PngOptions &options);
    /// Goes on with what the file has of the same picture. rows_kept() tells where.
    PngWriter(std::unique_ptr<ContinuedFile> file, const PngOptions &options);
    /// Without finish: stops the threads, and no file appears.
    ~PngWriter();
    PngWriter(const PngWriter &) = delete;
    PngWriter &operator=(const PngWriter &) = delete;

    /// Appends whole rows, which are read by the threads that compress them: with 16 bits six
    /// bytes a pixel, else three or four, or as lines that are filtered already. Blocks while
    /// compression is behind. Throws DiskError, after which the writer can only be destroyed, and
    /// std::logic_error for more rows than the image has.
    void write_rows(const PixelRows &rows);
    /// Likewise a copy of `rgb`, rows x width x 3 bytes (16 bits: 6, high ones first). Throws
    /// std::logic_error for a wrong size, too.
    void write_rows(std::span<const std::uint8_t> rgb, int rows);

    /// The rows that need not be written: the first one to be written is to be that, or one before
    /// it. 0 for a new file.
    [[nodiscard]] std::uint32_t rows_kept() const noexcept { return rows_kept_; }
    /// Declares that the rows before `row`, at most rows_kept(), will not be written.
    void begin_at(std::uint32_t row);

    /// Puts the file in place, with these texts behind its pixels. Throws DiskError, and
    /// std::logic_error when rows are missing.
    void finish(const std::vector<PngText> &texts = {});

  private:
    std::unique_ptr<PictureFile> file_;
    int bits_;
    std::size_t threes_; // bytes of a row, in threes: with 8 bits, its pixels
    std::uint32_t rows_left_;
    std::uint32_t rows_kept_ = 0;
    std::size_t skip_ = 0; // bytes of the rows to come that were written before
    PixelRows previous_;   // the last ones given
    bool usable_ = true;   // false while writing, so after an exception too
    std::unique_ptr<PngCompressor> compressor_;
};

} // namespace fathom
