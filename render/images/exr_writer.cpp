#include "render/images/exr_writer.h"

#include "render/images/continued_file.h"
#include "render/images/exr_threads.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfIntAttribute.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfRgba.h>
#include <OpenEXR/ImfStringAttribute.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

namespace fathom {
namespace {

/// What OpenEXR writes: the head, which ends with a list of where the blocks are (zeros), then the
/// blocks, each as its first row, its size and its data. It writes the list again at its end, in a
/// destructor; that is left out, for a list is made here.
class ExrStream : public Imf::OStream {
  public:
    using Offset = decltype(std::declval<Imf::OStream &>().tellp()); // another type in OpenEXR 2
    using Use = std::function<void(std::span<const std::byte>)>;

    ExrStream() : OStream("") {}

    /// From now on each block goes to `use`. What it throws is thrown again by check, for OpenEXR
    /// puts words of its own around it.
    void begin_blocks(Use use) {
        use_ = std::move(use);
        bytes_.clear();
    }
    /// The head, until the blocks begin.
    [[nodiscard]] std::span<const std::byte> head() const { return bytes_; }

    void write(const char bytes[], int count) override {
        check();
        const auto given = std::as_bytes(std::span(bytes, static_cast<std::size_t>(count)));
        const bool again = at_ < end_;
        at_ += given.size();
        if (again)
            return;
        end_ = at_;
        bytes_.insert(bytes_.end(), given.begin(), given.end());
        if (!use_ || bytes_.size() < kBlockHead || bytes_.size() < block_size())
            return;
        try {
            use_(bytes_);
        } catch (...) {
            failure_ = std::current_exception();
            throw;
        }
        bytes_.clear();
    }
    Offset tellp() override { return at_; }
    void seekp(Offset position) override { at_ = position; }

    void check() const {
        if (failure_)
            std::rethrow_exception(failure_);
    }

  private:
    static constexpr std::size_t kBlockHead = 8;

    [[nodiscard]] std::size_t block_size() const {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size |= std::to_integer<std::size_t>(bytes_[4 + i]) << (8 * i);
        return kBlockHead + size;
    }

    Use use_;
    std::vector<std::byte> bytes_; ///< of the head, or of one block
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
    std::exception_ptr failure_;
};

Imf::PixelType pixel_type(ExrType type) {
    switch (type) {
    case ExrType::whole:
        return Imf::UINT;
    case ExrType::half:
        return Imf::HALF;
    case ExrType::real:
        break;
    }
    return Imf::FLOAT;
}

std::size_t bytes_of(ExrType type) {
    return type == ExrType::half ? 2 : 4;
}

constexpr int kBlockRows = 16; ///< of ZIP; of ZIPS: 1

/// Rows that are compressed as one.
int block_rows(const ExrOptions &options) {
    std::size_t row_bytes = 0;
    for (const ExrChannel &channel : options.channels)
        row_bytes += bytes_of(channel.type) * static_cast<std::size_t>(options.width);
    constexpr std::size_t kLargeBlock = std::size_t{16} << 20;
    return row_bytes * kBlockRows > kLargeBlock ? 1 : kBlockRows;
}

/// Of the picture's rows from `first` on, which begins a block. Its blocks are then those of the
/// whole picture.
Imf::Header header_of(const ExrOptions &options, int first) {
    if (std::min(options.width, options.height) < 1 ||
        std::max(options.width, options.height) > kMaxExrSide)
        throw std::invalid_argument("ExrWriter: a size that is not possible");
    Imf::Header header(options.width, options.height);
    header.dataWindow().min.y = first;
    for (const ExrChannel &channel : options.channels)
        header.channels().insert(channel.name, Imf::Channel(pixel_type(channel.type)));
    header.compression() = block_rows(options) == 1 ? Imf::ZIPS_COMPRESSION : Imf::ZIP_COMPRESSION;
    for (const auto &[key, text] : options.texts)
        header.insert(key, Imf::StringAttribute(text));
    for (const auto &[key, number] : options.numbers)
        header.insert(key, Imf::IntAttribute(number));
    return header;
}

} // namespace

struct ExrWriter::State {
    explicit State(const ExrOptions &wanted) : options(wanted), halves(wanted.channels.size()) {}

    /// Has OpenEXR write the picture from row `first` on. Returns the head that it begins with,
    /// without the list of blocks.
    std::vector<std::byte> start(int first) {
        file.reset();
        stream = std::make_unique<ExrStream>();
        file = std::make_unique<Imf::OutputFile>(*stream, header_of(options, first),
                                                 start_exr_threads());
        const std::size_t blocks = static_cast<std::size_t>(
            (options.height - first + block_rows(options) - 1) / block_rows(options));
        const auto head = stream->head().first(stream->head().size() - blocks * kListBytes);
        return {head.begin(), head.end()};
    }
    /// Takes the blocks from here on.
    void begin_blocks() {
        stream->begin_blocks([this](std::span<const std::byte> block) {
            target->write(block, 0);
            count_block(block.size());
        });
    }
    void count_block(std::uint64_t bytes) {
        for (std::size_t i = 0; i < kListBytes; ++i)
            list.push_back(static_cast<std::byte>(offset >> (8 * i)));
        offset += bytes;
    }
    [[nodiscard]] std::size_t list_bytes() const {
        return kListBytes * static_cast<std::size_t>((options.height + block_rows(options) - 1) /
                                                     block_rows(options));
    }
    void begin(std::unique_ptr<PictureFile> to) {
        target = std::move(to);
        const std::vector<std::byte> head = start(0);
        target->write(head, 0);
        target->leave_room(list_bytes());
        offset = head.size() + list_bytes();
        begin_blocks();
    }
    void go_on(std::unique_ptr<ContinuedFile> with);

