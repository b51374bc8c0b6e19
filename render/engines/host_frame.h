#pragma once
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/tiled_picture.h"

namespace fathom {

struct HostContext;

/// A frame in host memory, computed tile by tile: threads take tiles from a shared counter.
class HostFrame : public Frame {
  public:
    /// Throws std::bad_alloc.
    HostFrame(const RenderRequest &request, std::shared_ptr<HostContext> context);

    [[nodiscard]] const RenderRequest &request() const override { return picture_.request(); }
    [[nodiscard]] double progress() const override { return picture_.progress(); }
    [[nodiscard]] bool complete() const override { return picture_.complete(); }
    [[nodiscard]] std::uint64_t revision() const override { return picture_.revision(); }
    [[nodiscard]] FrameTimes times() const override;
    void begin_with(KnownSamples &&known) override { known_ = std::move(known); }
    bool iterate(const std::atomic<bool> &stop) override;
    bool refresh_colour(const std::atomic<bool> &stop) override;
    void set_colour(const ColourSettings &settings) override { picture_.set_colour(settings); }
    void read_rgba(std::uint32_t *rgba) override { picture_.read_rgba(rgba); }
    bool show(FrameDisplay &display, ShownTiles &shown) override {
        return picture_.show(display, shown);
    }
    void read_samples(SampleBuffer &samples) override;

  private:
    const std::shared_ptr<HostContext> context_; ///< outlives the picture, whose memory it takes
    TiledPicture picture_;
    std::optional<KnownSamples> known_; ///< up to iterate
    std::atomic<std::uint64_t> iterations_ = 0;
    std::atomic<double> iterate_ms_ = 0;
    std::atomic<double> colour_ms_ = 0;
};

} // namespace fathom
