#pragma once
#include "render/engines/cuda/context.h"
#include "render/engines/engine.h"

namespace fathom::cuda {

/// The engine of one GPU. Its frames are CudaFrames.
class CudaEngine : public Engine {
  public:
    /// Throws DeviceError if the device does not answer.
    CudaEngine(EngineInfo info, int device);

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;
    [[nodiscard]] int frames_at_once() const override;
    [[nodiscard]] bool uses_host_memory() const override { return false; }
    [[nodiscard]] std::uint64_t memory_bytes() const override { return context_->memory_bytes(); }
    std::unique_ptr<FrameMean> make_mean(bool packed) override;
    /// Pinned, as long as there is such memory.
    std::shared_ptr<std::uint8_t> take_memory(std::size_t bytes) override;
    std::vector<TimedSpan> take_spans() override;

  private:
    const EngineInfo info_;
    const std::shared_ptr<Context> context_;
};

} // namespace fathom::cuda
