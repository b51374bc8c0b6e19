#pragma once
#include "kernels/base/portable.h"

#include <cstddef>
#include <cstdint>

// A PNG's filter Up (PNG specification, 9.2), whoever applies it to a part of a picture.

namespace fathom::kernels {

/// The number of that filter.
inline constexpr std::uint8_t kPngFilterUp = 2;

/// A part of a PNG, at least one row: a line for each row, which is the filter's number and the
/// row's bytes, each less the one above it (the first row's as they are: what is above is not
/// there); behind the lines the last row's bytes as they are, for the part that follows.
struct PngLines {
    std::uint32_t row_bytes = 0;
    std::uint32_t rows = 0;

    [[nodiscard]] FATHOM_INLINE std::uint32_t line_bytes() const noexcept { return 1 + row_bytes; }
    [[nodiscard]] FATHOM_INLINE std::size_t bytes() const noexcept {
        return static_cast<std::size_t>(rows) * line_bytes() + row_bytes;
    }
    /// A byte of a line, or with the number of rows one of what is behind them, out of the rows'
    /// own bytes, row after row.
    [[nodiscard]] FATHOM_INLINE std::uint8_t at(std::uint32_t line, std::uint32_t byte,
                                                const std::uint8_t *picture) const noexcept {
        const auto row_at = [&](std::uint32_t row) {
            return picture + static_cast<std::size_t>(row) * row_bytes;
        };
        if (line == rows)
            return row_at(rows - 1)[byte];
        if (byte == 0)
            return kPngFilterUp;
        const std::uint8_t own = row_at(line)[byte - 1];
        return line == 0 ? own : static_cast<std::uint8_t>(own - row_at(line - 1)[byte - 1]);
    }
};

} // namespace fathom::kernels
