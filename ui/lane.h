#pragma once
#include "render/frame_worker.h"
#include "render/timed_span.h"
#include "render/view.h"
#include "ui/frame_stats.h"
#include "ui/pixel_buffer.h"

#include <deque>

namespace fathom {

class Session;

/// A picture in video memory and what it shows.
struct Picture {
    GlTexture texture;
    View view;
    Size size;
    std::uint64_t generation = 0; ///< the tag of its request; 0: it shows nothing
    bool complete = false;
};

/// An engine in use and its pictures: the newest frame, finished or not, and the last finished one
/// before it. Everything here happens on the OpenGL thread; the engine works on one of its own.
class Lane {
  public:
    Lane(std::unique_ptr<Engine> engine, std::function<void()> notify);

    [[nodiscard]] const EngineInfo &info() const { return worker_.info(); }
    /// Asks the engine for the session's picture, or new colours of it, unless that was done
    /// already. A complete frame that update() has not seen is kept for it.
    void follow(const Session &session);
    /// Stops computing; the picture stays as far as it got.
    void cancel() { worker_.cancel(); }
    /// Lets the next follow() ask again, even for the same picture.
    void forget_request() { asked_ = 0; }
    /// Whether follow() has asked for the session's picture.
    [[nodiscard]] bool follows(const Session &session) const;
    /// As cancel(), and follow() does not ask again until the picture is to be another.
    void stop(const Session &session);
    [[nodiscard]] bool busy() const { return worker_.busy(); }
    [[nodiscard]] std::optional<std::string> failure() const { return worker_.failure(); }
    /// The frame of request `generation` if it is complete, else null.
    [[nodiscard]] std::shared_ptr<Frame> complete_frame(std::uint64_t generation) const;
    /// Share of request `generation` that is finished, 0 to 1.
    [[nodiscard]] double progress(std::uint64_t generation) const;
    /// Whether update() would change the picture.
    [[nodiscard]] bool outdated() const;

    /// Brings what the engine has by now into the pictures: first the complete frame that a newer
    /// request has pushed out, and what is newer with the next call. Returns each request's
    /// generation once: when its picture became complete. Throws DeviceError if OpenGL or the
    /// engine's device fails.
    std::optional<std::uint64_t> update();
    /// Makes the next update() transfer the colours again.
    void invalidate() { revision_.reset(); }
    /// The picture of request `generation`, finished or not; null if there is nothing of it yet.
    [[nodiscard]] const Picture *picture(std::uint64_t generation) const;
    /// Another finished picture, the newest there is; null if there is none.
    [[nodiscard]] const Picture *earlier_picture(std::uint64_t generation) const;

    /// Measures the drawing of this lane's pictures.
    GlTimer &timer() { return timer_; }
    PixelBuffers &pixel_buffers() { return pixel_buffers_; }
    [[nodiscard]] const PixelBuffers &pixel_buffers() const { return pixel_buffers_; }
    /// What the engine's GPU has done since the last call, as DeviceFrame::take_spans; nothing for
    /// a CPU engine.
    std::vector<TimedSpan> take_spans();
    /// Finished frames. The newest one comes in with the next update(), because only then its times
    /// are known.
    [[nodiscard]] const FrameStats &stats() const { return stats_; }
    /// Takes the newest finished frame into stats() now; its drawing has to be over (glFinish).
    void record();

  private:
    void keep_complete_frame();
    void begin_picture(std::shared_ptr<Frame> frame);

    struct Submitted {
        std::uint64_t generation;
        View view;
    };

    PixelBuffers pixel_buffers_;
    GlTimer timer_;
    double draw_ms_ = 0; ///< newest result of the timer
    Picture now_;
    Picture before_;
    std::shared_ptr<Frame> ready_; ///< complete, not shown yet, and a newer one was asked for
    std::shared_ptr<Frame> frame_; ///< that now_ shows
    std::optional<std::uint64_t>
        revision_; ///< of frame_ as now_ shows it; empty: it shows something else
    std::deque<Submitted> submitted_;
    std::uint64_t asked_ = 0;           ///< generation asked for last
    std::uint64_t asked_colour_ = 0;    ///< colour generation asked for last
    std::uint64_t announced_ = 0;       ///< the last generation whose completion update() has told
    std::shared_ptr<Frame> unrecorded_; ///< complete and drawn, but not in stats_ yet
    FrameStats stats_;
    FrameWorker worker_;
};

} // namespace fathom
