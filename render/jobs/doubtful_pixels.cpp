#include "render/jobs/doubtful_pixels.h"

#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace fathom {
namespace {

void add_to(double &part, double &rest, double little) {
    rest += little;
    const double sum = part + rest;
    rest -= sum - part;
    part = sum;
}

/// Makes all offsets from the picture's centre longer by 2^exponent of themselves.
void stretch(kernels::PixelMap &map, int exponent) {
    const auto longer = [&](double &part, double &rest) {
        add_to(part, rest, std::ldexp(part, exponent));
    };
    longer(map.right_re, map.rest.right_re);
    longer(map.right_im, map.rest.right_im);
    longer(map.up_re, map.rest.up_re);
    longer(map.up_im, map.rest.up_im);
}

/// Moves the whole picture by 2^exponent of its largest coordinate, in both directions.
void shift(kernels::PixelMap &map, Size size, int exponent) {
    const double half = 0.5 * std::hypot(size.width * std::hypot(map.right_re, map.right_im),
                                         size.height * std::hypot(map.up_re, map.up_im));
    const double largest = std::max(std::fabs(map.centre_re), std::fabs(map.centre_im)) + half;
    add_to(map.centre_re, map.rest.centre_re, std::ldexp(largest, exponent));
    add_to(map.centre_im, map.rest.centre_im, std::ldexp(largest, exponent));
}

/// A limit that hardly any sample reaches of those that reach `limit` by chance. In chaos, where
/// each is another one's when it is moved, many may do so twice, and none of these is certain.
std::uint64_t beyond_chance(std::uint64_t limit, Precision precision) {
    constexpr std::uint64_t kTimes = 64,
                            kMost = std::uint64_t{1} << 22; // longer ones take too long
    return std::max(limit, std::min({kTimes * limit, kMost, most_iterations(precision)}));
}

/// Those of the samples whose index is another one in `moved` become pending.
template <class Real> void leave_certain(SampleBuffer &samples, const SampleBuffer &moved) {
    const auto planes = samples.planes<Real>();
    for (std::size_t at = 0; at < samples.count(); ++at)
        if (samples.index(at) != moved.index(at))
            kernels::mark_pending(planes, at);
}

} // namespace

void move_pixels(kernels::PixelMap &map, Size size, Precision precision, int octaves) {
    if (is_perturbed(precision))
        return stretch(map, octaves + (precision == Precision::perturb_two_f64   ? -80
                                       : precision == Precision::perturb_two_f32 ? -38
                                       : is_f32(precision)                       ? -20
                                                                                 : -42));
    const int digits = is_f32(precision) ? std::numeric_limits<float>::digits
                                         : std::numeric_limits<double>::digits;
    shift(map, size, (is_two(precision) ? -2 * digits : -digits) + octaves);
}

bool begin_with_certain(Engine &engine, Frame &frame, Size picture, const FirstType &first,
                        const std::atomic<bool> &stop) {
    RenderRequest request = frame.request();
    request.precision = first.precision;
    if (request.perturbation)
        request.perturbation =
            std::make_shared<Perturbation>(request.perturbation->spec(), first.cache);
    auto known = samples_of(engine, request, stop);
    if (!known)
        return false;
    move_pixels(request.map, picture, first.precision, kOctavesFarther);
    request.tracking = {};
    request.limit = beyond_chance(request.limit, first.precision);
    const auto moved = samples_of(engine, request, stop);
    if (!moved)
        return false;
    const Precision precision = frame.request().precision;
    with_real(precision, [&]<class Real>() { leave_certain<Real>(*known, *moved); });
    known->pass_for(precision);
    return begin_with_known(frame, *std::move(known), stop);
}

} // namespace fathom
