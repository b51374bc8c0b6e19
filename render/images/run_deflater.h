#pragma once
#include "render/images/png_chunk.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fathom {

/// Deflate (RFC 1951) for the filtered rows of computed pictures: repetitions of the byte before,
/// and of those 24 before, where ordered dithering repeats itself in 8-bit RGB, are the only
/// matches that it looks for; everything else is left to Huffman codes made for each block. Such
/// rows hold little else, and without a search it is several times faster than zlib's fastest
/// (bench/notebook/exports.md). The same bytes always give the same stream. For one thread.
class RunDeflater {
  public:
    /// Appends `bytes`, at least one, as whole blocks that end at a byte's boundary. If `last`, the
    /// stream ends with them; else an empty stored block follows, as after zlib's sync flush.
    void compress(std::span<const std::uint8_t> bytes, bool last, PngBytes &out);

    /// Bytes that all equal those `distance` before them.
    struct Run {
        std::uint32_t first;
        std::uint32_t count;
        std::uint32_t distance;
    };

  private:
    std::vector<Run> runs_;            ///< of one block
    std::vector<std::uint8_t> buffer_; ///< what is written
};

} // namespace fathom
