#include "render/jobs/adaptive_band.h"

#include "kernels/colour/colour_filter.h"
#include "render/base/clock.h"
#include "render/engines/engine.h"
#include "render/jobs/refinement.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace fathom {
namespace {

// Enough to keep a GPU busy; nobody waits for it as for the window's.
constexpr std::size_t kBatch = std::size_t{1} << 20;

/// Computes frames and adds up their times.
class Computer {
  public:
    Computer(Engine &engine, const std::atomic<bool> &stop, AdaptiveBand &times)
        : engine_(engine), stop_(stop), times_(times) {}

    /// A complete frame's colours; nothing if stopped.
    std::optional<std::vector<std::uint32_t>> colours(const RenderRequest &request) {
        const std::shared_ptr<Frame> frame = engine_.make_frame(request);
        if (!frame->iterate(stop_))
            return std::nullopt;
        const Stopwatch watch;
        std::vector<std::uint32_t> rgba(std::size_t(request.size.width) * request.size.height);
        frame->read_rgba(rgba.data());
        times_.iterate_ms += frame->times().iterate_ms;
        times_.colour_ms += watch.ms() + frame->times().colour_ms;
        return rgba;
    }

  private:
    Engine &engine_;
    const std::atomic<bool> &stop_;
    AdaptiveBand &times_;
};

} // namespace

Region with_neighbours(const Region &band, Size picture) noexcept {
    constexpr int kMargin = kernels::kFilterBlock;
    const int top = std::max(0, band.y - kMargin);
    const int bottom = std::min(picture.height, band.y + band.height + kMargin);
    return {band.x, top, band.width, bottom - top};
}

std::optional<AdaptiveBand> adaptive_band(Engine &engine, const RenderRequest &request,
                                          const Region &band, int samples,
                                          const std::atomic<bool> &stop,
                                          const std::function<void(double)> &progress) {
    AdaptiveBand result;
    Computer computer(engine, stop, result);
    auto first = computer.colours(request);
    if (!first)
        return std::nullopt;
    const int above = band.y - request.top;
    Refinement refinement(request, *std::move(first), samples, {above, band.height, kBatch});
    while (const auto points = refinement.next()) {
        progress(refinement.progress());
        const auto colours = computer.colours(*points);
        if (!colours)
            return std::nullopt;
        refinement.add(*colours);
    }
    const auto picture = refinement.picture();
    const std::uint32_t *rows = picture->rgba.data() + std::size_t(above) * band.width;
    result.rows = {{picture, reinterpret_cast<const std::uint8_t *>(rows)}, 4, band.height};
    return result;
}

} // namespace fathom
