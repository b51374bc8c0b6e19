#include "render/images/checksum.h"

#include <zlib.h>

namespace fathom {

std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
    if (bytes.empty()) // to zlib no bytes mean: begin anew
        return before;
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

std::uint32_t adler32_of(std::span<const std::byte> bytes) noexcept {
    return static_cast<std::uint32_t>(
        adler32_z(1, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

} // namespace fathom
