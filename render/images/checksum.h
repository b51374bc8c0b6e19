#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace fathom {

/// The CRC-32 (zlib's) of the bytes, or of those that gave `before` and these behind them.
[[nodiscard]] std::uint32_t crc32_of(std::span<const std::byte> bytes,
                                     std::uint32_t before = 0) noexcept;
/// Their Adler-32 (RFC 1950).
[[nodiscard]] std::uint32_t adler32_of(std::span<const std::byte> bytes) noexcept;

} // namespace fathom
