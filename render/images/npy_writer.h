#pragma once
#include "render/images/picture_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fathom {

class ContinuedFile;

/// One pixel of a raw export: the escape index (the limit where it did not escape) and its smooth
/// value, in iterations, as near as a float comes to it.
struct NpyRecord {
    std::int64_t iterations;
    float smooth;
};

/// Streams a NumPy file (format 1.0, numpy.lib.format): an array of shape (height, width), dtype
/// [('iterations', '<i8'), ('smooth', '<f4')] without padding, from the top row down.
class NpyWriter {
  public:
    /// `width`, `height` >= 1. Throws DiskError as OutputFile, std::invalid_argument for no pixels.
    NpyWriter(const std::filesystem::path &path, std::uint32_t width, std::uint32_t height);

    /// Writes to a file that is empty yet. Throws likewise.
    NpyWriter(std::unique_ptr<PictureFile> file, std::uint32_t width, std::uint32_t height);
    /// Goes on with what the file has of the same array. rows_kept() tells where. Throws likewise.
    NpyWriter(std::unique_ptr<ContinuedFile> file, std::uint32_t width, std::uint32_t height);

    /// The rows that need not be written: the first one to be written is to be that, or one before
    /// it. 0 for a new file.
    [[nodiscard]] std::uint32_t rows_kept() const noexcept;
    /// Declares that the rows before `row`, at most rows_kept(), will not be written.
    void begin_at(std::uint32_t row);

    /// Appends whole rows: a multiple of width records. Throws DiskError, after which the writer
    /// can only be destroyed, and std::logic_error for part of a row or more than the array has.
    void write_rows(std::span<const NpyRecord> records);

    /// Puts the file in place; without it none appears. Throws DiskError, and std::logic_error when
    /// rows are missing.
    void finish();

  private:
    std::unique_ptr<PictureFile> file_;
    std::uint32_t width_;
    std::uint64_t records_left_;
    std::uint64_t skip_ = 0;        // records to come that were written before
    std::vector<std::byte> buffer_; // records on their way to the file
};

} // namespace fathom
