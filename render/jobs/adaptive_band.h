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

/// Whether an engine that takes means where its frames are has a sample of each of `all` pixels,
/// which takes it that many ms, sooner than one of `some` of them, listed by the host.
bool everywhere_is_faster(double ms, std::size_t all, std::size_t some) noexcept;

/// How frames are had.
struct FrameSource {
    /// A complete one of the request, which is the work of so many rows of the picture, or null if
    /// that was stopped.
    std::function<std::shared_ptr<Frame>(const RenderRequest &, double rows)> compute;
    /// Gives it other colours. Returns false if that was stopped.
    std::function<bool(Frame &, const ColourSettings &)> recolour;
    /// Whether samples everywhere take less time than those of so many pixels, listed by the host.
    std::function<bool(std::size_t pixels)> everywhere_is_faster = nullptr;
    /// Means of as many samples of all the band's pixels, three bytes each. Nothing if stopped.
    std::function<std::optional<PixelRows>()> everywhere = nullptr;
};

/// Rows of a picture with more samples where neighbours differ, as the window shows it at rest (see
/// Refinement), four bytes a pixel. `request` asks for with_neighbours(band, ...), not mixed, in
/// the picture's colours. `samples` 2 to kMaxSamples. The same bytes, whether the source takes
/// samples everywhere or by need. Nothing if stopped. Throws as `source` and
/// Frame::read_rgba.
std::optional<PixelRows> adaptive_rows(const RenderRequest &request, const Region &band,
                                       int samples, const FrameSource &source);

/// The light of the same rows: the same pixels get samples, and means of as many. One sample of any
/// other pixel stands for all of its own.
std::unique_ptr<Supersampler> adaptive_light(const RenderRequest &request, const Region &band,
                                             int samples, const FrameSource &source);

} // namespace fathom
