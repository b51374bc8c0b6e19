#include "render/deep/periodic_core.h"

#include "render/deep/jump_tables.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

using kernels::WideReal;
namespace scalar = kernels::scalar;
using Form = kernels::WideMap<scalar::ComplexForm<double>>;
using Linear = kernels::WideMap<scalar::ComplexSlope<double>>;

/// factor 2^exponent.
template <class Number> struct ScaledComplex {
    scalar::Complex<Number> factor;
    std::int32_t exponent = 0;
};

template <class Number>
ScaledComplex<Number> operator*(const ScaledComplex<Number> &a, const ScaledComplex<Number> &b) {
    return {scalar::multiply<kernels::ScalarOps<Number>>(a.factor, b.factor),
            a.exponent + b.exponent};
}

template <class Number> double size_of(const scalar::Complex<Number> &z) {
    return std::hypot(kernels::stored(z.x), kernels::stored(z.y));
}

/// 1 / z of a normalised z.
template <class Number> ScaledComplex<Number> inverse(const ScaledComplex<Number> &z) {
    using Ops = kernels::ScalarOps<Number>;
    const Number over = Ops::div(Number(1), scalar::norm<Ops>(z.factor.x, z.factor.y));
    return {{Ops::mul(z.factor.x, over), Ops::mul(Ops::neg(z.factor.y), over)}, -z.exponent};
}

template <class Real, class Number> kernels::WidePoint<Real> rounded(ScaledComplex<Number> z) {
    scalar::normalise<kernels::ScalarOps<Number>>(z.factor, z.exponent);
    return {static_cast<Real>(z.factor.x), static_cast<Real>(z.factor.y), z.exponent};
}

/// What `share` of the map is, over the form: as large c or z may be.
WideReal reach(const Linear &map, const Form &form, double share) {
    return kernels::quotient(kernels::times(kernels::norm_of(map), share), kernels::norm_of(form));
}

} // namespace

template <class Real>
kernels::PeriodicCore<Real> periodic_core(const RoundTrip<Real> &trip, const WideReal &c_size) {
    // What terms of the second order may add to those of the first.
    constexpr double kShare = std::is_same_v<Real, kernels::Two<double>> ? 0x1p-80
                              : std::is_same_v<Real, float>              ? 0x1p-24
                                                                         : 0x1p-42;
    // |w| from which orbits escape, and exponents with which w cannot be taken for a stage's.
    constexpr double kLeastRadius = 4;
    constexpr double kMostRadius = 0x1p20;
    constexpr std::int32_t kLeastScale = 8;
    // Far from the minibrot w leaves at once.
    constexpr WideReal kMostC{1, 12};
    const auto &jump = trip.jump;
    const Linear a = kernels::high(jump.a);
    const Linear b = kernels::high(jump.b);
    const WideReal most_c = kernels::smaller(
        jump.radius_c, kernels::smaller(reach(a, jump.e, kShare), reach(b, jump.f, kShare)));
    const WideReal most = kernels::smaller(jump.radius, reach(a, jump.d, kShare));
    if (most.a == 0 || !(c_size < most_c))
        return {};
    using Number = kernels::DraftReal<Real>;
    const ScaledComplex<Number> scale{jump.a.map.d, jump.a.exponent};
    // |w|^2 = |A z|^2, |z|^2 being the Euclidean |z~| and no less than the Chebyshev one.
    const double log2_radius =
        std::log2(size_of(scale.factor)) + scale.exponent + (std::log2(most.a) + most.e) / 2;
    if (log2_radius < std::log2(kLeastRadius) || scale.exponent < kLeastScale)
        return {};
    const ScaledComplex<Number> of_c = scale * ScaledComplex<Number>{jump.b.map.d, jump.b.exponent};
    // An orbit that ends by escape does not return to near 0.
    const auto constant =
        scale * ScaledComplex<Number>{{trip.end.x, trip.end.y}, trip.end.exponent};
    const auto size = [](const ScaledComplex<Number> &z) {
        return kernels::wide_real(size_of(z.factor), z.exponent);
    };
    if (kMostC < kernels::product(size(of_c), c_size) || kMostC < size(constant))
        return {};
    const double radius = std::min(std::exp2(std::min(log2_radius, 30.0)), kMostRadius);

    kernels::PeriodicCore<Real> core;
    core.period = jump.length;
    core.scale = rounded<Real>(scale);
    core.inverse = rounded<Real>(inverse(scale));
    core.of_c = rounded<Real>(of_c);
    core.constant = rounded<Real>(constant);
    core.radius_squared = static_cast<kernels::Stored<Real>>(radius * radius);
    return core;
}

template kernels::PeriodicCore<float> periodic_core(const RoundTrip<float> &, const WideReal &);
template kernels::PeriodicCore<double> periodic_core(const RoundTrip<double> &, const WideReal &);
template kernels::PeriodicCore<kernels::Two<float>>
periodic_core(const RoundTrip<kernels::Two<float>> &, const WideReal &);
template kernels::PeriodicCore<kernels::Two<double>>
periodic_core(const RoundTrip<kernels::Two<double>> &, const WideReal &);

} // namespace fathom
