#include "render/engines/cuda/device_tables.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

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

bool is_lazy(const AnyJumpTables &tables) noexcept {
    return std::visit([](const auto &some) { return some.is_lazy; }, tables);
}

void copy(std::byte *to, std::span<const std::byte> from, cudaStream_t stream) {
    FATHOM_CUDA_CHECK(
        cudaMemcpyAsync(to, from.data(), from.size(), cudaMemcpyHostToDevice, stream));
}

/// Likewise of LazyMemory, which the driver cannot read: through a buffer, part by part.
void copy_lazy(std::byte *to, std::span<const std::byte> from, cudaStream_t stream) {
    std::vector<std::byte> part(std::min<std::size_t>(from.size(), std::size_t{4} << 20U));
    for (std::size_t done = 0; done < from.size(); done += part.size()) {
        const std::size_t size = std::min(part.size(), from.size() - done);
        std::memcpy(part.data(), from.data() + done, size);
        copy(to + done, std::span(part).first(size), stream);
        FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream));
    }
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

DeviceTables::DeviceTables(const AnyJumpTables &tables, Memory memory, cudaStream_t stream)
    : memory_(std::move(memory)) {
    const auto parts = parts_of(tables);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        offsets_[i] = offset;
        auto *const to = memory_.as<std::byte>() + offset;
        if (i == 0 && is_lazy(tables))
            copy_lazy(to, parts[i], stream);
        else if (!parts[i].empty())
            copy(to, parts[i], stream);
        offset += rounded_up(parts[i].size());
    }
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream));
}

} // namespace fathom::cuda
