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

void read_colours(Frame &frame, std::vector<std::uint32_t> &rgba) {
    const Size size = frame.request().size;
    rgba.resize(static_cast<std::size_t>(size.width) * size.height);
    frame.read_rgba(rgba.data());
}

std::vector<std::uint32_t> colours_of(Frame &frame) {
    std::vector<std::uint32_t> rgba;
    read_colours(frame, rgba);
    return rgba;
}

double rows_a_sample(const Region &band, int samples) {
    return static_cast<double>(band.height) / samples;
}

/// What a band is made of.
struct AdaptiveBand {
    const RenderRequest &request;
    const Region &band;
    const int samples;
    const FrameSource &source;

    [[nodiscard]] std::shared_ptr<Frame> first() const {
        return source.compute(request, rows_a_sample(band, samples));
    }
    /// Of the band in the request's region.
    [[nodiscard]] int first_row() const { return band.y - request.top; }
    [[nodiscard]] std::size_t first_pixel() const {
        return static_cast<std::size_t>(first_row()) * band.width;
    }
    /// What to sample, where `shown` are the colours of one sample.
    [[nodiscard]] Refinement refinement(std::vector<std::uint32_t> shown) const {
        return {request, std::move(shown), samples, {first_row(), band.height, kBatch}};
    }
    /// Takes all passes. Returns false if stopped.
    [[nodiscard]] bool refine(Refinement &refinement) const {
        const auto pixels = static_cast<double>(refinement.pixels().size());
        std::vector<std::uint32_t> colours;
        while (const auto points = refinement.next()) {
            const double share = static_cast<double>(points->points->size()) / pixels;
            const auto batch =
                source.compute(*points, std::min(share, 1.0) * rows_a_sample(band, samples));
            if (!batch)
                return false;
            read_colours(*batch, colours);
            refinement.add(colours);
        }
        return true;
    }
    [[nodiscard]] PixelRows rows_of(std::shared_ptr<const RefinedPicture> picture) const {
        const std::uint32_t *rows = picture->rgba.data() + first_pixel();
        return {{std::move(picture), reinterpret_cast<const std::uint8_t *>(rows)}, 4, band.height};
    }
};

} // namespace

Region with_neighbours(const Region &band, Size picture) noexcept {
    constexpr int kMargin = kernels::kFilterBlock; // whole blocks of the colour filter
    const int top = std::max(0, band.y - kMargin);
    const int bottom = std::min(picture.height, band.y + band.height + kMargin);
    return {band.x, top, band.width, bottom - top};
}

bool everywhere_is_faster(double ms, std::size_t all, std::size_t some) noexcept {
    // For a point in the list, its colour on the way back and its part of the mean.
    constexpr double kListedMs = 10e-6;
    const auto points = static_cast<double>(some);
    return ms < ms * points / static_cast<double>(all) + kListedMs * points;
}

std::optional<PixelRows> adaptive_rows(const RenderRequest &request, const Region &band,
                                       int samples, const FrameSource &source) {
    const AdaptiveBand work{request, band, samples, source};
    const auto first = work.first();
    if (!first)
        return std::nullopt;
    Refinement refinement = work.refinement(colours_of(*first));
    if (source.everywhere_is_faster && source.everywhere_is_faster(refinement.pixels().size())) {
        const auto all = source.everywhere();
        if (!all)
            return std::nullopt;
        const std::size_t bytes = 3 * static_cast<std::size_t>(band.width) * band.height;
        return work.rows_of(
            refinement.picture_of_means(work.first_row(), {all->bytes.get(), bytes}));
    }
    if (!work.refine(refinement))
        return std::nullopt;
    return work.rows_of(refinement.picture());
}

std::unique_ptr<Supersampler> adaptive_light(const RenderRequest &request, const Region &band,
                                             int samples, const FrameSource &source) {
    const AdaptiveBand work{request, band, samples, source};
    const auto first = work.first();
    if (!first)
        return nullptr;
    std::vector<std::uint32_t> fine = colours_of(*first);
    Refinement refinement = work.refinement(fine);
    const bool packed = request.colour.scheme.dither != kernels::ColourDither::none;
    if (packed) {
        ColourSettings settings = request.colour;
        settings.mixed = true;
        if (!source.recolour(*first, settings))
            return nullptr;
        read_colours(*first, fine);
    }
    if (!work.refine(refinement))
        return nullptr;
    const std::size_t pixels = static_cast<std::size_t>(band.width) * band.height;
    const auto times = static_cast<std::uint32_t>(samples);
    auto light = std::make_unique<Supersampler>();
    light->reset(pixels);
    light->add_part(0, std::span(fine).subspan(work.first_pixel(), pixels), packed, times);
    light->count_sample(times);
    refinement.give_light(work.first_row(), *light);
    return light;
}

} // namespace fathom
