#include "render/images/exr_writer.h"

#include "render/base/output_file.h"
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
#include <stdexcept>
#include <utility>

namespace fathom {
namespace {

/// OpenEXR's way to an OutputFile. It goes back once, to fill in where the blocks are, and does so
/// in a destructor that keeps errors to itself: so the first one is kept here.
class ExrStream : public Imf::OStream {
  public:
    using Offset = decltype(std::declval<Imf::OStream &>().tellp()); // another type in OpenEXR 2

    explicit ExrStream(const std::filesystem::path &path)
        : OStream(path.string().c_str()), file_(path) {}

    void write(const char bytes[], int count) override {
        if (failure_)
            std::rethrow_exception(failure_);
        try {
            const auto given = std::as_bytes(std::span(bytes, static_cast<std::size_t>(count)));
            if (at_ == end_)
                append(given);
            else
                overwrite(given);
        } catch (...) {
            failure_ = std::current_exception();
            throw;
        }
    }
    Offset tellp() override { return at_; }
    void seekp(Offset position) override { at_ = position; }

    void check() const {
        if (failure_)
            std::rethrow_exception(failure_);
    }
    void commit() {
        flush();
        file_.commit();
    }

  private:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

    void append(std::span<const std::byte> bytes) {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
        at_ = end_ += bytes.size();
        if (buffer_.size() >= kBufferBytes)
            flush();
    }
    void overwrite(std::span<const std::byte> bytes) {
        if (at_ > end_ || bytes.size() > end_ - at_)
            throw std::logic_error("ExrStream: written across the end");
        flush();
        file_.write_over(at_, bytes);
        at_ += bytes.size();
    }
    void flush() {
        file_.write(buffer_);
        buffer_.clear();
    }

    OutputFile file_;
    std::vector<std::byte> buffer_; ///< not written yet
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

Imf::Header header_of(const ExrOptions &options) {
    if (std::min(options.width, options.height) < 1 ||
        std::max(options.width, options.height) > kMaxExrSide)
        throw std::invalid_argument("ExrWriter: a size that is not possible");
    Imf::Header header(options.width, options.height);
    std::size_t row_bytes = 0;
    for (const ExrChannel &channel : options.channels) {
        header.channels().insert(channel.name, Imf::Channel(pixel_type(channel.type)));
        row_bytes += bytes_of(channel.type) * static_cast<std::size_t>(options.width);
    }
    constexpr std::size_t kLargeBlock = std::size_t{16} << 20;
    constexpr std::size_t kBlockRows = 16;
    header.compression() =
        row_bytes * kBlockRows > kLargeBlock ? Imf::ZIPS_COMPRESSION : Imf::ZIP_COMPRESSION;
    for (const auto &[key, text] : options.texts)
        header.insert(key, Imf::StringAttribute(text));
    for (const auto &[key, number] : options.numbers)
        header.insert(key, Imf::IntAttribute(number));
    return header;
}

} // namespace

struct ExrWriter::State {
    State(const std::filesystem::path &path, const ExrOptions &wanted)
        : options(wanted), stream(path), halves(wanted.channels.size()),
          file(std::make_unique<Imf::OutputFile>(stream, header_of(wanted), start_exr_threads())) {}

    /// The memory of the rows that channel `index` is written from.
    const char *rows_of(std::size_t index, const ExrValues &values, std::size_t count) {
        const ExrType type = options.channels[index].type;
        const auto *reals = std::get_if<std::span<const float>>(&values);
        const auto *words = std::get_if<std::span<const std::uint32_t>>(&values);
        if ((type == ExrType::whole) != (words != nullptr) ||
            (words != nullptr ? words->size() : reals->size()) != count)
            throw std::logic_error("ExrWriter: values that do not fit their channel");
        if (words != nullptr)
            return reinterpret_cast<const char *>(words->data());
        if (type == ExrType::real)
            return reinterpret_cast<const char *>(reals->data());
        std::vector<half> &rounded = halves[index];
        rounded.resize(count);
        std::transform(reals->begin(), reals->end(), rounded.begin(),
                       [](float value) { return half(value); });
        return reinterpret_cast<const char *>(rounded.data());
    }

    ExrOptions options;
    ExrStream stream;
    std::vector<std::vector<half>> halves; ///< of channels that are written as such
    std::unique_ptr<Imf::OutputFile> file; ///< ends before its stream
    int rows_done = 0;
};

ExrWriter::ExrWriter(const std::filesystem::path &path, const ExrOptions &options)
    : state_(std::make_unique<State>(path, options)) {}

ExrWriter::~ExrWriter() = default;

void ExrWriter::write_rows(int rows, std::span<const ExrValues> values) {
    State &state = *state_;
    const ExrOptions &options = state.options;
    if (values.size() != options.channels.size() || rows < 0 ||
        rows > options.height - state.rows_done)
        throw std::logic_error("ExrWriter: rows that the picture does not have");
    const std::size_t width = static_cast<std::size_t>(options.width);
    Imf::FrameBuffer buffer;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ExrChannel &channel = options.channels[i];
        const char *first = state.rows_of(i, values[i], width * static_cast<std::size_t>(rows));
        const std::size_t step = bytes_of(channel.type);
        // OpenEXR counts from row 0 of the picture; it only reads.
        const auto origin = reinterpret_cast<std::uintptr_t>(first) -
                            step * width * static_cast<std::size_t>(state.rows_done);
        buffer.insert(channel.name,
                      Imf::Slice(pixel_type(channel.type), reinterpret_cast<char *>(origin), step,
                                 step * width));
    }
    try {
        state.file->setFrameBuffer(buffer);
        state.file->writePixels(rows);
    } catch (...) {
        state.stream.check(); // OpenEXR puts its own words around what the disk said
        throw;
    }
    state.rows_done += rows;
}

void ExrWriter::finish() {
    if (state_->rows_done != state_->options.height)
        throw std::logic_error("ExrWriter: finished before all rows were written");
    state_->file.reset(); // writes where the blocks are
    state_->stream.check();
    state_->stream.commit();
}

} // namespace fathom
