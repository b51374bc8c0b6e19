#pragma once
#include "render/engine.h"

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
};

} // namespace fathom
