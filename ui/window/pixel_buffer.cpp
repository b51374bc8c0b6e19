#include "ui/window/pixel_buffer.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "ui/texts/session.h"

#include <utility>

namespace fathom::ui {
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
            throw DeviceError(texts::session::kNoPixelMemory);
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
    Display(PixelBuffers &buffers, FrameTexture &texture) : buffers_(buffers), texture_(texture) {}

    void begin_tiles(Size size, bool first) override {
        buffers_.state_ = "not needed: host memory";
        if (!first)
            return;
        const Adding adding(buffers_.opengl_ms_);
        texture_.resize(size);
        texture_.gl().clear();
    }

    void put_tile(const ColourTile &tile) override {
        const Adding adding(buffers_.opengl_ms_);
        texture_.gl().upload(tile.rgba, tile.region, tile.stride);
    }

    bool accepts_device(Size size, int cuda_device) override {
        const Adding adding(buffers_.opengl_ms_);
        asked_device_ = true;
        return buffers_.prepare_spare(size, cuda_device);
    }

    bool put_from_device(void *stream, const Write &write) override {
        FrameTexture &spare = buffers_.spare_;
        try {
            const int cuda_device = spare.target()->device();
            spare.target()->put(stream, write);
            std::swap(spare, texture_);
            buffers_.state_ = "on";
            if (buffers_.prepare_spare(texture_.size(), cuda_device))
                spare.target()->map(stream);
            return true;
        } catch (const DeviceError &error) {
            buffers_.refuse(error.what());
            return false;
        }
    }

    void put_from_host(Size size, const Write &write) override {
        const Adding adding(buffers_.opengl_ms_);
        if (!asked_device_)
            buffers_.state_ = "not needed: host memory";
        texture_.resize(size);
        const UnpackFrom unpack(buffers_.next(size));
        {
            const HostMapping mapping(bytes_of(size));
            const Stopwatch write_watch;
            write(mapping.pixels());
            buffers_.opengl_ms_ -= write_watch.ms();
        }
        texture_.gl().upload(nullptr);
    }

  private:
    PixelBuffers &buffers_;
    FrameTexture &texture_;
    bool asked_device_ = false; ///< and the buffers' state says why it is not used
};

bool PixelBuffers::show(Frame &frame, FrameTexture &texture, ShownTiles &shown) {
    const Stopwatch watch;
    opengl_ms_ = 0;
    Display display(*this, texture);
    const bool all = frame.show(display, shown);
    thread_ms_ = watch.ms();
    return all;
}

void PixelBuffers::force_host(bool force) {
    force_host_ = force;
    refused_ = false;
    spare_ = {};
}

const GlBuffer &PixelBuffers::next(Size size) {
    if (size != size_) {
        size_ = size;
        for (const GlBuffer &buffer : buffers_) {
            const UnpackFrom unpack(buffer);
            glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes_of(size), nullptr, GL_STREAM_DRAW);
        }
    }
    return buffers_[std::exchange(next_, (next_ + 1) % buffers_.size())];
}

bool PixelBuffers::prepare_spare(Size size, int cuda_device) {
    if (cuda_device != cuda_device_) {
        cuda_device_ = cuda_device;
        refused_ = false;
    }
    if (force_host_) {
        state_ = "off: asked for";
        return false;
    }
    if (refused_)
        return false;
    spare_.resize(size);
    if (spare_.target() != nullptr && spare_.target()->device() == cuda_device)
        return true;
    spare_.set_target(nullptr); // one registration at a time
    InteropAttempt attempt = register_texture(spare_.gl().name(), size, cuda_device);
    spare_.set_target(std::move(attempt.target));
    if (spare_.target() == nullptr)
        refuse(attempt.reason);
    return spare_.target() != nullptr;
}

void PixelBuffers::refuse(const std::string &reason) {
    spare_ = {};
    refused_ = true;
    state_ = "off: " + reason;
}

} // namespace fathom::ui
