#include "render/images/png_writer.h"

#include "kernels/base/png_lines.h"
#include "render/base/error.h"
#include "render/images/continued_file.h"
#include "render/images/png_compressor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace fathom {
namespace {

constexpr std::uint32_t kMaxSide = 0x7fffffff;

void check_size(const std::string &name, const PngOptions &options) {
    if (options.width - 1 >= kMaxSide || options.height - 1 >= kMaxSide) {
        throw InputError(
            fmt::format("cannot write {}: a PNG is 1 to {} pixels wide and high, not {} x {}; "
                        "choose another size",
                        name, kMaxSide, options.width, options.height));
    }
}

/// After a look at the size, so that a wrong one leaves no trace on the disk.
std::unique_ptr<PictureFile> new_file(const OutputName &name, const PngOptions &options) {
    check_size(name.path.string(), options);
    return std::make_unique<WholePictureFile>(name);
}

PngBytes file_head(const PngOptions &options) {
    PngBytes head;
    append_bytes(head, kPngSignature);
    const std::size_t start = begin_png_chunk(head, "IHDR");
    append_big_endian(head, options.width);
    append_big_endian(head, options.height);
    // RGB, deflate, filters by row, not interlaced.
    const auto bits = static_cast<std::uint8_t>(options.bits);
    append_bytes(head, std::array<std::uint8_t, 5>{bits, 2, 0, 0, 0});
    end_png_chunk(head, start);
    if (options.bits == 16)
        append_png_code_points(head);
    append_png_metadata(head, options.text);
    if (options.dots_per_inch != 0)
        append_png_density(head, options.dots_per_inch);
    return head;
}

constexpr int kChannels = 3;

/// Filters and compression know bytes, so a row of 16 bits is to them one of twice the pixels.
std::size_t threes(const PngOptions &options) {
    if (options.bits != 8 && options.bits != 16)
        throw std::invalid_argument("PngWriter: 8 or 16 bits");
    return options.width * std::size_t(options.bits / 8);
}

// Of a file, before its blocks: its head, and the beginning of the stream.
constexpr std::size_t kPiecesBefore = 2;

/// Each byte less that of the other, on four or eight bytes side by side.
template <class Word> Word differences(Word a, Word b) noexcept {
    constexpr Word kTops = static_cast<Word>(0x8080808080808080U);
    return ((a | kTops) - (b & ~kTops)) ^ ((a ^ ~b) & kTops);
}

/// Rows by the filter Up (PNG specification 9.2): each byte less the one above it.
class FilteredRows : public ByteSource {
  public:
    /// `above` are the rows before, of which the last one counts; with none, it is black.
    FilteredRows(PixelRows rows, PixelRows above, std::size_t width)
        : rows_(std::move(rows)), above_(std::move(above)), width_(width) {}

    [[nodiscard]] std::size_t size() const noexcept override {
        return line_bytes() * static_cast<std::size_t>(rows_.rows);
    }

    void read(std::size_t first, std::span<std::uint8_t> to) const noexcept override {
        while (!to.empty()) {
            const std::size_t in_line = first % line_bytes();
            const std::size_t count = std::min(to.size(), line_bytes() - in_line);
            read_line(first / line_bytes(), in_line, to.first(count));
            first += count;
            to = to.subspan(count);
        }
    }

  private:
    /// A row's, with the number of its filter before them.
    [[nodiscard]] std::size_t line_bytes() const noexcept { return 1 + kChannels * width_; }

    /// Bytes of one line.
    void read_line(std::size_t row, std::size_t first, std::span<std::uint8_t> to) const noexcept {
        if (first == 0) {
            to.front() = kernels::kPngFilterUp;
            return read_pixels(row, 0, to.subspan(1));
        }
        read_pixels(row, first - 1, to);
    }

    /// Bytes of its pixels.
    void read_pixels(std::size_t row, std::size_t first,
                     std::span<std::uint8_t> to) const noexcept {
        const bool top = row == 0;
        if (rows_.png_lines && !top) {
            std::memcpy(to.data(), line_of(rows_, row) + first, to.size());
            return;
        }
        const PixelRows &before = top ? above_ : rows_;
        const std::size_t row_before = top ? static_cast<std::size_t>(above_.rows) : row;
        if (row_before == 0)
            return subtract(row, first, to, Black{});
        const std::size_t above = row_before - 1;
        if (before.bytes_a_pixel == kChannels)
            return subtract(row, first, to, Rgb{line_of(before, above)});
        subtract(row, first, to, Rgba{line_of(before, above)});
    }

