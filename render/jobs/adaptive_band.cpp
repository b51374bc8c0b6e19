#include "render/jobs/adaptive_band.h"

#include "kernels/colour/colour_filter.h"
#include "render/engines/engine.h"
#include "render/jobs/refinement.h"

#include <algorithm>
#include <vector>

namespace fathom {
namespace {

// Enough to keep a GPU busy; nobody waits for it as for the window's.
constexpr std::size_t kBatch = std::size_t{1} << 20;

std::vector<std::uint32_t> colours_of(Frame &frame) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height);
    frame.read_rgba(rgba.data());
    return rgba;
}

} // namespace

Region with_neighbours(const Region &band, Size picture) noexcept {
    constexpr int kMargin = kernels::kFilterBlock; // whole blocks of the colour filter
    const int top = std::max(0, band.y - kMargin);
    const int bottom = std::min(picture.height, band.y + band.height + kMargin);
    return {band.x, top, band.width, bottom - top};
}

std::optional<PixelRows> adaptive_rows(const RenderRequest &request, const Region &band,
                                       int samples, const ComputeFrame &compute) {
    const double rows_a_sample = static_cast<double>(band.height) / samples;
    const auto first = compute(request, rows_a_sample);
    if (!first)
        return std::nullopt;
    const int above = band.y - request.top;
    Refinement refinement(request, colours_of(*first), samples, {above, band.height, kBatch});
    const auto pixels = static_cast<double>(refinement.pixels().size());
    while (const auto points = refinement.next()) {
        const double share = static_cast<double>(points->points->size()) / pixels;
        const auto batch = compute(*points, std::min(share, 1.0) * rows_a_sample);
        if (!batch)
            return std::nullopt;
        refinement.add(colours_of(*batch));
    }
    const auto picture = refinement.picture();
    const std::uint32_t *rows = picture->rgba.data() + static_cast<std::size_t>(above) * band.width;
    return PixelRows{{picture, reinterpret_cast<const std::uint8_t *>(rows)}, 4, band.height};
}

} // namespace fathom
