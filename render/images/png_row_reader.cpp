#include "render/images/png_row_reader.h"

#include "kernels/base/png_lines.h"
#include "render/images/png_chunk_reader.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <zlib.h>

namespace fathom {
namespace {

constexpr std::size_t kMostTexts = 16;

/// As PngWriter begins a file: the signature and IHDR.
PngBytes beginning_of(const PngShape &shape) {
    PngBytes bytes;
    append_bytes(bytes, kPngSignature);
    const std::size_t start = begin_png_chunk(bytes, "IHDR");
    append_big_endian(bytes, shape.width);
    append_big_endian(bytes, shape.height);
    append_bytes(bytes,
                 std::array<std::uint8_t, 5>{static_cast<std::uint8_t>(shape.bits), 2, 0, 0, 0});
    end_png_chunk(bytes, start);
    return bytes;
}

/// Undoes the filter Up: to each byte adds that of the line.
void add(std::span<std::uint8_t> above, std::span<const std::uint8_t> line) noexcept {
    std::uint8_t *const to = above.data(); // bytes may be anything: loops look at no object's parts
    const std::uint8_t *const from = line.data();
    const std::size_t count = above.size();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<std::uint8_t>(to[i] + from[i]);
}

class Inflater {
  public:
    Inflater() {
        if (inflateInit(&stream_) != Z_OK)
            throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;

    void give(std::span<std::uint8_t> bytes) {
        stream_.next_in = bytes.data();
        stream_.avail_in = static_cast<uInt>(bytes.size());
    }
    [[nodiscard]] bool hungry() const { return stream_.avail_in == 0; }
    [[nodiscard]] bool ended() const { return ended_; }

    /// How many bytes came; nothing where the stream is broken.
    std::optional<std::size_t> take(std::span<std::uint8_t> to) {
        const auto most = static_cast<uInt>(std::min<std::size_t>(to.size(), 1U << 30));
        stream_.next_out = to.data();
        stream_.avail_out = most;
        const int result = inflate(&stream_, Z_NO_FLUSH);
        ended_ = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return std::nullopt;
        return most - stream_.avail_out;
    }

  private:
    z_stream stream_{};
    bool ended_ = false;
};

} // namespace

struct PngRowReader::State {
    State(const std::filesystem::path &path, const PngShape &of)
        : file(path), shape(of), line(1 + of.row_bytes()), above(of.row_bytes()) {
        file.expect(beginning_of(shape));
        while (file.next(), !file.is("IDAT"))
            take_text(texts);
        inflater.give(file.data());
    }

    /// Of a chunk that is none of pixels: a text, or what says how colours are meant.
    void take_text(std::vector<PngText> &to) const {
        if (file.is("sRGB") || file.is("cICP"))
            return;
        if (to.size() == kMostTexts)
            file.refuse();
        to.push_back(file.text());
    }

    /// Has something to inflate, unless the stream has ended.
    void feed() {
        if (!inflater.hungry() || inflater.ended())
            return;
        file.next();
        if (!file.is("IDAT"))
            file.refuse();
        inflater.give(file.data());
    }

    /// Fills `to` with what the stream has next.
    void inflate(std::span<std::uint8_t> to) {
        while (!to.empty()) {
            feed();
            const auto came = inflater.take(to);
            if (!came || (*came == 0 && (inflater.ended() || !inflater.hungry())))
                file.refuse();
            to = to.subspan(*came);
        }
    }

    /// Reads to the end of the stream, of which no byte may come any more, and to the next chunk.
    void end_stream() {
        std::uint8_t more = 0;
        while (!inflater.ended()) {
            feed();
            const auto came = inflater.take({&more, 1});
            if (!came || *came != 0 || (!inflater.ended() && !inflater.hungry()))
                file.refuse();
        }
        if (!inflater.hungry())
            file.refuse();
        file.next();
    }

    PngChunkReader file;
    const PngShape shape;
    std::vector<PngText> texts;
    Inflater inflater;
    std::vector<std::uint8_t> line, above;
    std::uint32_t rows_done = 0;
};

PngRowReader::PngRowReader(const std::filesystem::path &path, const PngShape &shape)
    : state_(std::make_unique<State>(path, shape)) {}

PngRowReader::~PngRowReader() = default;

const std::vector<PngText> &PngRowReader::texts() const noexcept {
    return state_->texts;
}

void PngRowReader::read(std::span<std::uint8_t> to) {
    State &state = *state_;
    const std::size_t bytes = state.shape.row_bytes();
    if (to.size() % bytes != 0 || to.size() / bytes > state.shape.height - state.rows_done)
        throw std::logic_error("PngRowReader: rows that the picture does not have");
    for (; !to.empty(); to = to.subspan(bytes), ++state.rows_done) {
        state.inflate(state.line);
        if (state.line.front() != kernels::kPngFilterUp)
            state.file.refuse();
        add(state.above, std::span(state.line).subspan(1));
        std::copy(state.above.begin(), state.above.end(), to.begin());
    }
}

std::vector<PngText> PngRowReader::finish() {
    State &state = *state_;
    if (state.rows_done != state.shape.height)
        throw std::logic_error("PngRowReader: finished before all rows were read");
    state.end_stream();
    std::vector<PngText> texts;
    for (; !state.file.is("IEND"); state.file.next())
        state.take_text(texts);
    state.file.check_end();
    return texts;
}

} // namespace fathom
