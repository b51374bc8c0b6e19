#pragma once
#include "render/engines/render_request.h"
#include "render/images/png_writer.h"

#include <atomic>
#include <functional>
#include <optional>

namespace fathom {

class Engine;

/// Rows of a picture with more samples where neighbours differ, as the window shows it at rest (see
/// Refinement).
struct AdaptiveBand {
    PixelRows rows;
    double iterate_ms = 0; ///< of all samples
    double colour_ms = 0;  ///< likewise
};

/// The rows around a band that it takes to see which pixels of its first and last row differ from
/// their neighbours, in whole blocks of the colour filter.
Region with_neighbours(const Region &band, Size picture) noexcept;

/// `request` asks for with_neighbours(band, ...), not mixed, in the picture's colours. `samples` 2
/// to kMaxSamples. `progress` gets the share done, 0 to 1, from this thread. Nothing if stopped.
/// Throws as Engine and Frame do.
std::optional<AdaptiveBand> adaptive_band(Engine &engine, const RenderRequest &request,
                                          const Region &band, int samples,
                                          const std::atomic<bool> &stop,
                                          const std::function<void(double)> &progress);

} // namespace fathom
