#include "render/images/png_row_reader.h"

#include "kernels/base/png_lines.h"
#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/images/png_compressor.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <zlib.h>

namespace fathom {
namespace {

using Type = std::array<char, 4>;

/// No chunk that PngWriter writes is larger: a block that does not get smaller, or a text.
constexpr std::uint32_t kMostPixelBytes = 2 * PngCompressor::kBlockBytes;
constexpr std::uint32_t kMostOtherBytes = kMaxPngTextBytes + 200;
constexpr std::size_t kMostTexts = 16;

std::uint32_t big_endian(std::span<const std::uint8_t, 4> bytes) {
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
           static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

bool is(const Type &type, std::string_view name) {
    return std::string_view(type.data(), type.size()) == name;
}

/// As PngWriter begins and ends a file: the signature and IHDR, and IEND.
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

PngBytes end_of_file() {
    PngBytes bytes;
    end_png_chunk(bytes, begin_png_chunk(bytes, "IEND"));
    return bytes;
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
        : name(path.string()), file(open_input_file(path)), shape(of) {
        if (!file.is_open())
            throw InputError(
                fmt::format("{} cannot be read; it has to be a file that you may read", name));
        line.resize(1 + shape.row_bytes());
        above.resize(shape.row_bytes());
    }

    [[noreturn]] void refuse() const {
        throw InputError(fmt::format("{}: the file is damaged behind byte {}", name, at));
    }
    void read(std::span<std::uint8_t> to) {
        if (!file.read(reinterpret_cast<char *>(to.data()),
                       static_cast<std::streamsize>(to.size())))
            throw InputError(fmt::format("{}: the file ends too early", name));
    }

    void read_beginning() {
        const PngBytes end = end_of_file();
        std::vector<std::uint8_t> last(end.size());
        file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
        if (file)
            read(last);
        if (!file || !same(last, end))
            throw InputError(fmt::format("{}: the file has no end", name));
        file.seekg(0);
        const PngBytes wanted = beginning_of(shape);
        std::vector<std::uint8_t> first(wanted.size());
        read(first);
        if (!same(first, wanted))
            throw InputError(fmt::format("{}: the file is no part of this picture", name));
        at = first.size();
        while (next_chunk(), !is(type, "IDAT"))
            take_text(texts);
        inflater.give(chunk);
    }
    static bool same(const std::vector<std::uint8_t> &bytes, const PngBytes &wanted) {
        return std::equal(bytes.begin(), bytes.end(), wanted.begin(), wanted.end(),
                          [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
    }

    /// Reads a chunk into `type` and `chunk`.
    void next_chunk() {
        std::array<std::uint8_t, 8> head{};
        read(head);
        const std::uint32_t size = big_endian(std::span(head).first<4>());
        std::copy_n(head.begin() + 4, 4, type.begin());
        if (size > (is(type, "IDAT") ? kMostPixelBytes : kMostOtherBytes))
            refuse();
        chunk.resize(size);
        read(chunk);
        std::array<std::uint8_t, 4> sum{};
        read(sum);
        uLong found = crc32_z(0, head.data() + 4, 4);
        if (size > 0) // to zlib no bytes mean: begin anew
            found = crc32_z(found, chunk.data(), chunk.size());
        if (big_endian(sum) != found)
            refuse();
        at += head.size() + size + sum.size();
    }

    /// Of a chunk that is none of pixels: a text, or what says how colours are meant.
    void take_text(std::vector<PngText> &to) const {
        if (is(type, "sRGB") || is(type, "cICP"))
            return;
        const auto end = std::find(chunk.begin(), chunk.end(), 0);
        if (!is(type, "tEXt") || end == chunk.end() || to.size() == kMostTexts)
            refuse();
        to.push_back({{chunk.begin(), end}, {end + 1, chunk.end()}});
    }

    /// Fills `to` with what the stream has next.
    void inflate(std::span<std::uint8_t> to) {
        while (!to.empty()) {
            if (inflater.hungry() && !inflater.ended()) {
                next_chunk();
                if (!is(type, "IDAT"))
                    refuse();
                inflater.give(chunk);
            }
            const auto came = inflater.take(to);
            if (!came || (*came == 0 && (inflater.ended() || !inflater.hungry())))
                refuse();
            to = to.subspan(*came);
        }
    }

    /// Reads to the end of the stream, of which no byte may come any more, and to the next chunk.
    void end_stream() {
        std::uint8_t more = 0;
        while (!inflater.ended()) {
            if (inflater.hungry()) {
                next_chunk();
                if (!is(type, "IDAT"))
                    refuse();
                inflater.give(chunk);
            }
            const auto came = inflater.take({&more, 1});
            if (!came || *came != 0 || (!inflater.ended() && !inflater.hungry()))
                refuse();
        }
        if (!inflater.hungry())
            refuse();
        next_chunk();
    }

    std::string name;
    std::ifstream file;
    const PngShape shape;
    std::uint64_t at = 0; ///< bytes read and found to be sound
    Type type{};          ///< of the last chunk
    std::vector<std::uint8_t> chunk;
    std::vector<PngText> texts;
    Inflater inflater;
    std::vector<std::uint8_t> line, above;
    std::uint32_t rows_done = 0;
};

PngRowReader::PngRowReader(const std::filesystem::path &path, const PngShape &shape)
    : state_(std::make_unique<State>(path, shape)) {
    state_->read_beginning();
}

PngRowReader::~PngRowReader() = default;

const std::string *PngRowReader::text(std::string_view key) const {
    const auto found = std::find_if(state_->texts.begin(), state_->texts.end(),
                                    [&](const PngText &text) { return text.key == key; });
    return found == state_->texts.end() ? nullptr : &found->value;
}

void PngRowReader::read(std::span<std::uint8_t> to) {
    State &state = *state_;
    const std::size_t bytes = state.shape.row_bytes();
    if (to.size() % bytes != 0 || to.size() / bytes > state.shape.height - state.rows_done)
        throw std::logic_error("PngRowReader: rows that the picture does not have");
    for (; !to.empty(); to = to.subspan(bytes), ++state.rows_done) {
        state.inflate(state.line);
        if (state.line.front() != kernels::kPngFilterUp)
            state.refuse();
        for (std::size_t i = 0; i < bytes; ++i)
            state.above[i] = static_cast<std::uint8_t>(state.above[i] + state.line[i + 1]);
        std::copy(state.above.begin(), state.above.end(), to.begin());
    }
}

std::vector<PngText> PngRowReader::finish() {
    State &state = *state_;
    if (state.rows_done != state.shape.height)
        throw std::logic_error("PngRowReader: finished before all rows were read");
    state.end_stream();
    std::vector<PngText> texts;
    for (; !is(state.type, "IEND"); state.next_chunk())
        state.take_text(texts);
    if (!state.chunk.empty() || state.file.peek() != std::ifstream::traits_type::eof())
        state.refuse();
    return texts;
}

} // namespace fathom
