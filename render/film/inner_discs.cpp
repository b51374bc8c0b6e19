#include "render/film/inner_discs.h"

#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace fathom::film {
namespace {

/// Of the lattice, pixels. Finer ones find little more and cost more than they save: each of their
/// samples is followed to the limit with derivatives.
constexpr int kSpacing = 24;
/// Of the lattice: pictures with less interior take no longer for it.
constexpr double kLeastShare = 0.02;
/// Of an estimate: a quarter, less what roundings may do.
constexpr double kFree = 0.25 * 15 / 16;

/// The greatest length that (x, y) pixels of length 1 have in the plane.
double longest_pixel(const kernels::PixelMap &map) {
    const double right = std::hypot(map.right_re, map.right_im);
    const double up = std::hypot(map.up_re, map.up_im);
    const double slant = std::fabs(map.right_re * map.up_re + map.right_im * map.up_im);
    // Of the matrix of both: its square has no larger eigenvalue than its greatest sum of a row.
    return std::sqrt(std::max(right * right, up * up) + slant);
}

class DiscSearch {
  public:
    DiscSearch(Engine &engine, const RenderRequest &request)
        : engine_(engine), request_(request), pixel_(longest_pixel(request.map)) {
        request_.colour.lut = std::make_shared<const PaletteTable>(1);
        request_.map.origin_x -= 0.5; // from a pixel's middle to the corner
        request_.map.origin_y += 0.5;
    }

    std::optional<InnerSamples> run(const std::atomic<bool> &stop) {
        const Places looked_at = lattice();
        const auto inside = interior_of(looked_at, stop);
        if (!inside)
            return std::nullopt;
        if (static_cast<double>(inside->size()) <
            kLeastShare * static_cast<double>(looked_at.size()))
            return InnerSamples();
        inner_.resize(static_cast<std::size_t>(size().width) * size().height);
        if (!add_discs(*inside, stop))
            return std::nullopt;
        return std::move(inner_);
    }

  private:
    using Places = std::vector<std::pair<int, int>>;

    [[nodiscard]] Size size() const noexcept { return request_.size; }

    [[nodiscard]] Places lattice() const {
        Places places;
        for (int y = kSpacing / 2; y < size().height; y += kSpacing)
            for (int x = kSpacing / 2; x < size().width; x += kSpacing)
                places.emplace_back(x, y);
        return places;
    }

    /// Of these places, which are not empty.
    [[nodiscard]] std::optional<SampleBuffer>
    samples_at(const Places &places, RenderRequest request, const std::atomic<bool> &stop) const {
        constexpr int kWidth = 64; // as wide as tiles
        const auto count = static_cast<int>(places.size());
        request.size = {std::min(count, kWidth), (count + kWidth - 1) / kWidth};
        auto points = std::make_shared<std::vector<kernels::PixelPoint>>();
        for (int i = 0; i < request.size.width * request.size.height; ++i) {
            const auto [x, y] = places[static_cast<std::size_t>(std::min(i, count - 1))];
            points->push_back({256 * x + 128, 256 * y + 128});
        }
        request.points = std::move(points);
        return samples_of(engine_, request, stop);
    }

    [[nodiscard]] std::optional<Places> interior_of(const Places &places,
                                                    const std::atomic<bool> &stop) const {
        Places inside;
        if (places.empty())
            return inside;
        RenderRequest request = request_;
        request.contents = FrameContents::counts;
        request.tracking.level = kernels::Tracks::none;
        const auto samples = samples_at(places, std::move(request), stop);
        if (!samples)
            return std::nullopt;
        for (std::size_t at = 0; at < places.size(); ++at)
            if (samples->index(at) == kernels::kInterior)
                inside.push_back(places[at]);
        return inside;
    }

    /// About these, which are interior. False if stopped.
    bool add_discs(const Places &places, const std::atomic<bool> &stop) {
        if (places.empty())
            return true;
        RenderRequest request = request_;
        request.tracking.level = kernels::Tracks::all;
        request.tracking.interior = true;
        const auto samples = samples_at(places, std::move(request), stop);
        if (!samples)
            return false;
        for (std::size_t at = 0; at < places.size(); ++at)
            if (samples->index(at) == kernels::kInterior)
                add_disc(places[at], kFree * samples->gx(at) / pixel_);
        return true;
    }

    /// Radius in pixels.
    void add_disc(std::pair<int, int> middle, double radius) {
        const auto [width, height] = size();
        const double most = std::min(radius, static_cast<double>(width) + height);
        const int rows = static_cast<int>(most);
        for (int y = std::max(0, middle.second - rows);
             y <= std::min(height - 1, middle.second + rows); ++y) {
            const double down = y - middle.second;
            const int half = static_cast<int>(std::sqrt(most * most - down * down));
            const auto row = inner_.begin() + static_cast<std::ptrdiff_t>(y) * width;
            std::fill(row + std::max(0, middle.first - half),
                      row + std::min(width, middle.first + half + 1), std::uint8_t{1});
        }
    }

    Engine &engine_;
    RenderRequest request_;
    const double pixel_;
    InnerSamples inner_;
};

/// All others are pending.
template <class Real>
void set_inner(const InnerSamples &inner, const kernels::SamplePlanes<Real> &planes) {
    for (std::size_t at = 0; at < inner.size(); ++at) {
        if (inner[at] == 0) {
            kernels::mark_pending(planes, at);
            continue;
        }
        kernels::set_index(planes, at, kernels::kInterior);
        for (Real *plane : {planes.zx, planes.zy, planes.gx, planes.gy, planes.trap})
            if (plane != nullptr)
                plane[at] = 0;
        if (planes.atom != nullptr)
            planes.atom[at] = 0;
    }
}

} // namespace

std::optional<InnerSamples> find_inner_samples(Engine &engine, const RenderRequest &request,
                                               const std::atomic<bool> &stop) {
    if (!engine.uses_host_memory() || !request.perturbation || request.tracking.interior ||
        request.points || !kernels::is_power(request.formula) || request.settings.julia)
        return InnerSamples();
    return DiscSearch(engine, request).run(stop);
}

bool begin_with_inner(Frame &frame, const InnerSamples &inner, const std::atomic<bool> &stop) {
    const RenderRequest &wanted = frame.request();
    SampleBuffer samples(wanted);
    with_real(wanted.precision, [&]<class Real>() { set_inner(inner, samples.planes<Real>()); });
    return begin_with_known(frame, std::move(samples), stop);
}

std::optional<SampleBuffer> samples_beside_inner(Engine &engine, const RenderRequest &request,
                                                 const std::atomic<bool> &stop) {
    const auto inner = find_inner_samples(engine, request, stop);
    if (!inner)
        return std::nullopt;
    const auto frame = engine.make_frame(request);
    if (!inner->empty() && !begin_with_inner(*frame, *inner, stop))
        return std::nullopt;
    return finished_samples(*frame, stop);
}

} // namespace fathom::film
