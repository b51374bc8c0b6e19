#pragma once
#include "render/images/png_chunk.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fathom {

/// What a PNG of RGB holds.
struct PngShape {
    std::uint32_t width = 0, height = 0;
    int bits = 8; ///< a channel: 8 or 16

    [[nodiscard]] std::size_t row_bytes() const noexcept {
        return 3 * (static_cast<std::size_t>(bits) / 8) * width;
    }
    friend bool operator==(const PngShape &, const PngShape &) = default;
};

/// Streams back a PNG that PngWriter has written, from the top row down, as a stranger's file:
/// every byte counts in a checksum, and memory is that of a row and a block however the file is
/// made. PNGs of other programs are refused as damaged. All functions throw InputError that names
/// the file: it cannot be read, is no PNG, of another shape, or damaged.
class PngRowReader {
  public:
    /// Reads what stands before the pixels, and looks whether the file has an end.
    PngRowReader(const std::filesystem::path &path, const PngShape &shape);
    ~PngRowReader();
    PngRowReader(const PngRowReader &) = delete;
    PngRowReader &operator=(const PngRowReader &) = delete;

    /// The texts before the pixels.
    [[nodiscard]] const std::vector<PngText> &texts() const noexcept;
    /// Reads the next rows, as many as `to` takes: a whole number of PngShape::row_bytes, at most
    /// what is left.
    void read(std::span<std::uint8_t> to);
    /// Reads the rest of the file, once all rows were read. Gives the texts behind the pixels.
    std::vector<PngText> finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
