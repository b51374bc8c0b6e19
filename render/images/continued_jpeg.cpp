#include "render/images/continued_jpeg.h"

#include <algorithm>
#include <stdexcept>

namespace fathom {

ContinuedJpeg::ContinuedJpeg(const std::filesystem::path &path, const JpegOptions &options,
                             const std::string &purpose)
    : width_(static_cast<std::size_t>(options.width)), pieces_(path, purpose),
      writer_(path, options) {
    for (const KeptPieces::Piece &piece : pieces_.list())
        rows_kept_ += rows_of(piece);
}

int ContinuedJpeg::rows_of(const KeptPieces::Piece &piece) const noexcept {
    return static_cast<int>(piece.size / (width_ * piece.note));
}

void ContinuedJpeg::begin_at(int row) {
    if (row > rows_kept_)
        throw std::logic_error("ContinuedJpeg: rows that are not there");
    skip_ = rows_kept_ - row;
    for (std::size_t index = 0; index < pieces_.list().size(); ++index) {
        const auto bytes = std::make_shared<const std::vector<std::byte>>(pieces_.read(index));
        const KeptPieces::Piece &piece = pieces_.list()[index];
        writer_.write_rows({{bytes, reinterpret_cast<const std::uint8_t *>(bytes->data())},
                            static_cast<int>(piece.note),
                            rows_of(piece)});
    }
}

void ContinuedJpeg::write_rows(const PixelRows &rows) {
    const int known = std::min(skip_, rows.rows);
    skip_ -= known;
    if (known == rows.rows)
        return;
    const std::size_t row_bytes = width_ * static_cast<std::size_t>(rows.bytes_a_pixel);
    PixelRows fresh = rows;
    fresh.bytes = {rows.bytes, rows.bytes.get() + row_bytes * static_cast<std::size_t>(known)};
    fresh.rows -= known;
    writer_.write_rows(fresh);
    const std::span all(fresh.bytes.get(), row_bytes * static_cast<std::size_t>(fresh.rows));
    pieces_.append(std::as_bytes(all), static_cast<std::uint32_t>(fresh.bytes_a_pixel));
}

void ContinuedJpeg::finish() {
    writer_.finish();
    pieces_.done();
}

} // namespace fathom
