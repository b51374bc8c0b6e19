#pragma once
#include "render/base/own_folder.h"
#include "render/images/exr_header.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace fathom {

class ContinuedFile;
class PictureFile;

/// What an EXR is to hold.
struct ExrOptions {
    int width = 0;                            ///< 1 to kMaxExrSide
    int height = 0;                           ///< likewise
    std::vector<ExrChannel> channels;         ///< of different names
    std::map<std::string, std::string> texts; ///< attributes
    std::map<std::string, int> numbers;       ///< attributes
};

/// Values of one channel, row by row: whole numbers for ExrType::whole, else reals, which are
/// rounded where the file holds halves.
using ExrValues = std::variant<std::span<const float>, std::span<const std::uint32_t>>;

/// Streams an OpenEXR file of scan lines, from the top row down, compressed without loss (ZIP in
/// blocks of 16 rows; one row where these would be large). Memory is that of a few blocks for each
/// core; the bytes do not depend on the number of cores or on how rows are given. Use from one
/// thread.
class ExrWriter {
  public:
    /// Throws DiskError as OutputFile.
    ExrWriter(const OutputName &name, const ExrOptions &options);
    /// Writes to a file that is empty yet, of which the list of blocks is a room. Throws likewise.
    ExrWriter(std::unique_ptr<PictureFile> file, const ExrOptions &options);
    /// Goes on with what the file has of the same picture. rows_kept() tells where.
    ExrWriter(std::unique_ptr<ContinuedFile> file, const ExrOptions &options);
    /// Without finish no file appears.
    ~ExrWriter();
    ExrWriter(const ExrWriter &) = delete;
    ExrWriter &operator=(const ExrWriter &) = delete;

    /// The rows that need not be written: the first one to be written is to be that, or one before
    /// it. 0 for a new file.
    [[nodiscard]] std::uint32_t rows_kept() const noexcept;
    /// Declares that the rows before `row`, at most rows_kept(), will not be written.
    void begin_at(std::uint32_t row);

    /// Appends `rows` whole rows, of each channel its values, in the options' order. Throws
    /// DiskError, after which the writer can only be destroyed, and std::logic_error for values
    /// that do not fit or more rows than the picture has.
    void write_rows(int rows, std::span<const ExrValues> values);

    /// Puts the file in place. Throws DiskError, and std::logic_error when rows are missing.
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
