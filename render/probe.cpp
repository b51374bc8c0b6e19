#include "render/probe.h"

#include "kernels/colour.h"
#include "kernels/escape_time.h"
#include "render/location.h"

namespace fathom {
namespace {

template <class Real> Probe probe_in(const RenderRequest &request) {
    kernels::Orbit<Real> orbit;
    const auto bailout_squared = static_cast<Real>(request.bailout * request.bailout);
    kernels::iterate_plain(orbit, static_cast<Real>(request.map.centre_re),
                           static_cast<Real>(request.map.centre_im), bailout_squared,
                           request.limit);
    Probe result;
    result.escaped = orbit.escaped;
    result.iterations = orbit.n;
    result.re = orbit.x;
    result.im = orbit.y;
    result.smooth = orbit.n;
    if (orbit.escaped)
        result.smooth =
            kernels::smooth_count(orbit.n, orbit.x, orbit.y,
                                  1.0 / kernels::log2_positive(request.bailout * request.bailout));
    result.precision = request.precision;
    return result;
}

} // namespace

Probe probe(const Location &location, std::optional<Precision> precision) {
    const RenderRequest request =
        make_request(location, {1, 1}, {0, 0, 1, 1}, {}, precision.value_or(Precision::f64));
    return request.precision == Precision::f32 ? probe_in<float>(request)
                                               : probe_in<double>(request);
}

} // namespace fathom