    /// The memory of the rows that channel `index` is written from.
    const char *rows_of(std::size_t index, const ExrValues &values, std::size_t count,
                        std::size_t from) {
        const ExrType type = options.channels[index].type;
        const auto *reals = std::get_if<std::span<const float>>(&values);
        const auto *words = std::get_if<std::span<const std::uint32_t>>(&values);
        if ((type == ExrType::whole) != (words != nullptr) ||
            (words != nullptr ? words->size() : reals->size()) != count)
            throw std::logic_error("ExrWriter: values that do not fit their channel");
        if (words != nullptr)
            return reinterpret_cast<const char *>(words->data() + from);
        if (type == ExrType::real)
            return reinterpret_cast<const char *>(reals->data() + from);
        std::vector<half> &rounded = halves[index];
        rounded.resize(count - from);
        std::transform(reals->begin() + static_cast<std::ptrdiff_t>(from), reals->end(),
                       rounded.begin(), [](float value) { return half(value); });
        return reinterpret_cast<const char *>(rounded.data());
    }

    static constexpr std::size_t kListBytes = 8; ///< of a block

    ExrOptions options;
    std::unique_ptr<PictureFile> target;
    std::uint64_t offset = 0;              ///< where the next block begins
    std::vector<std::byte> list;           ///< of where the blocks are
    std::vector<std::vector<half>> halves; ///< of channels that are written as such
    std::unique_ptr<ExrStream> stream;
    std::unique_ptr<Imf::OutputFile> file; ///< ends before its stream
    int rows_kept = 0;
    int rows_done = 0;
};

void ExrWriter::State::go_on(std::unique_ptr<ContinuedFile> with) {
    constexpr std::size_t kPiecesBefore = 2; // the head, and the list of blocks
    const std::vector<std::byte> head = start(0);
    const std::vector<ContinuedFile::Piece> &kept = with->kept();
    const std::vector<ContinuedFile::Piece> wanted = {{head.size(), 0, false},
                                                      {list_bytes(), 0, true}};
    if (kept.size() <= kPiecesBefore || !std::equal(wanted.begin(), wanted.end(), kept.begin())) {
        with->keep(0);
        begin(std::move(with));
        return;
    }
    offset = head.size() + list_bytes();
    for (std::size_t piece = kPiecesBefore; piece < kept.size(); ++piece)
        count_block(kept[piece].size);
    rows_kept = static_cast<int>(kept.size() - kPiecesBefore) * block_rows(options);
    rows_kept = std::min(rows_kept, options.height);
    target = std::move(with);
    if (rows_kept == options.height) {
        file.reset();
        return;
    }
    start(rows_kept);
    begin_blocks();
}

ExrWriter::ExrWriter(const OutputName &name, const ExrOptions &options)
    : ExrWriter(std::unique_ptr<PictureFile>(std::make_unique<WholePictureFile>(name)), options) {}

ExrWriter::ExrWriter(std::unique_ptr<PictureFile> file, const ExrOptions &options)
    : state_(std::make_unique<State>(options)) {
    state_->begin(std::move(file));
}

ExrWriter::ExrWriter(std::unique_ptr<ContinuedFile> file, const ExrOptions &options)
    : state_(std::make_unique<State>(options)) {
    state_->go_on(std::move(file));
}

ExrWriter::~ExrWriter() = default;

std::uint32_t ExrWriter::rows_kept() const noexcept {
    return static_cast<std::uint32_t>(state_->rows_kept);
}

void ExrWriter::begin_at(std::uint32_t row) {
    if (row > rows_kept() || state_->rows_done != 0)
        throw std::logic_error("ExrWriter: rows that are not there");
    state_->rows_done = static_cast<int>(row);
}

void ExrWriter::write_rows(int rows, std::span<const ExrValues> values) {
    State &state = *state_;
    const ExrOptions &options = state.options;
    if (values.size() != options.channels.size() || rows < 0 ||
        rows > options.height - state.rows_done)
        throw std::logic_error("ExrWriter: rows that the picture does not have");
    const std::size_t width = static_cast<std::size_t>(options.width);
    const int known = std::clamp(state.rows_kept - state.rows_done, 0, rows);
    Imf::FrameBuffer buffer;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ExrChannel &channel = options.channels[i];
        const char *first = state.rows_of(i, values[i], width * static_cast<std::size_t>(rows),
                                          width * static_cast<std::size_t>(known));
        const std::size_t step = bytes_of(channel.type);
        // OpenEXR counts from row 0 of the picture; it only reads.
        const auto origin = reinterpret_cast<std::uintptr_t>(first) -
                            step * width * static_cast<std::size_t>(state.rows_done + known);
        buffer.insert(channel.name,
                      Imf::Slice(pixel_type(channel.type), reinterpret_cast<char *>(origin), step,
                                 step * width));
    }
    state.rows_done += rows;
    if (known == rows)
        return;
    try {
        state.file->setFrameBuffer(buffer);
        state.file->writePixels(rows - known);
    } catch (...) {
        state.stream->check();
        throw;
    }
}

void ExrWriter::finish() {
    State &state = *state_;
    if (state.rows_done != state.options.height)
        throw std::logic_error("ExrWriter: finished before all rows were written");
    state.file.reset();
    state.stream->check();
    state.target->fill_room(state.list);
    state.target->commit();
}

} // namespace fathom
