#pragma once
#include "render/engines/render_request.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fathom {

/// A picture of any height for measuring: rendered rows, back and forth without a seam.
class EndlessPicture {
  public:
    /// Renders its rows, on the calling thread alone.
    EndlessPicture();
    static constexpr int kWidth = 4096;
    static constexpr int kRowBytes = 3 * kWidth;
    /// 8-bit RGB of row `y` from 0.
    [[nodiscard]] const std::uint8_t *row(int y) const noexcept;

  private:
    std::vector<std::uint8_t> rgb_;
};

/// Writes the first `rows` rows as a PNG file. Throws DiskError.
using PngWriting = void (*)(const EndlessPicture &picture, int rows,
                            const std::filesystem::path &path, int threads);

/// A writer of PNGs to compare.
struct PngContender {
    std::string name;
    PngWriting write;
    int most_rows;     ///< that it can do
    bool uses_threads; ///< otherwise it has one
};
const std::vector<PngContender> &png_contenders();

} // namespace fathom
