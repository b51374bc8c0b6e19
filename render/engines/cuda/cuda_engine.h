#pragma once
#include "render/engines/cuda/cuda_frame.h"
#include "render/engines/engine.h"

namespace fathom::cuda {

/// The engine of one GPU. A frame is computed in slices: launches of some rows to their end, or of
/// all pending samples by a number of steps, chosen to take a few milliseconds, so that any view
/// can be stopped and no desktop's watchdog fires.
class CudaEngine : public Engine {
  public:
    /// Throws DeviceError if the device does not answer.
    CudaEngine(EngineInfo info, int device);

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override;
    bool refresh_colour(Frame &frame, const std::atomic<bool> &stop) override;

  private:
    struct Pass {
        int stride;
        bool skip_coarser;
        double samples;
        double progress_before; ///< share of the frame that earlier passes have
        double share;           ///< of this one
    };
    bool run_pass(CudaFrame &frame, const Pass &pass, const std::atomic<bool> &stop);
    /// `pass` tells of the band alone.
    bool run_band(CudaFrame &frame, const CudaFrame::Band &band, const Pass &pass,
                  const std::atomic<bool> &stop);
    [[nodiscard]] double first_steps(const CudaFrame &frame, double samples) const;
    /// True if `samples` finished ones of a perturbed frame, its first, tell that `all` take little
    /// time.
    [[nodiscard]] bool turns_out_quick(const CudaFrame &frame, double samples, double all) const;
    [[nodiscard]] bool is_heavy(const CudaFrame &frame) const;

    const EngineInfo info_;
    const std::shared_ptr<Context> context_;
};

} // namespace fathom::cuda
