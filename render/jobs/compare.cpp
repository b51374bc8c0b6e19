#include "render/jobs/compare.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::uint32_t kEqual = 0xff000000U;
constexpr std::uint32_t kIndexDiffers = 0xffffffffU;
constexpr std::uint32_t kBitsDiffer = 0xff4040ffU;

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
    return !a.tracked() || (a.atom(at) == b.atom(at) && same_bits(a.gx(at), b.gx(at)) &&
                            same_bits(a.gy(at), b.gy(at)) && same_bits(a.trap(at), b.trap(at)));
}

std::int64_t index_of(std::uint64_t n, std::uint64_t limit) noexcept {
    return static_cast<std::int64_t>(n == kernels::kInterior ? limit : n);
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
                           left.samples.tracked() == right.samples.tracked() &&
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

} // namespace fathom
