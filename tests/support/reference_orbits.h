#pragma once
#include "render/deep/reference_orbit.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

namespace fathom {

inline const std::atomic<bool> kNeverStop{false};

inline View view_at(const char *re, const char *im, const char *zoom) {
    View view;
    view.re = Decimal::parse(re);
    view.im = Decimal::parse(im);
    view.zoom = Decimal::parse(zoom);
    return view;
}

/// As a renderer asks for a view's reference.
inline ReferenceSpec spec_of(const View &view, std::uint64_t limit) {
    ReferenceSpec spec;
    spec.re = view.re;
    spec.im = view.im;
    spec.radius = divide(Decimal::from_double(2), view.zoom, 20);
    spec.limit = limit;
    spec.bits = needed_bits(view, 1080);
    return spec;
}

/// Published places (shared/locations) and the periods that were found there independently.
struct KnownPeriod {
    const char *re, *im, *zoom;
    std::uint32_t period;
};
inline const KnownPeriod kKnownPeriods[] = {
    {"-1.7598171308048478136108250105617982382439999999999999999998",
     "-0.01259331079974986538374663184326485845034", "1e14", 252},
    {"2.62070620416157101340705043e-1", "-2.16815264700656475880373613e-3", "3.3554431999999834E7",
     232},
    {"4.38201090809984714798836704183781579775093781331734e-01",
     "2.50541573359688171678400414758224860053729045156654e-01", "1.40057E28", 456},
    {"-0.74505665699232857364077251317671094", "-0.13521978823797060355111981379715792",
     "6.8719476736000047E10", 2165},
    {"-1.94027658588345321091739528561871158285329803755715228746270703125",
     "-0.00015063432290237573328275931307447270339596507504722367456943365", "1.36112946768E39",
     2449},
};

using Orbit = std::shared_ptr<const ReferenceOrbit>;

inline Orbit make(const ReferenceSpec &spec) {
    return ReferenceMaker().make(spec, kNeverStop);
}

inline bool same_points(std::span<const kernels::OrbitPoint<double>> a,
                        std::span<const kernels::OrbitPoint<double>> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](auto p, auto q) { return p.x == q.x && p.y == q.y; });
}

} // namespace fathom
