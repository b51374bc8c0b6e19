#include "ui/pixel_buffer.h"

#include "render/clock.h"
#include "render/device_frame.h"
#include "render/error.h"

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

} // namespace

void PixelBuffer::transfer(Frame &frame, GlTexture &texture) {
    const Stopwatch watch;
    const Size size = frame.request().size;
    const UnpackFrom unpack(buffer_);
    resize(size);
    texture.resize(size.width, size.height);
    auto *device_frame = dynamic_cast<DeviceFrame *>(&frame);
    if (device_frame == nullptr || !transfer_directly(*device_frame)) {
        if (device_frame == nullptr)
            state_ = "not needed: host memory";
        transfer_through_host(frame);
    }
    texture.upload(nullptr);
    thread_ms_ = watch.ms();
}

void PixelBuffer::force_host(bool force) {
    force_host_ = force;
    refused_ = false;
    target_.reset();
}

void PixelBuffer::resize(Size size) {
    if (size == size_)
        return;
    target_.reset(); // a registered buffer must not change its storage
    refused_ = false;
    size_ = size;
    const auto bytes = static_cast<GLsizeiptr>(size.width) * size.height * 4;
    glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
}

bool PixelBuffer::transfer_directly(DeviceFrame &frame) {
    if (frame.cuda_device() != cuda_device_) {
        cuda_device_ = frame.cuda_device();
        refused_ = false;
        target_.reset();
    }
    if (force_host_) {
        state_ = "off: asked for";
        return false;
    }
    if (refused_)
        return false;
    std::string reason;
    if (!target_) {
        InteropAttempt attempt = register_buffer(buffer_.name(), cuda_device_);
        target_ = std::move(attempt.target);
        reason = std::move(attempt.reason);
    }
    if (target_) {
        try {
            target_->colour(frame);
            state_ = "on";
            return true;
        } catch (const DeviceError &error) {
            reason = error.what();
            target_.reset();
        }
    }
    refused_ = true;
    state_ = "off: " + reason;
    return false;
}

void PixelBuffer::transfer_through_host(Frame &frame) {
    const auto bytes = static_cast<GLsizeiptr>(size_.width) * size_.height * 4;
    void *mapped = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, bytes,
                                    GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (mapped == nullptr)
        throw DeviceError(
            "OpenGL has no memory for a picture of the window's size; make the window "
            "smaller");
    try {
        frame.read_rgba(static_cast<std::uint32_t *>(mapped));
    } catch (...) {
        glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
        throw;
    }
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
}

} // namespace fathom
