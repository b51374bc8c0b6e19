#include "render/jobs/compare.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/band_schedule.h"
#include "render/jobs/export.h"
#include "render/jobs/survey.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::uint32_t kEqual = 0xff000000U;
constexpr std::uint32_t kIndexDiffers = 0xffffffffU;
constexpr std::uint32_t kBitsDiffer = 0xff4040ffU;
/// Pixels that are computed and compared at a time.
constexpr int kBandPixels = 1 << 20;

struct FrameData {
    SampleBuffer samples;
    std::vector<std::uint32_t> rgba;

    explicit FrameData(Frame &frame)
        : rgba(static_cast<std::size_t>(frame.request().size.width) * frame.request().size.height) {
        frame.read_samples(samples);
        frame.read_rgba(rgba.data());
    }
};

bool same_bits(double a, double b) noexcept {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_sample(const SampleBuffer &a, const SampleBuffer &b, std::size_t at) noexcept {
    if (a.index(at) != b.index(at) || !same_bits(a.zx(at), b.zx(at)) ||
        !same_bits(a.zy(at), b.zy(at)))
        return false;
    if (a.has_gradient() && !(same_bits(a.gx(at), b.gx(at)) && same_bits(a.gy(at), b.gy(at))))
        return false;
    return !a.has_all() || (a.atom(at) == b.atom(at) && same_bits(a.trap(at), b.trap(at)));
}

std::int64_t index_of(std::uint64_t n, std::uint64_t limit) noexcept {
    return static_cast<std::int64_t>(n == kernels::kInterior ? limit : n);
}

/// A complete frame, or null if stopped.
std::shared_ptr<Frame> compute(Engine &engine, const RenderRequest &request,
                               const std::atomic<bool> &stop, double &ms) {
    std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return nullptr;
    const FrameTimes times = frame->times();
    ms += times.iterate_ms + times.colour_ms;
    return frame;
}

} // namespace

Difference &Difference::operator+=(const Difference &other) noexcept {
    pixels += other.pixels;
    samples_differ += other.samples_differ;
    rgba_differ += other.rgba_differ;
    max_iteration_delta = std::max(max_iteration_delta, other.max_iteration_delta);
    return *this;
}

Difference compare_frames(Frame &a, Frame &b, std::vector<std::uint32_t> *picture) {
    const Size size = a.request().size;
    if (size != b.request().size)
        throw InputError(fmt::format("pictures of {} x {} and {} x {} pixels cannot be compared; "
                                     "ask both engines for the same size",
                                     size.width, size.height, b.request().size.width,
                                     b.request().size.height));
    const FrameData left(a);
    const FrameData right(b);
    const bool same_kind = left.samples.precision() == right.samples.precision() &&
                           left.samples.tracks() == right.samples.tracks() &&
                           left.samples.contents() == right.samples.contents();
    Difference difference;
    difference.pixels = left.samples.count();
    if (picture != nullptr)
        picture->assign(left.samples.count(), kEqual);
    for (std::size_t at = 0; at < left.samples.count(); ++at) {
        const std::uint64_t n = left.samples.index(at);
        const std::uint64_t m = right.samples.index(at);
        const bool same = same_kind && same_sample(left.samples, right.samples, at);
        const bool same_colour = left.rgba[at] == right.rgba[at];
        if (same && same_colour)
            continue;
        difference.samples_differ += same ? 0 : 1;
        difference.rgba_differ += same_colour ? 0 : 1;
        const std::int64_t delta =
            std::abs(index_of(n, a.request().limit) - index_of(m, b.request().limit));
        difference.max_iteration_delta = std::max(difference.max_iteration_delta, delta);
        if (picture != nullptr)
            (*picture)[at] = n != m ? kIndexDiffers : kBitsDiffer;
    }
    return difference;
}

Method comparison_method(const ComparisonJob &job, const MethodChoice &choice, const Engine &left,
                         const Engine &right, std::shared_ptr<ReferenceCache> reference_cache) {
    return decide_method(job.location, job.size, choice,
                         traits_of_pair(left.info().traits, right.info().traits),
                         std::move(reference_cache));
}

std::optional<EngineComparison> compare_engines(Engine &left, Engine &right,
                                                const ComparisonJob &job,
                                                const std::atomic<bool> &stop,
                                                const std::function<void(double)> &progress) {
    EngineComparison result;
    std::vector<std::uint32_t> band_picture;
    const auto ranks = needed_ranks(left, job.location, job.size, job.method.reference_cache, stop);
    const int rows = std::min(band_rows(job.size.width, kBandPixels), job.size.height);
    for (int sample = 0; sample < job.samples; ++sample) {
        for (int y = 0; y < job.size.height; y += rows) {
            const Region band = {0, y, job.size.width, std::min(rows, job.size.height - y)};
            RenderRequest request =
                make_request(job.location, job.size, band, sample_position(sample), job.method);
            request.colour.lut = job.lut;
            request.colour.ranks = ranks;
            const auto a = compute(left, request, stop, result.engine_ms[0]);
            const auto b = a ? compute(right, request, stop, result.engine_ms[1]) : nullptr;
            if (!b)
                return std::nullopt;
            result.difference += compare_frames(*a, *b, job.with_picture ? &band_picture : nullptr);
            result.picture.insert(result.picture.end(), band_picture.begin(), band_picture.end());
            progress((sample + double(y + band.height) / job.size.height) / job.samples);
        }
    }
    return result;
}

} // namespace fathom
