#pragma once
#include "kernels/colour/colour.h"
#include "render/engines/cuda/device_planes.h"
#include "render/engines/cuda/stream_order.h"

namespace fathom::cuda {

/// How a frame is coloured, with its palette on the device, and its colour passes.
class FrameColours {
  public:
    /// In the request's colours. All have to outlive it. Throws DeviceError.
    FrameColours(Context &context, const RenderRequest &request, const DevicePlanes &planes,
                 StreamOrder &order);

    /// Throws DeviceError.
    void set(const ColourSettings &settings);
    /// As the device's kernels take them: to be called while `order` queues something.
    [[nodiscard]] kernels::ColourParams on_device() const;
    /// Queues a colour pass over the whole picture on the display stream, into device memory for
    /// width * height words. All of it is written. Returns at once. Throws DeviceError.
    void colour_into(std::uint32_t *device_rgba);

  private:
    Context &context_;
    const RenderRequest &request_;
    const DevicePlanes &planes_;
    StreamOrder &order_; ///< guards what follows
    ColourSettings settings_;
    Context::DeviceCopy palette_;
    Context::DeviceCopy ranks_; ///< or null
};

} // namespace fathom::cuda
