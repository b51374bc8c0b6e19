#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fathom {

/// Writes all the bytes to a file from byte `at` on, however often it is interrupted. False if that
/// fails; errno says why.
bool write_bytes_at(int descriptor, std::uint64_t at, std::span<const std::byte> bytes) noexcept;

/// Reads from byte `at` on until `to` is full or the file ends; returns how many bytes came.
/// Nothing if that fails; errno says why.
std::optional<std::size_t> read_bytes_at(int descriptor, std::uint64_t at,
                                         std::span<std::byte> to) noexcept;

/// What to do where a file or folder cannot be written for that reason.
const char *write_advice(int error_number) noexcept;

} // namespace fathom