    template <class Above>
    void subtract(std::size_t row, std::size_t first, std::span<std::uint8_t> to,
                  Above above) const noexcept {
        if (rows_.bytes_a_pixel == kChannels)
            return write(first, to, Rgb{line_of(rows_, row)}, above);
        write(first, to, Rgba{line_of(rows_, row)}, above);
    }

    /// The row's pixels, or what stands for them.
    [[nodiscard]] const std::uint8_t *line_of(const PixelRows &rows,
                                              std::size_t row) const noexcept {
        if (rows.png_lines)
            return rows.bytes.get() + row * line_bytes() + 1;
        return rows.bytes.get() + row * width_ * static_cast<std::size_t>(rows.bytes_a_pixel);
    }

    // Pixels of a line: R, G, B of one from the lowest byte on, or those of two side by side, which
    // is twice as fast and may look at eight bytes from their first on.

    struct Black {
        [[nodiscard]] static std::uint32_t one(std::size_t) noexcept { return 0; }
        [[nodiscard]] static std::uint64_t two(std::size_t) noexcept { return 0; }
    };
    struct Rgb {
        const std::uint8_t *line;
        [[nodiscard]] std::uint32_t one(std::size_t pixel) const noexcept {
            const std::uint8_t *at = line + kChannels * pixel;
            return at[0] | at[1] << 8 | static_cast<std::uint32_t>(at[2]) << 16;
        }
        [[nodiscard]] std::uint64_t two(std::size_t pixel) const noexcept {
            return load<std::uint64_t>(line + kChannels * pixel);
        }
    };
    struct Rgba {
        const std::uint8_t *line;
        [[nodiscard]] std::uint32_t one(std::size_t pixel) const noexcept {
            return load<std::uint32_t>(line + 4 * pixel);
        }
        [[nodiscard]] std::uint64_t two(std::size_t pixel) const noexcept {
            const auto both = load<std::uint64_t>(line + 4 * pixel);
            return (both & 0xffffffU) | (both >> 8 & 0xffffff000000U);
        }
    };
    template <class Word> static Word load(const std::uint8_t *at) noexcept {
        Word word = 0;
        std::memcpy(&word, at, sizeof word);
        return word;
    }

    /// Bytes from `first` of the row on.
    template <class Line, class Above>
    static void write(std::size_t first, std::span<std::uint8_t> to, Line line,
                      Above above) noexcept {
        std::size_t pixel = first / kChannels;
        std::size_t channel = first % kChannels;
        std::uint8_t *out = to.data();
        std::uint8_t *const end = out + to.size();
        const auto piece = [&] {
            const std::uint32_t word = differences(line.one(pixel), above.one(pixel));
            for (; channel < kChannels && out < end; ++channel)
                *out++ = static_cast<std::uint8_t>(word >> 8 * channel);
            channel = 0;
            ++pixel;
        };
        if (channel != 0 && out < end)
            piece();
        // Eight bytes, of which the next pixels' overwrite the last two.
        constexpr std::ptrdiff_t kBoth = 2 * std::ptrdiff_t{kChannels};
        for (; end - out >= 8; out += kBoth, pixel += 2) {
            const std::uint64_t word = differences(line.two(pixel), above.two(pixel));
            std::memcpy(out, &word, sizeof word);
        }
        while (out < end)
            piece();
    }

    const PixelRows rows_;
    const PixelRows above_;
    const std::size_t width_;
};

/// The last row alone, so that the others can go.
PixelRows last_row(const PixelRows &rows, std::size_t width) {
    const std::size_t bytes = width * static_cast<std::size_t>(rows.bytes_a_pixel);
    const auto row = std::make_shared<std::vector<std::uint8_t>>(bytes);
    const auto before = static_cast<std::size_t>(rows.png_lines ? rows.rows : rows.rows - 1);
    std::copy_n(rows.bytes.get() + (bytes + (rows.png_lines ? 1 : 0)) * before, bytes,
                row->begin());
    return {{row, row->data()}, rows.bytes_a_pixel, 1};
}

} // namespace

