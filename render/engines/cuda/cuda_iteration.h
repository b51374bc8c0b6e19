#pragma once
#include "render/engines/cuda/cuda_frame.h"

namespace fathom::cuda {

/// How a frame's samples are computed: in slices, which are launches of some rows to their end, or
/// of all pending samples by a number of steps, chosen to take a few milliseconds, so that any view
/// can be stopped and no desktop's watchdog fires.
class CudaIteration {
  public:
    /// All three have to outlive it.
    CudaIteration(const Context &context, CudaFrame &frame, const std::atomic<bool> &stop)
        : context_(context), frame_(frame), request_(frame.request()), stop_(stop) {}

    /// Returns false if stopped. Throws DeviceError.
    bool run();

  private:
    struct Pass {
        int stride;
        bool skip_coarser;
        double samples;
        double progress_before; ///< share of the frame that earlier passes have
        double share;           ///< of this one
    };
    bool run_pass(const Pass &pass);
    /// `pass` tells of the band alone.
    bool run_band(const CudaFrame::Band &band, const Pass &pass);
    [[nodiscard]] double first_steps(double samples) const;
    /// True if `samples` finished ones of a perturbed frame, its first, tell that `all` take little
    /// time.
    [[nodiscard]] bool turns_out_quick(double samples, double all) const;
    [[nodiscard]] bool is_heavy() const;

    const Context &context_;
    CudaFrame &frame_;
    const RenderRequest &request_;
    const std::atomic<bool> &stop_;
};

} // namespace fathom::cuda
