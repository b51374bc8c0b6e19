#pragma once
#include "render/images/picture_file.h"
#include "render/images/png_chunk.h"
#include "render/images/png_writer.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace fathom {

/// The most pixels that libjpeg writes on a side.
inline constexpr int kMaxJpegSide = 65500;
/// The most that JFIF can say of pixels an inch.
inline constexpr int kMaxJpegDotsPerInch = 65535;

struct JpegOptions {
    int width = 0;             ///< 1 to kMaxJpegSide
    int height = 0;            ///< likewise
    std::vector<PngText> text; ///< see jpeg_metadata.h
    int quality = 95;          ///< 1 to 100
    int dots_per_inch = 0;     ///< 1 to kMaxJpegDotsPerInch, or 0: not said
};

/// Streams a baseline JPEG (JFIF, so sRGB; its colours with all pixels, 4:4:4) by libjpeg, from the
/// top row down. Memory is that of some rows. Use from one thread.
class JpegWriter {
  public:
    /// Throws DiskError as OutputFile, std::invalid_argument for options out of range.
    JpegWriter(const std::filesystem::path &path, const JpegOptions &options);
    /// Writes to a file that is empty yet. Throws likewise.
    JpegWriter(std::unique_ptr<PictureFile> file, const JpegOptions &options);
    /// Without finish no file appears.
    ~JpegWriter();
    JpegWriter(const JpegWriter &) = delete;
    JpegWriter &operator=(const JpegWriter &) = delete;

    /// Appends whole rows of 8 bits. Throws DiskError, after which the writer can only be
    /// destroyed, and std::logic_error for more rows than the picture has.
    void write_rows(const PixelRows &rows);
    /// Puts the file in place. Throws DiskError, and std::logic_error when rows are missing.
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
