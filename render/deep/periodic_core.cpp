#include "render/deep/periodic_core.h"

#include "render/deep/jump_tables.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace fathom {
namespace {

using kernels::WideReal;
using Complex = std::complex<double>;
using Form = kernels::WideMap<kernels::scalar::ComplexForm<double>>;
using Linear = kernels::WideMap<kernels::scalar::ComplexSlope<double>>;

/// factor 2^exponent.
struct WideComplex {
    Complex factor;
    std::int32_t exponent = 0;
};

template <class Map> WideComplex complex_of(const kernels::WideMap<Map> &map) {
    return {Complex(map.map.d.x, map.map.d.y), map.exponent};
}

WideComplex operator*(const WideComplex &a, const WideComplex &b) {
    return {a.factor * b.factor, a.exponent + b.exponent};
}

template <class Real> kernels::WidePoint<Real> rounded(const WideComplex &z) {
    kernels::scalar::Complex<double> point{z.factor.real(), z.factor.imag()};
    std::int32_t exponent = z.exponent;
    kernels::scalar::normalise<kernels::ScalarOps<double>>(point, exponent);
    return {static_cast<Real>(point.x), static_cast<Real>(point.y), exponent};
}

/// What `share` of the map is, over the form: as large c or z may be.
WideReal reach(const Linear &map, const Form &form, double share) {
    return kernels::quotient(kernels::times(kernels::norm_of(map), share), kernels::norm_of(form));
}

} // namespace

template <class Real>
kernels::PeriodicCore<Real> periodic_core(const RoundTrip &trip, const WideReal &c_size) {
    // What terms of the second order may add to those of the first.
    constexpr double kShare = sizeof(Real) == sizeof(float) ? 0x1p-24 : 0x1p-42;
    // |w| from which orbits escape, and exponents with which w cannot be taken for a stage's.
    constexpr double kLeastRadius = 4;
    constexpr double kMostRadius = 0x1p20;
    constexpr std::int32_t kLeastScale = 8;
    // Far from the minibrot w leaves at once.
    constexpr WideReal kMostC{1, 12};
    const auto &jump = trip.jump;
    const WideReal most_c =
        kernels::smaller(jump.radius_c, kernels::smaller(reach(jump.a, jump.e, kShare),
                                                         reach(jump.b, jump.f, kShare)));
    const WideReal most = kernels::smaller(jump.radius, reach(jump.a, jump.d, kShare));
    if (most.a == 0 || !(c_size < most_c))
        return {};
    const WideComplex scale = complex_of(jump.a);
    // |w|^2 = |A z|^2, |z|^2 being the Euclidean |z~| and no less than the Chebyshev one.
    const double log2_radius =
        std::log2(std::abs(scale.factor)) + scale.exponent + (std::log2(most.a) + most.e) / 2;
    if (log2_radius < std::log2(kLeastRadius) || scale.exponent < kLeastScale)
        return {};
    const WideComplex of_c = scale * complex_of(jump.b);
    // An orbit that ends by escape does not return to near 0.
    const WideComplex constant = scale * WideComplex{{trip.end.x, trip.end.y}, trip.end.exponent};
    const auto size = [](const WideComplex &z) {
        return kernels::wide_real(std::abs(z.factor), z.exponent);
    };
    if (kMostC < kernels::product(size(of_c), c_size) || kMostC < size(constant))
        return {};
    const double radius = std::min(std::exp2(std::min(log2_radius, 30.0)), kMostRadius);

    kernels::PeriodicCore<Real> core;
    core.period = jump.length;
    core.scale = rounded<Real>(scale);
    core.inverse = rounded<Real>({1.0 / scale.factor, -scale.exponent});
    core.of_c = rounded<Real>(of_c);
    core.constant = rounded<Real>(constant);
    core.radius_squared = static_cast<Real>(radius * radius);
    return core;
}

template kernels::PeriodicCore<float> periodic_core(const RoundTrip &, const WideReal &);
template kernels::PeriodicCore<double> periodic_core(const RoundTrip &, const WideReal &);

} // namespace fathom
