#include "render/images/inflate.h"

#include <libdeflate.h>
#include <memory>

namespace fathom {

bool inflate(std::span<const std::uint8_t> packed, std::span<std::uint8_t> bytes) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        decompressor(libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
    return decompressor &&
           libdeflate_deflate_decompress(decompressor.get(), packed.data(), packed.size(),
                                         bytes.data(), bytes.size(), nullptr) == LIBDEFLATE_SUCCESS;
}

} // namespace fathom
