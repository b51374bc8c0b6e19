#pragma once
#include "render/images/picture_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace fathom {

class ContinuedFile;

/// What a field of a record is, little-endian.
enum class NpyType { int64, uint32, float32, float64 };

/// A field of an array's records.
struct NpyField {
    std::string name; ///< of letters and digits
    NpyType type = NpyType::float32;
};

/// Values of one field of records one after the other; its types are in the order of NpyType.
using NpyValues = std::variant<std::span<const std::int64_t>, std::span<const std::uint32_t>,
                               std::span<const float>, std::span<const double>>;

/// The shape of an array and the fields of its records.
struct NpyLayout {
    std::uint32_t width = 0;  ///< at least 1
    std::uint32_t height = 0; ///< likewise
    std::vector<NpyField> fields;
};

/// Streams a NumPy file (format 1.0, numpy.lib.format): an array of shape (height, width) of
/// records with named fields without padding, from the top row down. Memory is that of some 65,536
/// records.
class NpyWriter {
  public:
    /// Throws DiskError as OutputFile, std::invalid_argument for no pixels.
    NpyWriter(const std::filesystem::path &path, const NpyLayout &layout);

    /// Writes to a file that is empty yet. Throws likewise.
    NpyWriter(std::unique_ptr<PictureFile> file, const NpyLayout &layout);
    /// Goes on with what the file has of the same array. rows_kept() tells where. Throws likewise.
    NpyWriter(std::unique_ptr<ContinuedFile> file, const NpyLayout &layout);

    /// The rows that need not be written: the first one to be written is to be that, or one before
    /// it. 0 for a new file.
    [[nodiscard]] std::uint32_t rows_kept() const noexcept;
    /// Declares that the rows before `row`, at most rows_kept(), will not be written.
    void begin_at(std::uint32_t row);

    /// Appends whole rows: of each field, in the layout's order, the values of as many records, a
    /// multiple of width. Throws DiskError, after which the writer can only be destroyed, and
    /// std::logic_error for other fields, part of a row or more than the array has.
    void write_rows(std::span<const NpyValues> values);

    /// Puts the file in place; without it none appears. Throws DiskError, and std::logic_error when
    /// rows are missing.
    void finish();

  private:
    /// Records of `values` that the array still has room for. Throws as write_rows.
    [[nodiscard]] std::size_t checked_count(std::span<const NpyValues> values) const;

    std::unique_ptr<PictureFile> file_;
    std::uint32_t width_;
    std::vector<NpyType> types_; // of the fields
    std::size_t record_bytes_;
    std::uint64_t records_left_;
    std::uint64_t skip_ = 0;        // records to come that were written before
    std::vector<std::byte> buffer_; // records on their way to the file
};

} // namespace fathom