PngWriter::PngWriter(const OutputName &name, const PngOptions &options)
    : PngWriter(new_file(name, options), options) {}

PngWriter::PngWriter(std::unique_ptr<PictureFile> file, const PngOptions &options)
    : file_(std::move(file)), bits_(options.bits), threes_(threes(options)),
      rows_left_(options.height) {
    check_size("the picture", options);
    file_->write(file_head(options), 0);
    compressor_ = std::make_unique<PngCompressor>(
        options.threads, options.level,
        [this](std::span<const std::byte> chunk, std::uint32_t adler) {
            file_->write(chunk, adler);
        });
}

PngWriter::PngWriter(std::unique_ptr<ContinuedFile> file, const PngOptions &options)
    : bits_(options.bits), threes_(threes(options)), rows_left_(options.height) {
    // The last block was marked as such, and is written with what comes behind it.
    const std::size_t bytes = (1 + kChannels * threes_) * options.height;
    const std::size_t most = kPiecesBefore + (bytes - 1) / PngCompressor::kBlockBytes;
    if (file->kept().size() < kPiecesBefore)
        file->keep(0);
    else
        file->keep(most);
    const PngCompressor::Sink sink = [this](std::span<const std::byte> chunk, std::uint32_t adler) {
        file_->write(chunk, adler);
    };
    const std::vector<ContinuedFile::Piece> &kept = file->kept();
    if (kept.empty()) {
        file->write(file_head(options), 0);
        file_ = std::move(file);
        compressor_ = std::make_unique<PngCompressor>(options.threads, options.level, sink);
        return;
    }
    std::vector<std::uint32_t> adlers;
    for (std::size_t piece = kPiecesBefore; piece < kept.size(); ++piece)
        adlers.push_back(kept[piece].note);
    skip_ = adlers.size() * PngCompressor::kBlockBytes;
    rows_kept_ = static_cast<std::uint32_t>(skip_ / (1 + kChannels * threes_));
    file_ = std::move(file);
    compressor_ = std::make_unique<PngCompressor>(options.threads, options.level, sink, adlers);
}

PngWriter::~PngWriter() = default;

void PngWriter::begin_at(std::uint32_t row) {
    if (row > rows_kept_ || previous_.rows != 0) {
        throw std::logic_error("PngWriter: rows that are not there");
    }
    rows_left_ -= row;
    skip_ -= row * (1 + kChannels * threes_);
}

void PngWriter::write_rows(const PixelRows &rows) {
    if (!usable_ || rows.rows < 0 || static_cast<std::uint32_t>(rows.rows) > rows_left_) {
        throw std::logic_error("PngWriter: rows that the image does not have");
    }
    if (rows.rows == 0) {
        return;
    }
    if ((rows.bytes_a_pixel == 6) != (bits_ == 16)) {
        throw std::logic_error("PngWriter: rows of another depth");
    }
    usable_ = false;
    PixelRows bytes = rows;
    if (bits_ == 16)
        bytes.bytes_a_pixel /= 2;
    PixelRows last = last_row(bytes, threes_);
    const auto filtered =
        std::make_shared<FilteredRows>(bytes, std::exchange(previous_, std::move(last)), threes_);
    const std::size_t known = std::min(skip_, filtered->size());
    skip_ -= known;
    compressor_->append(filtered, known);
    rows_left_ -= static_cast<std::uint32_t>(rows.rows);
    usable_ = true;
}

void PngWriter::write_rows(std::span<const std::uint8_t> rgb, int rows) {
    if (rows < 0 || rgb.size() != kChannels * threes_ * static_cast<std::size_t>(rows)) {
        throw std::logic_error("PngWriter: rows of another size");
    }
    const auto copy = std::make_shared<std::vector<std::uint8_t>>(rgb.begin(), rgb.end());
    write_rows({{copy, copy->data()}, kChannels * bits_ / 8, rows});
}

void PngWriter::finish(const std::vector<PngText> &texts) {
    if (!usable_ || rows_left_ != 0) {
        throw std::logic_error("PngWriter: finished before all rows were written");
    }
    usable_ = false;
    compressor_->finish();
    PngBytes end;
    append_png_texts(end, texts);
    end_png_chunk(end, begin_png_chunk(end, "IEND"));
    file_->write(end, 0);
    file_->commit();
}

} // namespace fathom
