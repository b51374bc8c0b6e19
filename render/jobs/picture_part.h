#pragma once
#include "render/base/own_folder.h"
#include "render/images/npy_writer.h"
#include "render/images/png_row_reader.h"
#include "render/images/png_writer.h"
#include "render/jobs/band_schedule.h"
#include "render/jobs/exr_picture.h"
#include "render/jobs/npy_rows.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fathom {

struct ExportJob;
struct MadeBand;

/// Rows of an export's picture that are made alone, into a file of their own (see PartRows) from
/// which whoever has all of them makes the picture (see JoinedPicture).
struct PicturePart {
    RowRange rows; ///< at least one; they begin with a block of the colour filter
    OutputName file;
    std::vector<PngText> text;                        ///< that the file begins with
    std::function<std::vector<PngText>()> end_text{}; ///< that it ends with; asked for then
};

/// The rows of a part as its file holds them, which is a PNG whatever the picture is: colours as
/// they are. Of an OpenEXR or NumPy picture a row's bytes are those of its values, field after
/// field, little-endian; they stand there as if they were pixels of 8 bits, with zeros up to a
/// whole one.
class PartRows {
  public:
    /// `whole`: the request for the whole picture.
    PartRows(const ExportJob &job, const RenderRequest &whole);

    /// Of the file of a part with so many rows.
    [[nodiscard]] PngShape shape(int rows) const;
    /// The rows of a band.
    [[nodiscard]] PixelRows take(const MadeBand &band);
    /// Bytes of a value of each field of a row; none of colours.
    [[nodiscard]] const std::vector<std::size_t> &value_bytes() const noexcept {
        return value_bytes_;
    }

  private:
    using Values = std::vector<std::span<const std::byte>>; ///< of each field

    [[nodiscard]] PixelRows packed(const Values &values, int rows) const;

    std::size_t width_;
    int bits_;
    std::vector<std::size_t> value_bytes_;
    std::optional<ExrPicture> exr_;
    std::optional<NpyRows> npy_;
};

} // namespace fathom
