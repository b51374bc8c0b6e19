#include "render/jobs/derived_values.h"

#include "kernels/colour/colour_value.h"
#include "render/engines/colour_params.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// A point of the screen's plane, upwards.
struct Direction {
    float x = 0, y = 0;
};

/// DEX and DEY of an escaped sample, in pixels: ln|z| / |G|, the distance in the direction of G,
/// which is the gradient of ln|z| on the screen (right and up), for each pixel.
template <class Real>
Direction distance_estimate(const kernels::PlaneSample<Real> &sample,
                            const kernels::PixelMap &map) noexcept {
    const double gx = sample.gx(), gy = sample.gy();
    const float right = kernels::gradient_along(gx, gy, map.right_re, map.right_im);
    const float up = kernels::gradient_along(gx, gy, map.up_re, map.up_im);
    const float size =
        kernels::pixel_distance(kernels::log_size(sample.zx(), sample.zy()), right, up);
    const float length = std::sqrt(std::fma(right, right, up * up));
    if (!(length > 0))
        return {};
    return {size * (right / length), size * (up / length)};
}

template <class Real>
void take_planes(const kernels::SamplePlanes<Real> &planes, const RenderRequest &request,
                 DerivedValues &values) {
    const kernels::SmoothScale scale = smooth_scale(request);
    for (std::size_t at = 0; at < values.fraction.size(); ++at) {
        if (kernels::index_at(planes, at) == kernels::kInterior)
            continue;
        const double x = planes.zx[at], y = planes.zy[at];
        const double fraction =
            kernels::escape_fraction(std::fma(x, x, y * y), scale.inverse_log2_bailout2);
        values.fraction[at] =
            std::clamp(static_cast<float>(1 - fraction * scale.inverse_log2_power), 0.0F, 1.0F);
        const float angle = kernels::turns(planes.zx[at], planes.zy[at]);
        values.angle[at] = angle < 1 ? angle : 0;
        if (!values.distance_x.empty()) {
            const Direction distance =
                distance_estimate(kernels::PlaneSample<Real>{planes, at}, request.map);
            values.distance_x[at] = distance.x;
            values.distance_y[at] = distance.y;
        }
    }
}

} // namespace

void DerivedValues::take(SampleBuffer &samples, const RenderRequest &request) {
    for (auto *of_all : {&fraction, &angle})
        of_all->assign(samples.count(), 0);
    for (auto *of_tracked : {&distance_x, &distance_y})
        of_tracked->assign(samples.has_gradient() ? samples.count() : 0, 0);
    with_real(samples.precision(),
              [&]<class Real>() { take_planes(samples.planes<Real>(), request, *this); });
}

} // namespace fathom
