#pragma once
#include "render/engines/render_request.h"
#include "render/engines/supersample.h"
#include "render/images/png_writer.h"

#include <functional>
#include <memory>
#include <optional>

namespace fathom {

class Frame;

/// A band of whole rows, and the rows about it by which its first and last one are told to differ.
Region with_neighbours(const Region &band, Size picture) noexcept;

/// How frames are had.
struct FrameSource {
    /// A complete one of the request, which is the work of so many rows of the picture, or null if
    /// that was stopped.
    std::function<std::shared_ptr<Frame>(const RenderRequest &, double rows)> compute;
    /// Gives it other colours. Returns false if that was stopped.
    std::function<bool(Frame &, const ColourSettings &)> recolour;
};

/// Rows of a picture with more samples where neighbours differ, as the window shows it at rest (see
/// Refinement), four bytes a pixel. `request` asks for with_neighbours(band, ...), not mixed, in
/// the picture's colours. `samples` 2 to kMaxSamples. Nothing if stopped. Throws as `source` and
/// Frame::read_rgba.
std::optional<PixelRows> adaptive_rows(const RenderRequest &request, const Region &band,
                                       int samples, const FrameSource &source);

/// The light of the same rows: the same pixels get samples, and means of as many. One sample of any
/// other pixel stands for all of its own.
std::unique_ptr<Supersampler> adaptive_light(const RenderRequest &request, const Region &band,
                                             int samples, const FrameSource &source);

} // namespace fathom
