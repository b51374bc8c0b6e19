#pragma once
#include "render/engines/timed_span.h"
#include "render/jobs/frame_worker.h"
#include "ui/live/frame_stats.h"
#include "ui/state/control_advice.h"
#include "ui/window/picture.h"
#include "ui/window/pixel_buffer.h"

#include <functional>

namespace fathom {
class Perturbation;
} // namespace fathom

namespace fathom::ui {

class Session;

/// How follow() asks for pictures.
struct Pace {
    /// The view moves: an engine that is at work is left alone until it is done or the view has
    /// gone too far, so that pictures do complete.
    bool moving = false;
    /// A picture keeps the density, offset and ranks that it was asked for with; the next one has
    /// the present ones.
    bool keeps_fit = false;
    std::optional<std::pair<int, int>> focus; ///< the pixel to begin with
};

/// An engine in use and its pictures: the newest frame, finished or not, and the last finished one
/// before it. Everything here happens on the OpenGL thread; the engine works on one of its own.
class EngineFeed {
  public:
    EngineFeed(std::unique_ptr<Engine> engine, std::function<void()> notify);

    [[nodiscard]] const EngineInfo &info() const { return worker_.info(); }
    /// Asks the engine for the session's picture, or new colours of it, unless that was done
    /// already. A complete frame that update() has not seen is kept for it.
    void follow(const Session &session, const Pace &pace);
    /// Whether samples of the session's picture are still to be computed.
    [[nodiscard]] bool iterating() const { return busy() && !recolouring(); }
    /// Stops computing; the picture stays as far as it got.
    void cancel() { worker_.cancel(); }
    /// Lets the next follow() ask again, even for the same picture.
    void forget_request() {
        asked_.reset();
        stopped_.reset();
    }
    /// Whether follow() has asked for the session's picture, or is not to.
    [[nodiscard]] bool follows(const Session &session) const;
    /// As cancel(), and follow() does not ask again until the picture is to be another.
    void stop(const Session &session);
    [[nodiscard]] bool busy() const { return worker_.busy(); }
    /// Anti-aliases the session's picture with so many samples a pixel, if it is
    /// complete and that was not asked for already.
    void refine(const Session &session, int samples);
    /// Whether that is under way; busy() does not count it.
    [[nodiscard]] bool refining() const { return worker_.refining(); }
    /// Whether a refinement with so many samples is not under way or still to come.
    [[nodiscard]] bool refined_with(int samples) const {
        return samples == 1 || (refined_samples_ == samples && !worker_.refining());
    }
    /// What anti-aliasing has made of the picture so far; null where it has its own colours.
    [[nodiscard]] std::shared_ptr<const RefinedPicture> refined() const;
    /// Takes anti-aliasing back: the next update() shows the samples' own colours again.
    void unrefine();
    [[nodiscard]] std::optional<Complaint> failure() const { return worker_.failure(); }
    /// Why the picture asked for last cannot be made, if so; another one may be.
    [[nodiscard]] std::optional<std::string> refusal() const {
        return with_controls(worker_.refusal());
    }
    /// The frame of what the session shows if it is complete, in the session's colours, else null.
    [[nodiscard]] std::shared_ptr<Frame> complete_frame(const Session &session) const;
    /// The same, whatever its colours.
    [[nodiscard]] std::shared_ptr<Frame> whole_frame(const Session &session) const;
    /// What makes the reference orbit of the frame under way; null once the samples are computed.
    [[nodiscard]] std::shared_ptr<const Perturbation> preparation() const;
    [[nodiscard]] bool preparing() const { return preparation() != nullptr; }
    /// That of the newest picture; null where it is not perturbed.
    [[nodiscard]] std::shared_ptr<const Perturbation> perturbation() const;
    /// Whether the picture shown is of request `generation` or a later one, and all of it can be
    /// seen, be it coarsely, in the colours that were asked for last.
    [[nodiscard]] bool stands(std::uint64_t generation) const;
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
    /// The newest picture, finished or not, whatever view it is of; null if there is none.
    [[nodiscard]] const Picture *newest() const { return now_.generation != 0 ? &now_ : nullptr; }
    /// Another finished picture, the newest there is that is `wanted`; null if there is none.
    [[nodiscard]] const Picture *earlier_picture(
        std::uint64_t generation,
        const WantedPicture &wanted = [](const Picture &) { return true; }) const;

    /// Measures the drawing of this feed's pictures.
    GlTimer &timer() { return timer_; }
    PixelBuffers &pixel_buffers() { return pixel_buffers_; }
    [[nodiscard]] const PixelBuffers &pixel_buffers() const { return pixel_buffers_; }
    /// Time of this thread that update() has given to OpenGL since the last call.
    double take_opengl_ms() { return std::exchange(opengl_ms_, 0); }
    /// As Engine::take_spans.
    std::vector<TimedSpan> take_spans() { return worker_.take_spans(); }
    /// Finished frames. The newest one comes in with the next update(), because only then its times
    /// are known.
    [[nodiscard]] const FrameStats &stats() const { return stats_; }
    /// Takes the newest finished frame into stats() now; its drawing has to be over (glFinish).
    void record();

  private:
    void keep_complete_frame();
    void begin_picture(std::shared_ptr<Frame> frame);
    bool transfer();
    void show_refined();
    [[nodiscard]] bool recolouring() const;
    [[nodiscard]] bool still_useful(const Session &session) const;
    [[nodiscard]] bool prepares_for(const Session &session) const;

    PixelBuffers pixel_buffers_;
    GlTimer timer_;
    double draw_ms_ = 0; ///< newest result of the timer
    Picture now_;
    Picture before_;
    std::shared_ptr<Frame> ready_; ///< complete, not shown yet, and a newer one was asked for
    std::shared_ptr<Frame> frame_; ///< that now_ shows
    std::optional<std::uint64_t>
        revision_;     ///< of frame_ as now_ shows it; empty: it shows something else
    ShownTiles tiles_; ///< of frame_ that now_ shows
    std::uint64_t recoloured_at_ = 0; ///< frame_'s revision when it was given its present colours
    std::shared_ptr<const RefinedPicture> refined_; ///< that now_ shows, or has shown
    int refined_samples_ = 0; ///< that refine() has asked for of now_ in its colours; 0: nothing
    double opengl_ms_ = 0;
    std::optional<RenderRequest> asked_;   ///< for last, in the colours asked for last
    std::optional<std::uint64_t> stopped_; ///< the session's generation that is not to be asked for
    bool announced_ = false;               ///< update() has told that now_ is complete
    std::shared_ptr<Frame> unrecorded_;    ///< complete and drawn, but not in stats_ yet
    FrameStats stats_;
    FrameWorker worker_;
};

} // namespace fathom::ui
