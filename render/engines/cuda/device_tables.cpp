#include "render/engines/cuda/device_tables.h"

#include <span>

namespace fathom::cuda {
namespace {

// Every part starts at a multiple of what any of its values and any load of several ask for.
constexpr std::size_t kAlignment = 256;

/// The parts of tables, in the order of DeviceTables.
std::array<std::span<const std::byte>, 5> parts_of(const AnyJumpTables &tables) noexcept {
    return std::visit(
        [](const auto &some) -> std::array<std::span<const std::byte>, 5> {
            return {std::as_bytes(std::span(some.orbit)), std::as_bytes(std::span(some.tiny)),
                    std::as_bytes(std::span(some.jumps)), std::as_bytes(std::span(some.wide_jumps)),
                    std::as_bytes(std::span(some.notices))};
        },
        tables);
}

std::size_t rounded_up(std::size_t bytes) noexcept {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace

std::size_t device_bytes(const AnyJumpTables &tables) noexcept {
    std::size_t bytes = 0;
    for (const auto part : parts_of(tables))
        bytes += rounded_up(part.size());
    return bytes;
}

DeviceTables::DeviceTables(const AnyJumpTables &tables, cudaStream_t stream)
    : memory_(allocate_device(device_bytes(tables))) {
    const auto parts = parts_of(tables);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        offsets_[i] = offset;
        if (!parts[i].empty())
            FATHOM_CUDA_CHECK(cudaMemcpyAsync(static_cast<std::byte *>(memory_.get()) + offset,
                                              parts[i].data(), parts[i].size(),
                                              cudaMemcpyHostToDevice, stream));
        offset += rounded_up(parts[i].size());
    }
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream));
}

} // namespace fathom::cuda
