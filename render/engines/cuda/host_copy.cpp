#include "render/engines/cuda/host_copy.h"

#include <algorithm>
#include <cstring>

namespace fathom::cuda {

namespace {

bool is_pinned(const void *memory) {
    cudaPointerAttributes attributes{};
    FATHOM_CUDA_CHECK(cudaPointerGetAttributes(&attributes, memory));
    return attributes.type == cudaMemoryTypeHost;
}

} // namespace

void copy_to_host(Context &context, void *to, const void *from, std::size_t bytes) {
    if (is_pinned(to)) {
        const Drain drain(context.display_stream());
        FATHOM_CUDA_CHECK(
            cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, context.display_stream()));
        return;
    }
    // Through pinned memory, piece by piece: one is on its way while the other is copied on.
    constexpr std::size_t kPiece = 8 << 20;
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    const auto staging = context.pinned_memory().take(2 * std::min(bytes, kPiece));
    const Event done[2] = {make_event(), make_event()};
    const cudaStream_t stream = context.display_stream();
    const Drain drain(stream);
    const auto staged = [&](std::size_t piece) {
        return staging.as<std::byte>() + piece % 2 * std::min(bytes, kPiece);
    };
    const auto size = [&](std::size_t piece) { return std::min(kPiece, bytes - piece * kPiece); };
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
        if (piece < pieces) {
            FATHOM_CUDA_CHECK(cudaMemcpyAsync(staged(piece),
                                              static_cast<const std::byte *>(from) + piece * kPiece,
                                              size(piece), cudaMemcpyDeviceToHost, stream));
            FATHOM_CUDA_CHECK(cudaEventRecord(done[piece % 2].get(), stream));
        }
        if (piece == 0)
            continue;
        FATHOM_CUDA_CHECK(cudaEventSynchronize(done[(piece - 1) % 2].get()));
        std::memcpy(static_cast<std::byte *>(to) + (piece - 1) * kPiece, staged(piece - 1),
                    size(piece - 1));
    }
}

} // namespace fathom::cuda
