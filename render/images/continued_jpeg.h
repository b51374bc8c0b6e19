#pragma once
#include "render/images/jpeg_writer.h"
#include "render/images/kept_pieces.h"

namespace fathom {

/// A JPEG that may be written in several runs of the program. Its bytes cannot be cut into pieces
/// that stand alone, so the rows are kept as they are and compressed again, which takes little time
/// beside making them.
class ContinuedJpeg {
  public:
    /// Opens what is there, or begins. Throws as JpegWriter and KeptPieces.
    ContinuedJpeg(const std::filesystem::path &path, const JpegOptions &options,
                  const std::string &purpose);

    /// The rows that need not be written: the first one to be written is to be that, or one before
    /// it.
    [[nodiscard]] int rows_kept() const noexcept { return rows_kept_; }
    /// Declares that the rows before `row`, at most rows_kept(), will not be written.
    void begin_at(int row);

    /// As JpegWriter.
    void write_rows(const PixelRows &rows);
    void finish();

  private:
    [[nodiscard]] int rows_of(const KeptPieces::Piece &piece) const noexcept;

    std::size_t width_;
    KeptPieces pieces_; ///< rows, each with the bytes of a pixel as its note
    JpegWriter writer_;
    int rows_kept_ = 0;
    int skip_ = 0; ///< rows to come that were kept before
};

} // namespace fathom
