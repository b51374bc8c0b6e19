#include "render/images/npy_writer.h"

#include "render/images/continued_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace fathom {
namespace {

constexpr std::size_t kRecordBytes = 8 + 4;
constexpr std::size_t kBufferRecords = 65536;

/// Magic, version, length and a Python literal, padded so that the data starts at a multiple of 64.
std::string file_head(std::uint32_t width, std::uint32_t height) {
    std::string literal = fmt::format("{{'descr': [('iterations', '<i8'), ('smooth', '<f4')], "
                                      "'fortran_order': False, 'shape': ({}, {}), }}",
                                      height, width);
    constexpr std::size_t kFixedBytes = 10;
    const std::size_t unpadded = kFixedBytes + literal.size() + 1;
    literal.append((64 - unpadded % 64) % 64, ' ');
    literal += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(literal.size() & 0xff);
    head += static_cast<char>(literal.size() >> 8);
    return head + literal;
}

template <class Unsigned> std::byte *store_little_endian(std::byte *where, Unsigned value) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
        *where++ = static_cast<std::byte>(value >> (8 * i));
    }
    return where;
}

std::uint32_t check_side(std::uint32_t pixels) {
    if (pixels == 0) {
        throw std::invalid_argument("NpyWriter: an array needs at least one record");
    }
    return pixels;
}

} // namespace

NpyWriter::NpyWriter(const std::filesystem::path &path, std::uint32_t width, std::uint32_t height)
    : NpyWriter(std::unique_ptr<PictureFile>(std::make_unique<WholePictureFile>(path)), width,
                height) {}

NpyWriter::NpyWriter(std::unique_ptr<PictureFile> file, std::uint32_t width, std::uint32_t height)
    : file_(std::move(file)), width_(check_side(width)),
      records_left_(std::uint64_t{width} * check_side(height)),
      buffer_(kBufferRecords * kRecordBytes) {
    const std::string head = file_head(width, height);
    file_->write(std::as_bytes(std::span(head)), 0);
}

NpyWriter::NpyWriter(std::unique_ptr<ContinuedFile> file, std::uint32_t width, std::uint32_t height)
    : width_(check_side(width)), records_left_(std::uint64_t{width} * check_side(height)),
      buffer_(kBufferRecords * kRecordBytes) {
    std::uint64_t bytes = 0;
    for (const ContinuedFile::Piece &piece : file->kept())
        bytes += piece.size;
    const std::string head = file_head(width, height);
    if (bytes == 0)
        file->write(std::as_bytes(std::span(head)), 0);
    else
        skip_ = (bytes - head.size()) / kRecordBytes;
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

void NpyWriter::write_rows(std::span<const NpyRecord> records) {
    if (records.size() % width_ != 0 || records.size() > records_left_) {
        throw std::logic_error("NpyWriter: rows that the array does not have");
    }
    records_left_ -= records.size();
    const std::size_t known = std::min<std::uint64_t>(skip_, records.size());
    skip_ -= known;
    records = records.subspan(known);
    while (!records.empty()) {
        const auto part = records.first(std::min(records.size(), kBufferRecords));
        std::byte *end = buffer_.data();
        for (const NpyRecord &record : part) {
            end = store_little_endian(end, static_cast<std::uint64_t>(record.iterations));
            end = store_little_endian(end, std::bit_cast<std::uint32_t>(record.smooth));
        }
        file_->write({buffer_.data(), end}, 0);
        records = records.subspan(part.size());
    }
}

void NpyWriter::finish() {
    if (records_left_ != 0) {
        throw std::logic_error("NpyWriter: finished before all rows were written");
    }
    file_->commit();
}

} // namespace fathom
