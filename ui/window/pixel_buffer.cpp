#include "ui/window/pixel_buffer.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"

#include <optional>

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

/// The bound pixel buffer's memory on the host, for `bytes`. Its content is given up, so OpenGL
/// hands out other memory rather than wait where it still reads from this.
class HostMapping {
  public:
    explicit HostMapping(GLsizeiptr bytes)
        : memory_(glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, bytes,
                                   GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT)) {
        if (memory_ == nullptr)
            throw DeviceError(
                "OpenGL has no memory for a picture of the window's size; make the window "
                "smaller");
    }
    ~HostMapping() { glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER); }
    HostMapping(const HostMapping &) = delete;
    HostMapping &operator=(const HostMapping &) = delete;
    [[nodiscard]] std::uint32_t *pixels() const { return static_cast<std::uint32_t *>(memory_); }

  private:
    void *memory_;
};

/// Adds the time of its scope to a sum of ms.
class Adding {
  public:
    explicit Adding(double &sum) : sum_(sum) {}
    ~Adding() { sum_ += watch_.ms(); }
    Adding(const Adding &) = delete;
    Adding &operator=(const Adding &) = delete;

  private:
    double &sum_;
    const Stopwatch watch_;
};

GLsizeiptr bytes_of(Size size) {
    return static_cast<GLsizeiptr>(size.width) * size.height * 4;
}

} // namespace

/// What one frame shows itself on.
class PixelBuffers::Display : public FrameDisplay {
  public:
    Display(PixelBuffers &buffers, GlTexture &texture) : buffers_(buffers), texture_(texture) {}

    void begin_tiles(Size size, bool first) override {
        buffers_.state_ = "not needed: host memory";
        if (!first)
            return;
        const Adding adding(buffers_.opengl_ms_);
        texture_.resize(size.width, size.height);
        texture_.clear();
    }

    void put_tile(const ColourTile &tile) override {
        const Adding adding(buffers_.opengl_ms_);
        texture_.upload(tile.rgba, tile.region, tile.stride);
    }

    bool accepts_device(Size size, int cuda_device) override {
        const Adding adding(buffers_.opengl_ms_);
        begin_picture(size);
        return buffers_.find_target(*slot_, cuda_device);
    }

    bool put_from_device(void *stream, const Write &write) override {
        try {
            slot_->target->put(stream, write);
            buffers_.state_ = "on";
            return true;
        } catch (const DeviceError &error) {
            buffers_.refuse(error.what());
            return false;
        }
    }

    void put_from_host(Size size, const Write &write) override {
        const Adding adding(buffers_.opengl_ms_);
        if (slot_ == nullptr) { // no device was in question
            begin_picture(size);
            buffers_.state_ = "not needed: host memory";
            slot_->target.reset(); // a registered buffer must not change its storage
        }
        const HostMapping mapping(bytes_of(size));
        const Stopwatch write_watch;
        write(mapping.pixels());
        buffers_.opengl_ms_ -= write_watch.ms();
    }

    /// Brings the whole picture that is in a buffer, if there is one, into the texture.
    void finish() {
        const Adding adding(buffers_.opengl_ms_);
        if (slot_ != nullptr)
            texture_.upload(nullptr);
        unpack_.reset();
    }

  private:
    void begin_picture(Size size) {
        buffers_.resize(size);
        slot_ = &buffers_.slots_[buffers_.next_];
        buffers_.next_ = (buffers_.next_ + 1) % buffers_.slots_.size();
        unpack_.emplace(slot_->buffer);
        texture_.resize(size.width, size.height);
    }

    PixelBuffers &buffers_;
    GlTexture &texture_;
    Slot *slot_ = nullptr; ///< of a whole picture
    std::optional<UnpackFrom> unpack_;
};

bool PixelBuffers::show(Frame &frame, GlTexture &texture, ShownTiles &shown) {
    const Stopwatch watch;
    opengl_ms_ = 0;
    Display display(*this, texture);
    const bool all = frame.show(display, shown);
    display.finish();
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
    for (const Slot &slot : slots_) {
        const UnpackFrom unpack(slot.buffer);
        glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes_of(size), nullptr, GL_STREAM_DRAW);
    }
}

bool PixelBuffers::find_target(Slot &slot, int cuda_device) {
    if (cuda_device != cuda_device_) {
        cuda_device_ = cuda_device;
        forget_targets();
    }
    if (force_host_) {
        state_ = "off: asked for";
        return false;
    }
    if (refused_)
        return false;
    if (slot.target)
        return true;
    InteropAttempt attempt = register_buffer(slot.buffer.name(), cuda_device_);
    slot.target = std::move(attempt.target);
    if (!slot.target)
        refuse(attempt.reason);
    return slot.target != nullptr;
}

void PixelBuffers::refuse(const std::string &reason) {
    forget_targets();
    refused_ = true;
    state_ = "off: " + reason;
}

} // namespace fathom
