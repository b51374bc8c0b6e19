#include "render/jobs/pixel_probe.h"

#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/orbit-inl.h"
#include "kernels/formulas/with_formula.h"
#include "render/deep/exact_orbit.h"
#include "render/engines/colour_params.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/numbers/real.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

/// z after `limit` iterations of a point that does not escape before.
template <class Formula, class Real>
void iterate_to_limit(const RenderRequest &request, Probe &result, const std::atomic<bool> &stop) {
    using Number = kernels::scalar::Complex<Real>;
    const auto settings = kernels::rounded<Real>(request.settings);
    const kernels::PixelMap &map = request.map;
    const kernels::Two<double> re(map.centre_re, map.rest.centre_re);
    const kernels::Two<double> im(map.centre_im, map.rest.centre_im);
    const Number place{static_cast<Real>(re), static_cast<Real>(im)};
    const kernels::scalar::Constants<Real> k{
        settings.julia ? Number{settings.seed_re, settings.seed_im} : place,
        {settings.parameter_re, settings.parameter_im}};
    kernels::scalar::Point<Real> at{settings.julia ? place : Number{0, 0}, {0, 0}};
    for (std::uint64_t n = 0; n < request.limit && !stop; ++n)
        kernels::scalar::advance<Formula, kernels::ScalarOps<Real>>(at, k);
    result.re = static_cast<double>(at.z.x);
    result.im = static_cast<double>(at.z.y);
}

/// The same with all digits of the place; of an orbit that comes to a cycle, where that was seen.
void iterate_exactly_to_limit(const Location &location, Probe &result,
                              const std::atomic<bool> &stop) {
    const long bits = exact_bits(location, 1);
    const double reach = std::hypot(location.view.re.to_double(), location.view.im.to_double()) + 1;
    const auto orbit = ExactOrbit::make({location.formula, location.bailout, reach, bits});
    iterate_exactly(*orbit, Real::of(location.view.re, bits), Real::of(location.view.im, bits),
                    location.bailout, location.iterations, stop);
    const WideComplex z = orbit->z();
    const auto exponent = static_cast<int>(std::clamp<std::int64_t>(z.exponent, -5000, 5000));
    result.re = std::ldexp(z.x, exponent);
    result.im = std::ldexp(z.y, exponent);
}

// Of a picture about the point.
constexpr Size kUsualPicture{1920, 1080};

} // namespace

Method probe_method(const Location &location, MethodChoice choice, const EngineTraits &engine,
                    std::shared_ptr<ReferenceCache> reference_cache) {
    choice.for_numbers = true;
    return decide_method(location, kUsualPicture, choice, engine, std::move(reference_cache));
}

std::optional<Probe> probe(Engine &engine, const Location &location, const Method &method,
                           const std::atomic<bool> &stop) {
    RenderRequest request = make_request(location, {1, 1}, {0, 0, 1, 1}, {}, method);
    request.tracking = {}; // nothing of it is told
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const auto frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return std::nullopt;
    SampleBuffer samples;
    frame->read_samples(samples);

    Probe result;
    result.precision = request.precision;
    const std::uint64_t n = samples.index(0);
    result.escaped = n != kernels::kInterior;
    result.iterations = result.escaped ? n : request.limit;
    result.smooth = static_cast<double>(result.iterations);
    if (result.escaped) {
        result.re = samples.zx(0);
        result.im = samples.zy(0);
        result.smooth = kernels::smooth_count(n, result.re, result.im, smooth_scale(request));
    } else if (is_perturbed(request.precision)) {
        iterate_exactly_to_limit(location, result, stop);
    } else {
        kernels::with_formula(request.formula, [&]<class Formula>() {
            with_number(request.precision, [&]<class Real>() {
                iterate_to_limit<Formula, Real>(request, result, stop);
            });
        });
    }
    return stop ? std::nullopt : std::optional(result);
}

} // namespace fathom
