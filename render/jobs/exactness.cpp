#include "render/jobs/exactness.h"

#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>

namespace fathom {
namespace {

using Points = std::vector<kernels::PixelPoint>;

constexpr int kPixels = 64;
// Steps that may be spent on what is doubtful.
constexpr std::uint64_t kMostSteps = 30'000'000;

Points fixed_points(Size size) {
    std::mt19937_64 random(kPixels);
    Points points(kPixels);
    for (kernels::PixelPoint &point : points) {
        // Not a distribution of the standard library's, which may differ from one to the next.
        const auto along = [&](int side) {
            return static_cast<std::int32_t>(256 * (random() % static_cast<unsigned>(side)) + 128);
        };
        point.x = along(size.width);
        point.y = along(size.height);
    }
    return points;
}

/// By which share a type's pixels are moved: log2.
int shift_of(Precision precision) {
    return is_two(precision) ? -97 : -44;
}

/// Makes all offsets from the picture's centre longer by that share.
void stretch(kernels::PixelMap &map, int exponent) {
    const auto longer = [&](double &part, double &rest) {
        rest += std::ldexp(part, exponent);
        const double sum = part + rest;
        rest -= sum - part;
        part = sum;
    };
    longer(map.right_re, map.rest.right_re);
    longer(map.right_im, map.rest.right_im);
    longer(map.up_re, map.rest.up_re);
    longer(map.up_im, map.rest.up_im);
}

/// Escape indices of points, iterated as the picture is but for the map; nothing if stopped.
class PixelIndices {
  public:
    PixelIndices(Engine &engine, const Location &location, Size size, const Method &method,
                 const std::atomic<bool> &stop)
        : engine_(engine), stop_(stop),
          request_(make_request(location, size, {0, 0, size.width, size.height}, {0, 0}, method)) {
        request_.tracking = {};
        request_.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    }

    std::optional<std::vector<std::uint64_t>> at(const Points &points, bool moved) const {
        RenderRequest request = request_;
        request.size = {static_cast<int>(points.size()), 1};
        request.points = std::make_shared<const Points>(points);
        if (moved)
            stretch(request.map, shift_of(request.precision));
        const auto frame = engine_.make_frame(request);
        if (!frame->iterate(stop_))
            return std::nullopt;
        SampleBuffer samples;
        frame->read_samples(samples);
        std::vector<std::uint64_t> indices(points.size());
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = samples.index(i);
        return indices;
    }

  private:
    Engine &engine_;
    const std::atomic<bool> &stop_;
    RenderRequest request_;
};

/// Those of the points whose index is not the same moved, or nothing if stopped; what they take in
/// steps, likewise, is put into `steps`.
std::optional<Points> doubtful_points(const PixelIndices &indices, const Points &points,
                                      std::uint64_t limit, std::vector<std::uint64_t> &steps) {
    const auto here = indices.at(points, false);
    const auto moved = here ? indices.at(points, true) : std::nullopt;
    if (!moved)
        return std::nullopt;
    Points doubtful;
    for (std::size_t i = 0; i < points.size(); ++i)
        if ((*here)[i] != (*moved)[i]) {
            doubtful.push_back(points[i]);
            steps.push_back(std::max((*here)[i] == 0 ? limit : (*here)[i], (*moved)[i]));
        }
    return doubtful;
}

} // namespace

std::optional<Exactness> measure_exactness(Engine &engine, const Location &location, Size size,
                                           const Method &method, const std::atomic<bool> &stop) {
    Exactness result;
    if (!is_perturbed(method.precision) || is_f32(method.precision))
        return result;
    std::vector<std::uint64_t> steps;
    auto doubtful = doubtful_points(PixelIndices(engine, location, size, method, stop),
                                    fixed_points(size), location.iterations, steps);
    if (!doubtful)
        return std::nullopt;
    result.pixels = kPixels;
    result.doubtful = static_cast<int>(doubtful->size());
    if (is_two(method.precision)) {
        result.tried = result.beyond = result.doubtful;
        return result;
    }
    std::uint64_t sum = 0;
    std::size_t fit = 0;
    while (fit < steps.size() && (sum += 2 * steps[fit]) <= kMostSteps)
        ++fit;
    if (fit == 0)
        return result;
    doubtful->resize(fit);
    // A reference orbit of its own: the picture's is not to be made again.
    const auto beyond =
        doubtful_points(PixelIndices(engine, location, size, Precision::perturb_two_f64, stop),
                        *doubtful, location.iterations, steps);
    if (!beyond)
        return std::nullopt;
    result.tried = static_cast<int>(fit);
    result.beyond = static_cast<int>(beyond->size());
    return result;
}

std::optional<Complaint> exactness_warning(const Exactness &exactness, Precision precision) {
    if (exactness.doubtful <= 1)
        return std::nullopt;
    const auto percent = [&](int part, int whole) { return (100 * part + whole / 2) / whole; };
    std::string what =
        fmt::format("about {} % of the pixels are not exact in {}: {} of {} have an escape index "
                    "that hangs on digits far below a pixel, which {} does not tell",
                    percent(exactness.doubtful, exactness.pixels), to_string(precision),
                    exactness.doubtful, exactness.pixels, to_string(precision));
    const char *better = to_string(Precision::perturb_two_f64);
    if (exactness.tried == 0 || is_two(precision))
        return Complaint(std::move(what));
    if (exactness.beyond > 0)
        what += fmt::format(", nor does {} of {} of these {}", better, exactness.beyond,
                            exactness.tried);
    if (exactness.beyond == exactness.tried)
        return Complaint(std::move(what));
    return Complaint(std::move(what), {{Remedy::Kind::precision, better}});
}

} // namespace fathom
