#include "render/images/png_writer.h"

#include "render/base/error.h"
#include "render/images/png_compressor.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace fathom {
namespace {

constexpr std::uint32_t kMaxSide = 0x7fffffff;

/// The path, after a look at the size, so that a wrong one leaves no trace on the disk.
const std::filesystem::path &check_size(const std::filesystem::path &path,
                                        const PngOptions &options) {
    if (options.width - 1 >= kMaxSide || options.height - 1 >= kMaxSide) {
        throw InputError(
            fmt::format("cannot write {}: a PNG is 1 to {} pixels wide and high, not {} x {}; "
                        "choose another size",
                        path.string(), kMaxSide, options.width, options.height));
    }
    return path;
}

PngBytes file_head(const PngOptions &options) {
    PngBytes head;
    append_bytes(head, kPngSignature);
    const std::size_t start = begin_png_chunk(head, "IHDR");
    append_big_endian(head, options.width);
    append_big_endian(head, options.height);
    // 8 bits, RGB, deflate, filters by row, not interlaced.
    append_bytes(head, std::array<std::uint8_t, 5>{8, 2, 0, 0, 0});
    end_png_chunk(head, start);
    append_png_metadata(head, options.text);
    return head;
}

} // namespace

PngWriter::PngWriter(const std::filesystem::path &path, const PngOptions &options)
    : file_(check_size(path, options)), row_bytes_(std::size_t{3} * options.width),
      rows_left_(options.height), previous_(row_bytes_) {
    file_.write(file_head(options));
    compressor_ = std::make_unique<PngCompressor>(
        options.threads, options.level,
        [this](std::span<const std::byte> chunks) { file_.write(chunks); });
}

PngWriter::~PngWriter() = default;

void PngWriter::write_rows(std::span<const std::uint8_t> rgb, int rows) {
    if (!usable_ || rows < 0 || static_cast<std::uint32_t>(rows) > rows_left_ ||
        rgb.size() != static_cast<std::size_t>(rows) * row_bytes_) {
        throw std::logic_error("PngWriter: rows that the image does not have");
    }
    if (rows == 0) {
        return;
    }
    usable_ = false;
    const std::uint8_t *above = previous_.data();
    const std::uint8_t *row = rgb.data();
    for (int i = 0; i < rows; ++i) {
        append_filtered(row, above);
        above = row;
        row += row_bytes_;
    }
    std::copy_n(above, row_bytes_, previous_.begin());
    rows_left_ -= static_cast<std::uint32_t>(rows);
    usable_ = true;
}

/// The filter Up (PNG specification 9.2): each byte less the one above it.
void PngWriter::append_filtered(const std::uint8_t *row, const std::uint8_t *above) {
    constexpr std::uint8_t kUp = 2;
    compressor_->append({&kUp, 1});
    std::array<std::uint8_t, 16384> difference;
    for (std::size_t first = 0; first < row_bytes_; first += difference.size()) {
        const std::size_t count = std::min(difference.size(), row_bytes_ - first);
        for (std::size_t i = 0; i < count; ++i) {
            difference[i] = static_cast<std::uint8_t>(row[first + i] - above[first + i]);
        }
        compressor_->append({difference.data(), count});
    }
}

void PngWriter::finish() {
    if (!usable_ || rows_left_ != 0) {
        throw std::logic_error("PngWriter: finished before all rows were written");
    }
    usable_ = false;
    compressor_->finish();
    PngBytes end;
    end_png_chunk(end, begin_png_chunk(end, "IEND"));
    file_.write(end);
    file_.commit();
}

} // namespace fathom
