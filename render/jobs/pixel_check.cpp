#include "render/jobs/pixel_check.h"

#include "render/deep/exact_orbit.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/exact_plane.h"
#include "render/jobs/verification.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// Of one step in so many bits, about: three products of numbers of that length.
double seconds_of_step(const Location &location, long bits) {
    constexpr double kBesides = 30e-9;
    constexpr double kOfLimb = 4e-9;
    constexpr double kGrowth = 1.5; // of GMP's products, between few limbs and hundreds
    constexpr double kInMpfr = 10;
    const double products = kOfLimb * std::pow(static_cast<double>(bits) / 64 + 1, kGrowth) *
                            (kernels::formula_info(location.formula.id).power - 1);
    return (kBesides + products) * (looks_back(location.formula.id) ? kInMpfr : 1);
}

/// The exact orbits of one picture's pixels, and what is left of the time for them.
class ExactPixels {
  public:
    ExactPixels(const RenderRequest &request, const PixelCheckSpec &spec)
        : location_(*request.location), limit_(request.limit),
          bits_(exact_bits(location_, request.size.height)),
          plane_(location_.view, request.size, bits_),
          orbit_(ExactOrbit::make({location_.formula, location_.bailout, plane_.reach(), bits_})),
          steps_of_pixel_(spec.pixel_seconds / seconds_of_step(location_, bits_)),
          steps_left_(spec.seconds / seconds_of_step(location_, bits_)) {}

    enum class Verdict { equal, differs, too_long, stopped };
    /// Whether the picture's sample at a pixel agrees with it.
    Verdict judge(const SampleBuffer &samples, kernels::PixelPoint point,
                  const std::atomic<bool> &stop) {
        const std::size_t at = static_cast<std::size_t>(point.y / 256) *
                                   static_cast<std::size_t>(samples.size().width) +
                               static_cast<std::size_t>(point.x / 256);
        const std::uint64_t told = samples.index(at);
        const double affordable = std::min(steps_of_pixel_, steps_left_);
        if (affordable < 1 || static_cast<double>(told) > affordable)
            return Verdict::too_long;
        std::uint64_t steps = told == 0 ? limit_ : told;
        if (static_cast<double>(steps) > affordable)
            steps = static_cast<std::uint64_t>(affordable);
        const auto truth = iterate_exactly(*orbit_, plane_.re(point), plane_.im(point),
                                           location_.bailout, steps, stop);
        if (!truth)
            return Verdict::stopped;
        steps_left_ -= static_cast<double>(truth->steps);
        const bool is_unknown = truth->n == 0 && truth->steps == steps && steps < limit_;
        if (told == 0 && is_unknown)
            return Verdict::too_long;
        return agree(samples, at, *truth, location_) ? Verdict::equal : Verdict::differs;
    }

  private:
    Location location_;
    std::uint64_t limit_;
    long bits_;
    ExactPlane plane_;
    std::unique_ptr<ExactOrbit> orbit_;
    double steps_of_pixel_, steps_left_;
};

} // namespace

bool check_pixels(Frame &frame, const PixelCheckSpec &spec, const std::atomic<bool> &stop,
                  const std::function<void(const CheckedPixels &)> &tell) {
    const auto points = random_pixels(frame.request().size, spec.points, spec.seed);
    SampleBuffer samples;
    frame.read_samples(samples);
    const RealCacheGuard guard;
    ExactPixels pixels(frame.request(), spec);
    CheckedPixels found;
    found.points = spec.points;
    using Verdict = ExactPixels::Verdict;
    for (const kernels::PixelPoint point : points) {
        const Verdict verdict = pixels.judge(samples, point, stop);
        if (verdict == Verdict::stopped)
            return false;
        found.too_long += verdict == Verdict::too_long ? 1 : 0;
        found.checked += verdict == Verdict::too_long ? 0 : 1;
        found.equal += verdict == Verdict::equal ? 1 : 0;
        tell(found);
    }
    return true;
}

} // namespace fathom
