#pragma once
#include "render/engines/cuda/slices.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"

#include <atomic>
#include <memory>

namespace fathom::cuda {

/// A frame in the memory of one GPU.
class CudaFrame : public Frame {
  public:
    /// Throws DeviceError.
    CudaFrame(std::shared_ptr<Context> context, const RenderRequest &request);
    ~CudaFrame() override;
    CudaFrame(const CudaFrame &) = delete;
    CudaFrame &operator=(const CudaFrame &) = delete;

    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override { return progress_; }
    [[nodiscard]] bool complete() const override { return complete_; }
    [[nodiscard]] std::uint64_t revision() const override { return revision_; }
    [[nodiscard]] FrameTimes times() const override;
    void begin_with(KnownSamples &&known) override { known_ = std::move(known); }
    bool begin_with_samples_of(const Frame &other) override;
    bool iterate(const std::atomic<bool> &stop) override;
    bool refresh_colour(const std::atomic<bool> &stop) override;
    void set_colour(const ColourSettings &settings) override;
    void read_rgba(std::uint32_t *rgba) override;
    bool show(FrameDisplay &display, ShownTiles &shown) override;
    void read_samples(SampleBuffer &samples) override;

  private:
    /// Returns the iterations that it saves. Throws DeviceError.
    std::uint64_t take_over_known(const PerturbationData *perturbation);

    const std::shared_ptr<Context> context_;
    const RenderRequest request_;
    DevicePlanes planes_;
    StreamOrder order_;
    FrameColours colours_; // which may throw, so before anything is queued
    Slices slices_;
    std::optional<KnownSamples> known_; ///< up to iterate
    std::uint64_t saved_ = 0;           ///< iterations of samples that it began with
    std::atomic<double> progress_ = 0;
    std::atomic<bool> complete_ = false;
    std::atomic<std::uint64_t> revision_ = 1;
    std::atomic<std::uint64_t> iterations_ = 0;
};

} // namespace fathom::cuda
