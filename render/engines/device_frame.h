#pragma once
#include "render/engines/engine.h"
#include "render/engines/timed_span.h"

#include <vector>

namespace fathom {

/// A frame whose samples stay in CUDA device memory and that can colour itself into other device
/// memory, such as a mapped OpenGL pixel buffer.
class DeviceFrame : public Frame {
  public:
    /// CUDA's number of the device.
    [[nodiscard]] virtual int cuda_device() const = 0;
    /// The cudaStream_t to map and unmap the target on: ordered with colour_into, apart from the
    /// iterations.
    [[nodiscard]] virtual void *display_stream() const = 0;
    /// Queues a colour pass over the whole picture (as read_rgba gives it) into device memory for
    /// width * height words. All of it is written. Returns at once.
    virtual void colour_into(std::uint32_t *device_rgba) = 0;

    /// Between the two lies work on the display stream that is to be a display span. An engine
    /// that keeps no spans does nothing here. The first throws DeviceError.
    virtual void begin_display() {}
    virtual void end_display() noexcept {}
    /// The spans of all frames of this frame's engine that have ended and were not taken before,
    /// each kind in its order; without waiting for any. An engine keeps some hundreds; the oldest
    /// go first.
    virtual std::vector<TimedSpan> take_spans() { return {}; }
};

} // namespace fathom
