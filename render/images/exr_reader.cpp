#include "render/images/exr_reader.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/images/exr_threads.h"

#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputFile.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <stdexcept>

namespace fathom {
namespace {

/// Calls OpenEXR, whose errors speak of its insides.
template <class Call> auto called(const std::filesystem::path &path, const char *what, Call call) {
    errno = 0;
    try {
        return call();
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &error) {
        const int error_number = errno;
        // Its threads hand on no more than the words.
        if (std::string_view(error.what()).find("bad_alloc") != std::string_view::npos)
            throw std::bad_alloc();
        check_readable(path, error_number);
        refuse_exr(path, what);
    }
}

/// Bytes of the rows that OpenEXR reads at once, as it keeps them.
std::uint64_t block_bytes(const ExrHeader &header) {
    constexpr std::uint64_t kMostBytes = 4; // of a value
    return kMostBytes * header.channels.size() * static_cast<std::uint64_t>(header.width) *
           static_cast<std::uint64_t>(std::min(header.block_rows, header.height));
}

ExrHeader checked(ExrHeader header, const std::filesystem::path &path) {
    constexpr std::uint64_t kMostBlockBytes = std::uint64_t{256} << 20;
    constexpr std::uint64_t kMostCompression = 2048; // deflate: 1032 to 1
    constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;
    if (!header.flat)
        refuse_exr(path, "it is not one picture of whole scan lines");
    const std::uint64_t block = block_bytes(header);
    if (block > kMostBlockBytes)
        refuse_exr(path, "its rows are too long");
    if (block > std::max(kSmall, kMostCompression * header.bytes))
        refuse_exr(path, "it is too short for the rows that its header tells of");
    return header;
}

std::size_t count_of(const ExrReader::Wanted &channel) {
    return std::visit([](const auto &values) { return values.size(); }, channel.values);
}

/// Threads that read it: each has blocks of its own in memory.
int threads_for(const ExrHeader &header) {
    constexpr std::uint64_t kLargeBlock = std::uint64_t{16} << 20;
    return block_bytes(header) > kLargeBlock ? 0 : start_exr_threads();
}

} // namespace

struct ExrReader::State {
    explicit State(const std::filesystem::path &file_path)
        : path(file_path), header(checked(read_exr_header(path), path)),
          threads(threads_for(header)),
          file(called(path, "its header or the list of its rows is broken", [&] {
              return std::make_unique<Imf::InputFile>(path.string().c_str(), threads);
          })) {
        // Rows go to memory of the header's size: a file that was changed meanwhile has another.
        const auto &window = file->header().dataWindow();
        if (window.min.x != 0 || window.min.y != 0 || window.max.x != header.width - 1 ||
            window.max.y != header.height - 1)
            refuse_exr(path, "it changed while it was opened");
    }

    std::filesystem::path path;
    ExrHeader header;
    int threads;
    std::unique_ptr<Imf::InputFile> file;
};

ExrReader::ExrReader(const std::filesystem::path &path) : state_(std::make_unique<State>(path)) {}

ExrReader::~ExrReader() = default;

const ExrHeader &ExrReader::header() const noexcept {
    return state_->header;
}

bool ExrReader::has(std::string_view name, ExrType type) const noexcept {
    const auto &channels = header().channels;
    return std::any_of(channels.begin(), channels.end(), [&](const ExrChannel &channel) {
        return channel.name == name && channel.type == type;
    });
}

void ExrReader::read(int first, std::span<const Wanted> wanted) {
    const std::size_t width = static_cast<std::size_t>(header().width);
    const std::size_t count = wanted.empty() ? 0 : count_of(wanted.front());
    const std::size_t rows = count / width;
    if (count % width != 0 || first < 0 || rows < 1 ||
        first + static_cast<std::int64_t>(rows) > header().height)
        throw std::logic_error("ExrReader: rows that the picture does not have");
    Imf::FrameBuffer buffer;
    for (const Wanted &channel : wanted) {
        const bool whole = channel.values.index() == 0;
        if (!(whole ? has(channel.name, ExrType::whole) : has_reals(channel.name)) ||
            count_of(channel) != count)
            throw std::logic_error("ExrReader: a channel that the picture does not have");
        const auto begin = std::visit(
            [](const auto &values) { return reinterpret_cast<std::uintptr_t>(values.data()); },
            channel.values);
        const auto origin = begin - 4 * width * static_cast<std::size_t>(first);
        buffer.insert(channel.name, Imf::Slice(whole ? Imf::UINT : Imf::FLOAT,
                                               reinterpret_cast<char *>(origin), 4, 4 * width));
    }
    called(state_->path, "its pixels are broken or missing", [&] {
        state_->file->setFrameBuffer(buffer);
        state_->file->readPixels(first, first + static_cast<int>(rows) - 1);
    });
}

} // namespace fathom
