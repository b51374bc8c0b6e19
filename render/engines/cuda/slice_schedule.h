#pragma once
#include "render/engines/cuda/slices.h"

#include <functional>
#include <vector>

namespace fathom::cuda {

/// How a frame's samples are computed: in slices, which are launches of some rows to their end, or
/// of all pending samples by a number of steps, chosen to take a few milliseconds, so that any view
/// can be stopped and no desktop's watchdog fires.
class SliceSchedule {
  public:
    /// `went_on` is called after each slice with the share of the frame that is done, 0 to 1. All
    /// others have to outlive it.
    SliceSchedule(const Context &context, const RenderRequest &request, Slices &slices,
                  std::function<void(double)> went_on, const std::atomic<bool> &stop)
        : context_(context), request_(request), slices_(slices), went_on_(std::move(went_on)),
          stop_(stop) {}

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
    /// A pass's bands in the order in which they are to be iterated.
    [[nodiscard]] std::vector<Band> bands_of(const Pass &pass) const;
    /// `pass` tells of the band alone.
    bool run_band(const Band &band, const Pass &pass);
    [[nodiscard]] double first_steps(double samples) const;
    /// The same in rounds of perturbed orbits, those left out that waiting ones do not take.
    [[nodiscard]] double planned_steps(double samples) const;
    /// True if `samples` finished ones of a perturbed frame, its first, tell that `all` take little
    /// time.
    [[nodiscard]] bool turns_out_quick(double samples, double all) const;
    [[nodiscard]] bool is_heavy() const;

    const Context &context_;
    const RenderRequest &request_;
    Slices &slices_;
    const std::function<void(double)> went_on_;
    const std::atomic<bool> &stop_;
};

} // namespace fathom::cuda
