#pragma once
#include "render/jobs/frame_worker.h"
#include "render/places/location.h"
#include "ui/window/gl_objects.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace fathom::ui {

/// A small picture beside the large one, computed by a CPU engine of its own with few threads. To
/// be used on the window's thread.
class SmallView {
  public:
    using Clock = std::chrono::steady_clock;

    /// `threads` >= 1. `notify` is called from the engine's thread.
    SmallView(Size size, int threads, std::function<void()> notify);

    [[nodiscard]] Size size() const { return size_; }
    /// Asks for a picture in the colours of `colour`; the newest one asked for wins, but each has
    /// a moment to become visible. Asking again for the same costs nothing.
    void show(const Location &location, const ColourSettings &colour, Clock::time_point now);
    /// Brings in what was computed. Returns whether the picture has changed.
    bool update(Clock::time_point now);
    /// Whether update() will bring more.
    [[nodiscard]] bool busy() const;
    /// The picture; null until there is one.
    [[nodiscard]] const GlTexture *texture() const { return texture_ ? &*texture_ : nullptr; }
    /// Pictures that were completed so far.
    [[nodiscard]] std::uint64_t completed() const { return completed_; }
    /// Why there is none, if the engine failed.
    [[nodiscard]] std::optional<std::string> failure() const;

  private:
    void submit(Clock::time_point now);
    void spread_colours();

    Size size_;
    int threads_;
    std::function<void()> notify_;
    std::optional<RenderRequest> next_; ///< not given to the engine yet
    std::optional<Location> asked_;
    std::shared_ptr<const PaletteTable> asked_lut_;
    Clock::time_point submitted_{};
    std::shared_ptr<Frame> frame_; ///< that the texture shows
    std::uint64_t revision_ = 0;
    bool frame_complete_ = false;
    std::uint64_t completed_ = 0;
    std::uint64_t tag_ = 0;
    std::shared_ptr<const RankTable> ranks_; ///< of the newest picture that was completed
    std::uint64_t ranked_ = 0;               ///< the tag of that
    std::optional<GlTexture> texture_;       ///< made when first needed
    std::unique_ptr<FrameWorker> worker_;    ///< made when first needed
};

} // namespace fathom::ui
