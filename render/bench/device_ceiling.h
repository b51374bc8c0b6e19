#pragma once
#include "render/bench/benchmark.h"
#include "render/bench/peak_rate.h"

namespace fathom {

/// What a device can do at most, measured in this run. To be measured before other work on the
/// device and after it: the higher one counts, because whatever disturbed one of them must not
/// flatter the work.
class DeviceCeiling {
  public:
    /// Throws DeviceError.
    void measure(const BenchmarkDevice &device);

    [[nodiscard]] const PeakRate &rate() const noexcept { return rate_; }

  private:
    PeakRate rate_;
};

} // namespace fathom
