#include "render/engines/cuda/cuda_engine.h"

#include "render/base/error.h"
#include "render/engines/cuda/cuda_frame.h"
#include "render/engines/cuda/cuda_mean.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::cuda {
namespace {

/// Keeps the pool of its memory.
struct Pinned {
    std::shared_ptr<Context> context;
    MemoryPool<PinnedMemory>::Lease memory;
};

} // namespace

CudaEngine::CudaEngine(EngineInfo info, int device)
    : info_(std::move(info)), context_(std::make_shared<Context>(device)) {}

std::shared_ptr<Frame> CudaEngine::make_frame(const RenderRequest &request) {
    // Pending samples are listed by 32-bit numbers.
    if (static_cast<std::uint64_t>(request.size.width) * request.size.height > 0xffffffffU)
        throw DeviceError(fmt::format("{}: a picture of {} x {} pixels is too large for one frame; "
                                      "export it, which works in bands",
                                      info_.id, request.size.width, request.size.height));
    context_->use();
    return std::make_shared<CudaFrame>(context_, request);
}

int CudaEngine::frames_at_once() const {
    // More gain nothing at e50; of 2 million pixels with all that is tracked each takes about a
    // GiB.
    constexpr std::size_t kMost = 4;
    constexpr std::size_t kEach = std::size_t{4} << 30;
    return static_cast<int>(std::clamp<std::size_t>(context_->memory_bytes() / kEach, 1, kMost));
}

std::unique_ptr<FrameMean> CudaEngine::make_mean(bool packed) {
    return std::make_unique<CudaMean>(context_, packed);
}

std::shared_ptr<std::uint8_t> CudaEngine::take_memory(std::size_t bytes) {
    context_->use();
    try {
        auto lease =
            std::make_shared<Pinned>(Pinned{context_, context_->pinned_memory().take(bytes)});
        auto *const memory = lease->memory.as<std::uint8_t>();
        return {std::move(lease), memory};
    } catch (const DeviceError &) {
        return Engine::take_memory(bytes); // slower, no more
    }
}

std::vector<TimedSpan> CudaEngine::take_spans() {
    context_->use();
    return context_->timeline().take();
}

} // namespace fathom::cuda
