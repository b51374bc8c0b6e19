#include "render/film/interior_first.h"

#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/places/location.h"

#include <cmath>
#include <utility>

namespace fathom {
namespace {

/// All samples but the interior ones become pending.
template <class Real> void leave_interior(SampleBuffer &samples) {
    const auto planes = samples.planes<Real>();
    for (std::size_t at = 0; at < samples.count(); ++at)
        if (samples.index(at) != kernels::kInterior)
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
