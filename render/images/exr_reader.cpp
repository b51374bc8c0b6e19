#include "render/images/exr_reader.h"

#include "render/base/error.h"
#include "render/images/exr_threads.h"

#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfInputFile.h>

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <stdexcept>

namespace fathom {
namespace {

[[noreturn]] void refuse(const std::filesystem::path &path, std::string_view why) {
    throw InputError(fmt::format("{} cannot be read as OpenEXR: {}", path.string(), why));
}

/// Calls OpenEXR, whose errors speak of its insides.
template <class Call> auto called(const std::filesystem::path &path, const char *what, Call call) {
    try {
        return call();
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
        refuse(path, what);
    }
}

ExrHeader checked(ExrHeader header, const std::filesystem::path &path) {
    constexpr std::size_t kMostRowBytes = std::size_t{64} << 20;
    if (!header.flat)
        refuse(path, "it is not one picture of whole scan lines");
    if (4 * header.channels.size() * static_cast<std::size_t>(header.width) > kMostRowBytes)
        refuse(path, "its rows are longer than 64 MiB");
    return header;
}

} // namespace

struct ExrReader::State {
    explicit State(const std::filesystem::path &file_path)
        : path(file_path), header(checked(read_exr_header(path), path)),
          file(called(path, "its header or the list of its rows is broken", [&] {
              return std::make_unique<Imf::InputFile>(path.string().c_str(), start_exr_threads());
          })) {}

    std::filesystem::path path;
    ExrHeader header;
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

void ExrReader::read(const std::string &name, int first, std::span<std::uint32_t> values) {
    const std::size_t width = static_cast<std::size_t>(header().width);
    const std::size_t rows = values.size() / width;
    if (!has(name, ExrType::whole) || values.size() % width != 0 || first < 0 || rows < 1 ||
        first + static_cast<std::int64_t>(rows) > header().height)
        throw std::logic_error("ExrReader: rows or a channel that the picture does not have");
    const auto origin = reinterpret_cast<std::uintptr_t>(values.data()) -
                        4 * width * static_cast<std::size_t>(first);
    Imf::FrameBuffer buffer;
    buffer.insert(name, Imf::Slice(Imf::UINT, reinterpret_cast<char *>(origin), 4, 4 * width));
    called(state_->path, "its pixels are broken or missing", [&] {
        state_->file->setFrameBuffer(buffer);
        state_->file->readPixels(first, first + static_cast<int>(rows) - 1);
    });
}

} // namespace fathom
