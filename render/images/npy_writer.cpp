#include "render/images/npy_writer.h"

#include "render/images/continued_file.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace fathom {
namespace {

constexpr std::size_t kBufferRecords = 65536;

const char *description(NpyType type) {
    switch (type) {
    case NpyType::int64:
        return "<i8";
    case NpyType::uint32:
        return "<u4";
    case NpyType::float32:
        return "<f4";
    case NpyType::float64:
        break;
    }
    return "<f8";
}

std::size_t bytes_of(NpyType type) {
    return type == NpyType::int64 || type == NpyType::float64 ? 8 : 4;
}

std::vector<NpyType> types_of(const NpyLayout &layout) {
    std::vector<NpyType> types;
    for (const NpyField &field : layout.fields)
        types.push_back(field.type);
    return types;
}

std::size_t bytes_of_record(const NpyLayout &layout) {
    std::size_t bytes = 0;
    for (const NpyField &field : layout.fields)
        bytes += bytes_of(field.type);
    return bytes;
}

/// Magic, version, length and a Python literal, padded so that the data starts at a multiple of 64.
std::string file_head(const NpyLayout &layout) {
    std::string fields;
    for (const NpyField &field : layout.fields)
        fields += fmt::format("{}('{}', '{}')", fields.empty() ? "" : ", ", field.name,
                              description(field.type));
    std::string literal =
        fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({}, {}), }}", fields,
                    layout.height, layout.width);
    constexpr std::size_t kFixedBytes = 10;
    const std::size_t unpadded = kFixedBytes + literal.size() + 1;
    literal.append((64 - unpadded % 64) % 64, ' ');
    literal += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(literal.size() & 0xff);
    head += static_cast<char>(literal.size() >> 8);
    return head + literal;
}

template <std::size_t Bytes>
using Unsigned = std::conditional_t<Bytes == 8, std::uint64_t, std::uint32_t>;

/// Writes each value little-endian, `step` bytes apart from `to` on.
template <class Value>
void store(std::span<const Value> values, std::byte *to, std::size_t step) noexcept {
    for (const Value value : values) {
        const auto bits = std::bit_cast<Unsigned<sizeof(Value)>>(value);
        for (std::size_t i = 0; i < sizeof(Value); ++i)
            to[i] = static_cast<std::byte>(bits >> (8 * i));
        to += step;
    }
}

std::uint64_t checked_records(const NpyLayout &layout) {
    if (layout.width == 0 || layout.height == 0 || layout.fields.empty())
        throw std::invalid_argument("NpyWriter: an array needs at least one record");
    return std::uint64_t{layout.width} * layout.height;
}

} // namespace

NpyWriter::NpyWriter(const std::filesystem::path &path, const NpyLayout &layout)
    : NpyWriter(std::unique_ptr<PictureFile>(std::make_unique<WholePictureFile>(path)), layout) {}

NpyWriter::NpyWriter(std::unique_ptr<PictureFile> file, const NpyLayout &layout)
    : file_(std::move(file)), width_(layout.width), types_(types_of(layout)),
      record_bytes_(bytes_of_record(layout)), records_left_(checked_records(layout)),
      buffer_(kBufferRecords * record_bytes_) {
    const std::string head = file_head(layout);
    file_->write(std::as_bytes(std::span(head)), 0);
}

NpyWriter::NpyWriter(std::unique_ptr<ContinuedFile> file, const NpyLayout &layout)
    : width_(layout.width), types_(types_of(layout)), record_bytes_(bytes_of_record(layout)),
      records_left_(checked_records(layout)), buffer_(kBufferRecords * record_bytes_) {
    std::uint64_t bytes = 0;
    for (const ContinuedFile::Piece &piece : file->kept())
        bytes += piece.size;
    const std::string head = file_head(layout);
    if (bytes == 0)
        file->write(std::as_bytes(std::span(head)), 0);
    else
        skip_ = (bytes - head.size()) / record_bytes_;
    file_ = std::move(file);
}

std::uint32_t NpyWriter::rows_kept() const noexcept {
    return static_cast<std::uint32_t>(skip_ / width_);
}

void NpyWriter::begin_at(std::uint32_t row) {
    if (row > rows_kept()) {
        throw std::logic_error("NpyWriter: rows that are not there");
    }
    records_left_ -= std::uint64_t{row} * width_;
    skip_ -= std::uint64_t{row} * width_;
}

std::size_t NpyWriter::checked_count(std::span<const NpyValues> values) const {
    const auto size = [](const auto &of_field) { return of_field.size(); };
    const std::size_t count = values.empty() ? 0 : std::visit(size, values.front());
    bool fits = values.size() == types_.size() && count % width_ == 0 && count <= records_left_;
    for (std::size_t field = 0; fits && field < values.size(); ++field)
        fits = values[field].index() == static_cast<std::size_t>(types_[field]) &&
               std::visit(size, values[field]) == count;
    if (!fits)
        throw std::logic_error("NpyWriter: rows that the array does not have");
    return count;
}

void NpyWriter::write_rows(std::span<const NpyValues> values) {
    const std::size_t count = checked_count(values);
    records_left_ -= count;
    std::size_t at = std::min<std::uint64_t>(skip_, count);
    skip_ -= at;
    while (at < count) {
        const std::size_t part = std::min(count - at, kBufferRecords);
        std::byte *to = buffer_.data();
        for (std::size_t field = 0; field < values.size(); ++field) {
            std::visit([&](auto all) { store(all.subspan(at, part), to, record_bytes_); },
                       values[field]);
            to += bytes_of(types_[field]);
        }
        file_->write(std::span(buffer_).first(part * record_bytes_), 0);
        at += part;
    }
}

void NpyWriter::finish() {
    if (records_left_ != 0) {
        throw std::logic_error("NpyWriter: finished before all rows were written");
    }
    file_->commit();
}

} // namespace fathom
