#pragma once
#include <cstdint>
#include <span>

namespace fathom {

/// Writes what a stream of Deflate (RFC 1951) says, if that is exactly as many bytes as there is
/// room for; false for any other, or a damaged one.
bool inflate(std::span<const std::uint8_t> packed, std::span<std::uint8_t> bytes);

} // namespace fathom
