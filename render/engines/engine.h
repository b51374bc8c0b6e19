#pragma once
#include "render/base/buffer_pool.h"
#include "render/base/machine_memory.h"
#include "render/engines/frame_display.h"
#include "render/engines/frame_mean.h"
#include "render/engines/render_request.h"
#include "render/engines/timed_span.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fathom {

class SampleBuffer;
struct KnownSamples;

/// What an engine measured while it worked on a frame. GPU times come from CUDA events, CPU times
/// from a monotonic clock.
struct FrameTimes {
    double iterate_ms = 0;
    double colour_ms = 0;         ///< of the last colour pass over the whole picture
    std::uint64_t iterations = 0; ///< that the finished samples took, if n is kept
    double longest_slice_ms = 0;  ///< of a GPU's launches: what a display may have to wait
};

/// The samples and colours of one request, on the device of the engine that made it, of which it
/// keeps what it needs: it may outlive the engine. While one thread iterates, others may read
/// colours; every function is safe to call from any thread, but an engine works on one frame at a
/// time: iterate and refresh_colour of its frames must not overlap.
class Frame {
  public:
    virtual ~Frame() = default;
    Frame(const Frame &) = delete;
    Frame &operator=(const Frame &) = delete;

    [[nodiscard]] virtual const RenderRequest &request() const = 0;
    /// Share of the samples that are finished, 0 to 1.
    [[nodiscard]] virtual double progress() const = 0;
    /// True once every sample is finished and coloured as asked for last.
    [[nodiscard]] virtual bool complete() const = 0;
    /// Rises whenever read_rgba would give something new.
    [[nodiscard]] virtual std::uint64_t revision() const = 0;
    [[nodiscard]] virtual FrameTimes times() const = 0;

    /// Has iterate, which has not been called yet, take over what is known of this picture, as far
    /// as that saves iterations; every bit stays the same. Without effect on frames that cannot.
    virtual void begin_with(KnownSamples && /*known*/) {}
    /// Likewise all samples of `other`, a complete frame of the same ones, straight from its
    /// device's memory, whichever device that is. False where they have to come by the host. Throws
    /// DeviceError, which may be the other device's.
    virtual bool begin_with_samples_of(const Frame & /*other*/) { return false; }
    /// Iterates and colours to the end, in slices of a few milliseconds. Returns false if `stop`
    /// became true meanwhile, which is noticed within one slice. Throws DeviceError if the device
    /// fails, InputError if no device could compute this request.
    virtual bool iterate(const std::atomic<bool> &stop) = 0;
    /// Brings the colours up to the last set_colour. Returns false if stopped; throws as iterate.
    virtual bool refresh_colour(const std::atomic<bool> &stop) = 0;

    /// Colours from now on with `settings`; nothing is iterated again. Takes effect at once on a
    /// GPU, and when refresh_colour has run on a CPU.
    virtual void set_colour(const ColourSettings &settings) = 0;
    /// Copies the colours known so far: width * height words 0xAABBGGRR, row by row from the top.
    /// Alpha is 255 for finished pixels, 127 for pixels that show a coarser lattice's, 0 for
    /// unknown ones.
    virtual void read_rgba(std::uint32_t *rgba) = 0;
    /// Gives a display what it lacks of them, by the protocol of FrameDisplay. `shown` belongs to
    /// this frame and that display. Returns whether all that is known now was given; if not, the
    /// rest follows the next time. This one goes through the host.
    virtual bool show(FrameDisplay &display, ShownTiles & /*shown*/) {
        display.put_from_host(request().size, [this](std::uint32_t *rgba) { read_rgba(rgba); });
        return true;
    }
    /// Copies the samples; of a frame that is not complete, which nobody works on, those that are
    /// not finished are pending.
    virtual void read_samples(SampleBuffer &samples) = 0;

  protected:
    Frame() = default;
};

/// How one engine shows itself in lists, overlays and JSON, and what decide_method asks of it.
struct EngineInfo {
    std::string id;     ///< "reference", "cpu", "gpu0", ...
    std::string name;   ///< of the device, for people
    std::string detail; ///< instruction set and threads, or compute capability and memory
    EngineTraits traits{};
};

/// Turns requests into frames on one device; different engines are independent.
class Engine {
  public:
    virtual ~Engine() = default;
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    [[nodiscard]] virtual const EngineInfo &info() const = 0;
    /// An empty frame for the request. Throws DeviceError if the device has no memory for it.
    virtual std::shared_ptr<Frame> make_frame(const RenderRequest &request) = 0;
    /// The engines that it has its frames made by and that may each make others at the same time:
    /// those of a group, else itself alone. Nobody may use it while its parts are used.
    [[nodiscard]] virtual std::vector<Engine *> parts() { return {this}; }
    /// How many of its frames may be iterated at the same time, by a thread each: more than one
    /// where the last orbits of a frame leave its device idle.
    [[nodiscard]] virtual int frames_at_once() const { return 1; }
    /// Whether its frames keep their samples and colours in the host's memory.
    [[nodiscard]] virtual bool uses_host_memory() const { return true; }
    /// All of the memory that they are kept in, used or not.
    [[nodiscard]] virtual std::uint64_t memory_bytes() const { return usable_memory(); }
    /// Takes means of its frames, best where their colours are; see make_host_mean. Throws
    /// DeviceError.
    virtual std::unique_ptr<FrameMean> make_mean(bool packed) { return make_host_mean(packed); }
    /// Memory of so many bytes, maybe used before, into which its frames' colours and means are
    /// read fastest. It may outlive the engine. Safe to call from any thread. Throws
    /// std::bad_alloc.
    virtual std::shared_ptr<std::uint8_t> take_memory(std::size_t bytes) {
        return memory_.take(bytes);
    }
    /// What its device has done for all of its frames that has ended and was not taken before, each
    /// kind in its order; without waiting for any. Some hundreds are kept, the oldest go first.
    /// Nothing from an engine that keeps none. Safe to call from any thread. Throws DeviceError.
    virtual std::vector<TimedSpan> take_spans() { return {}; }

  protected:
    Engine() = default;

  private:
    BufferPool memory_;
};

} // namespace fathom
