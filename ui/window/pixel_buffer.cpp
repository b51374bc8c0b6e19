#include "ui/window/pixel_buffer.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/device_frame.h"

namespace fathom {
namespace {

/// While it lives, pixels are uploaded from a buffer; then from memory again, whatever happens.
class UnpackFrom {
  public:
    explicit UnpackFrom(const GlBuffer &buffer) {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer.name());
    }
    ~UnpackFrom() { glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0); }
    UnpackFrom(const UnpackFrom &) = delete;
    UnpackFrom &operator=(const UnpackFrom &) = delete;
};

/// While it lives, what is queued for a device's frame belongs to one display span.
class DisplaySpan {
  public:
    explicit DisplaySpan(DeviceFrame *frame) : frame_(frame) {
        if (frame_ != nullptr)
            frame_->begin_display();
    }
    ~DisplaySpan() {
        if (frame_ != nullptr)
            frame_->end_display();
    }
    DisplaySpan(const DisplaySpan &) = delete;
    DisplaySpan &operator=(const DisplaySpan &) = delete;

  private:
    DeviceFrame *frame_; ///< null for a frame in host memory
};

} // namespace

void PixelBuffers::transfer(Frame &frame, GlTexture &texture) {
    const Stopwatch watch;
    const Size size = frame.request().size;
    read_ms_ = 0;
    resize(size);
    Slot &slot = slots_[next_];
    next_ = (next_ + 1) % slots_.size();
    const UnpackFrom unpack(slot.buffer);
    texture.resize(size.width, size.height);
    auto *device_frame = dynamic_cast<DeviceFrame *>(&frame);
    if (device_frame == nullptr) {
        state_ = "not needed: host memory";
        slot.target.reset(); // a registered buffer must not change its storage
    }
    if (device_frame == nullptr || !transfer_directly(*device_frame, slot))
        transfer_through_host(frame, device_frame);
    texture.upload(nullptr);
    thread_ms_ = watch.ms();
    opengl_ms_ = thread_ms_ - read_ms_;
}

bool PixelBuffers::transfer_tiles(Frame &frame, std::vector<std::uint64_t> &seen,
                                  GlTexture &texture) {
    const Stopwatch watch;
    opengl_ms_ = 0;
    state_ = "not needed: host memory";
    const bool all = frame.take_changes(seen, [&](const ColourTile &tile) {
        const Stopwatch upload_watch;
        texture.upload(tile.rgba, tile.region, tile.stride);
        opengl_ms_ += upload_watch.ms();
    });
    thread_ms_ = watch.ms();
    return all;
}

void PixelBuffers::force_host(bool force) {
    force_host_ = force;
    forget_targets();
}

void PixelBuffers::forget_targets() {
    refused_ = false;
    for (Slot &slot : slots_)
        slot.target.reset();
}

void PixelBuffers::resize(Size size) {
    if (size == size_)
        return;
    forget_targets(); // a registered buffer must not change its storage
    size_ = size;
    const auto bytes = static_cast<GLsizeiptr>(size.width) * size.height * 4;
    for (const Slot &slot : slots_) {
        const UnpackFrom unpack(slot.buffer);
        glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    }
}

bool PixelBuffers::transfer_directly(DeviceFrame &frame, Slot &slot) {
    if (frame.cuda_device() != cuda_device_) {
        cuda_device_ = frame.cuda_device();
        forget_targets();
    }
    if (force_host_) {
        state_ = "off: asked for";
        return false;
    }
    if (refused_)
        return false;
    std::string reason;
    if (!slot.target) {
        InteropAttempt attempt = register_buffer(slot.buffer.name(), cuda_device_);
        slot.target = std::move(attempt.target);
        reason = std::move(attempt.reason);
    }
    if (slot.target) {
        try {
            const DisplaySpan span(&frame);
            const Stopwatch read_watch;
            slot.target->colour(frame);
            read_ms_ = read_watch.ms();
            state_ = "on";
            return true;
        } catch (const DeviceError &error) {
            reason = error.what();
        }
    }
    forget_targets(); // both buffers go the same way
    refused_ = true;
    state_ = "off: " + reason;
    return false;
}

void PixelBuffers::transfer_through_host(Frame &frame, DeviceFrame *device_frame) {
    // Its content is given up, so OpenGL hands out other memory rather than wait where it still
    // reads from this.
    const auto bytes = static_cast<GLsizeiptr>(size_.width) * size_.height * 4;
    void *mapped = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, bytes,
                                    GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (mapped == nullptr)
        throw DeviceError(
            "OpenGL has no memory for a picture of the window's size; make the window "
            "smaller");
    try {
        const DisplaySpan span(device_frame);
        const Stopwatch read_watch;
        frame.read_rgba(static_cast<std::uint32_t *>(mapped));
        read_ms_ = read_watch.ms();
    } catch (...) {
        glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
        throw;
    }
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
}

} // namespace fathom
