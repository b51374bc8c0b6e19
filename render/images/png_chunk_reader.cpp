#include "render/images/png_chunk_reader.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/images/checksum.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

std::uint32_t big_endian(std::span<const std::uint8_t, 4> bytes) {
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
           static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

PngBytes end_of_file() {
    PngBytes bytes;
    end_png_chunk(bytes, begin_png_chunk(bytes, "IEND"));
    return bytes;
}

bool same(const std::vector<std::uint8_t> &bytes, std::span<const std::byte> wanted) {
    return std::equal(bytes.begin(), bytes.end(), wanted.begin(), wanted.end(),
                      [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
}

} // namespace

PngChunkReader::PngChunkReader(const std::filesystem::path &path)
    : path_(path), name_(path.string()), file_(open_input_file(path)) {
    if (!file_.is_open())
        throw InputError(
            fmt::format("{} cannot be read; it has to be a file that you may read", name_));
    const PngBytes end = end_of_file();
    std::vector<std::uint8_t> last(end.size());
    file_.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    check_read(file_, path_);
    if (file_)
        read(last);
    if (!file_ || !same(last, end))
        throw InputError(fmt::format("{}: the file has no end", name_));
    file_.seekg(0);
}

void PngChunkReader::refuse() const {
    throw InputError(fmt::format("{}: the file is damaged behind byte {}", name_, at_));
}

void PngChunkReader::read(std::span<std::uint8_t> to) {
    const bool whole = static_cast<bool>(
        file_.read(reinterpret_cast<char *>(to.data()), static_cast<std::streamsize>(to.size())));
    check_read(file_, path_);
    if (!whole)
        throw InputError(fmt::format("{}: the file ends too early", name_));
}

void PngChunkReader::expect(std::span<const std::byte> bytes) {
    std::vector<std::uint8_t> found(bytes.size());
    read(found);
    if (!same(found, bytes))
        throw InputError(fmt::format("{}: the file is no part of this job", name_));
    at_ += bytes.size();
}

void PngChunkReader::next() {
    std::array<std::uint8_t, 8> head{};
    read(head);
    const std::uint32_t size = big_endian(std::span(head).first<4>());
    std::copy_n(head.begin() + 4, 4, type_.begin());
    if (size > kMostBytes)
        refuse();
    data_.resize(size);
    read(data_);
    std::array<std::uint8_t, 4> sum{};
    read(sum);
    const std::uint32_t of_type = crc32_of(std::as_bytes(std::span(type_)));
    if (big_endian(sum) != crc32_of(std::as_bytes(std::span(data_)), of_type))
        refuse();
    at_ += head.size() + size + sum.size();
}

bool PngChunkReader::is(std::string_view type) const {
    return std::string_view(type_.data(), type_.size()) == type;
}

PngText PngChunkReader::text() const {
    const auto end = std::find(data_.begin(), data_.end(), 0);
    if (!is("tEXt") || end == data_.end())
        refuse();
    return {{data_.begin(), end}, {end + 1, data_.end()}};
}

void PngChunkReader::check_end() {
    if (!is("IEND") || !data_.empty() || file_.peek() != std::ifstream::traits_type::eof())
        refuse();
}

} // namespace fathom
