#include "render/probe.h"

#include "kernels/escape_time.h"
#include "render/colour_params.h"
#include "render/engine.h"
#include "render/location.h"
#include "render/sample_buffer.h"

namespace fathom {
namespace {

/// z after `limit` iterations of a point that does not escape before.
template <class Real> void iterate_to_limit(const RenderRequest &request, Probe &result) {
    kernels::Orbit<Real> orbit;
    const auto bailout_squared = static_cast<Real>(request.bailout * request.bailout);
    kernels::iterate_plain(orbit, static_cast<Real>(request.map.centre_re),
                           static_cast<Real>(request.map.centre_im), bailout_squared,
                           request.limit);
    result.re = orbit.x;
    result.im = orbit.y;
}

} // namespace

Probe probe(Engine &engine, const Location &location, std::optional<Precision> precision,
            bool shortcuts) {
    RenderRequest request =
        make_request(location, {1, 1}, {0, 0, 1, 1}, {}, precision.value_or(Precision::f64));
    request.shortcuts = shortcuts;
    request.colour.lut = std::make_shared<const std::vector<std::uint32_t>>(1, 0);
    const auto frame = engine.make_frame(request);
    const std::atomic<bool> stop = false;
    engine.iterate(*frame, stop);
    SampleBuffer samples;
    frame->read_samples(samples);

    Probe result;
    result.precision = request.precision;
    const std::uint32_t n = samples.n().front();
    result.escaped = n != kernels::kInterior;
    result.iterations = result.escaped ? n : request.limit;
    result.smooth = result.iterations;
    if (result.escaped) {
        result.re = samples.zx(0);
        result.im = samples.zy(0);
        result.smooth = kernels::smooth_count(n, result.re, result.im, smooth_scale(request));
    } else if (request.precision == Precision::f32) {
        iterate_to_limit<float>(request, result);
    } else {
        iterate_to_limit<double>(request, result);
    }
    return result;
}

} // namespace fathom
