#include "render/film/interior_first.h"

#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fathom {
namespace {

/// Which samples of a picture are meant.
class Mask {
  public:
    explicit Mask(Size size)
        : width_(size.width), height_(size.height),
          in_(static_cast<std::size_t>(size.width) * size.height) {}

    [[nodiscard]] std::uint8_t &operator[](std::size_t at) noexcept { return in_[at]; }
    /// Leaves those that have no other one within a square of so many samples each way; beyond the
    /// picture there is none.
    void shrink(int by) {
        const auto width = static_cast<std::size_t>(width_);
        for (int y = 0; y < height_; ++y)
            shrink_line(static_cast<std::size_t>(y) * width, width_, 1, by);
        for (int x = 0; x < width_; ++x)
            shrink_line(static_cast<std::size_t>(x), height_, width, by);
    }
    /// Adds those that have one within such a square.
    void grow(int by) {
        invert();
        shrink(by);
        invert();
    }

  private:
    void invert() noexcept {
        for (std::uint8_t &in : in_)
            in ^= 1U;
    }
    void shrink_line(std::size_t first, int count, std::size_t step, int by) {
        line_.assign(static_cast<std::size_t>(count), 1);
        const auto pass = [&](int from, int to, int way) {
            int since = by; // samples behind the last one that is not in
            for (int i = from; i != to; i += way) {
                const auto at = static_cast<std::size_t>(i);
                since = in_[first + at * step] != 0 ? std::min(since + 1, by + 1) : 0;
                if (since <= by)
                    line_[at] = 0;
            }
        };
        pass(0, count, 1);
        pass(count - 1, -1, -1);
        for (int i = 0; i < count; ++i)
            in_[first + static_cast<std::size_t>(i) * step] = line_[static_cast<std::size_t>(i)];
    }

    int width_, height_;
    std::vector<std::uint8_t> in_, line_;
};

/// All samples become pending but those inside of interior that is as wide as a minibrot that is
/// seen. What is chaos to doubles has none: each sample is another one's there, and those that
/// reach the limit before they escape are none of doubles' to tell; twice as many would.
template <class Real> void leave_interior(SampleBuffer &samples) {
    constexpr int kHalfWidth = 8;
    const auto planes = samples.planes<Real>();
    Mask inside(samples.size());
    for (std::size_t at = 0; at < samples.count(); ++at)
        inside[at] = samples.index(at) == kernels::kInterior ? 1 : 0;
    inside.shrink(kHalfWidth);
    inside.grow(kHalfWidth - 1);
    for (std::size_t at = 0; at < samples.count(); ++at)
        if (inside[at] == 0)
            kernels::mark_pending(planes, at);
}

} // namespace

std::optional<RenderRequest> in_plain_doubles(const RenderRequest &perturbed, const Location &ring,
                                              Size picture, const Region &region) {
    constexpr double kUnits = 64 / 4.0; // deepest_zoom_for_f64 is at 4 units
    if (perturbed.precision != Precision::perturb_f64 || perturbed.tracking.interior ||
        perturbed.limit > most_iterations(Precision::f64) ||
        ring.view.zoom.log10() >
            std::log10(deepest_zoom_for_f64(ring.view, picture.height) / kUnits))
        return std::nullopt;
    RenderRequest plain = make_request(ring, picture, region, {}, Precision::f64);
    plain.tracking = perturbed.tracking;
    plain.colour = perturbed.colour;
    return plain;
}

bool begin_with_interior(Frame &frame, Frame &plain, const std::atomic<bool> &stop) {
    SampleBuffer samples;
    plain.read_samples(samples);
    leave_interior<double>(samples);
    samples.pass_for(frame.request().precision);
    return begin_with_known(frame, std::move(samples), stop);
}

} // namespace fathom
