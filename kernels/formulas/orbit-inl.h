// What is tracked of an orbit besides its end, for every formula. Compiled for single pixels and
// for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_ORBIT_INL_H)) ||                  \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_ORBIT_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_ORBIT_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_ORBIT_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_ORBIT_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_ORBIT_INL_H_TARGET
#endif

#include "kernels/base/sample.h"
#include "kernels/formulas/formula_math-inl.h"
#include "kernels/formulas/formula_settings.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

/// The value, or the largest finite one for infinities and NaNs: these come where numbers overflow,
/// and engines need not agree on a NaN's bits.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value tame(Value value) noexcept {
    const Value most = Ops::set(kLargest<typename Ops::Real>);
    return Ops::select(Ops::less_equal(Ops::abs(value), most), value, most);
}

/// The orbit's next point.
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void advance(Point<Value> &at, const Constants<Value> &k) noexcept {
    const Complex<Value> next = Formula::template step<Ops>(at, k);
    if constexpr (Formula::kLooksBack)
        at.before = at.z;
    at.z = next;
}

/// dz_n / d(pixel's place) of an analytic formula: a complex number.
template <class Value> struct ComplexDerivative { Complex<Value> d, before; };
/// Of another one: the matrix of (dRe z, dIm z) / (dRe, dIm).
template <class Value> struct MatrixDerivative { Value xx, xy, yx, yy; };

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void set_scalar(ComplexDerivative<Value> &derivative, Value value) noexcept {
    derivative = {{value, Ops::set(0)}, {Ops::set(0), Ops::set(0)}};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void set_scalar(MatrixDerivative<Value> &derivative, Value value) noexcept {
    derivative = {value, Ops::set(0), Ops::set(0), value};
}

/// The derivative after a step from `at`; `own` is what c contributes: 1 where the pixel is c, 0 in
/// a Julia set. To be called before the step.
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void advance(ComplexDerivative<Value> &derivative, const Point<Value> &at,
                                   const Constants<Value> &k, Value own) noexcept {
    Complex<Value> added{own, Ops::set(0)};
    if constexpr (Formula::kLooksBack)
        added = multiply_add<Ops>(k.parameter, derivative.before, added);
    const Complex<Value> next =
        multiply_add<Ops>(Formula::template slope<Ops>(at).d, derivative.d, added);
    if constexpr (Formula::kLooksBack)
        derivative.before = derivative.d;
    derivative.d = next;
}
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void advance(MatrixDerivative<Value> &derivative, const Point<Value> &at,
                                   const Constants<Value> &, Value own) noexcept {
    const MatrixSlope<Value> f = Formula::template slope<Ops>(at);
    const MatrixDerivative<Value> old = derivative;
    derivative.xx = Ops::fma(f.ux, old.xx, Ops::fma(f.uy, old.yx, own));
    derivative.xy = Ops::fma(f.ux, old.xy, Ops::mul(f.uy, old.yy));
    derivative.yx = Ops::fma(f.vx, old.xx, Ops::mul(f.vy, old.yx));
    derivative.yy = Ops::fma(f.vx, old.xy, Ops::fma(f.vy, old.yy, own));
}

/// A z, or its derivative, for the quotient that the gradient is. Of floats 2^-48 times itself,
/// because |z|^2 and products with the derivative may be beyond them. The quotient stays the same.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value in_quotient(Value value) noexcept {
    if constexpr (std::is_same_v<Stored<typename Ops::Real>, float>)
        return Ops::mul(value, Ops::set(0x1p-48F));
    else
        return value;
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> in_quotient(Complex<Value> z) noexcept {
    return {in_quotient<Ops>(z.x), in_quotient<Ops>(z.y)};
}

/// The gradient of ln|z| with respect to the pixel's place: the transposed derivative times
/// z / |z|^2.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> gradient(const ComplexDerivative<Value> &derivative,
                                              Complex<Value> at) noexcept {
    const Complex<Value> d = in_quotient<Ops>(derivative.d), z = in_quotient<Ops>(at);
    const Value size = norm<Ops>(z.x, z.y);
    return {tame<Ops>(Ops::div(Ops::fma(d.x, z.x, Ops::mul(d.y, z.y)), size)),
            tame<Ops>(Ops::div(Ops::fma_minus(d.x, z.y, Ops::mul(d.y, z.x)), size))};
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> gradient(const MatrixDerivative<Value> &derivative,
                                              Complex<Value> at) noexcept {
    const Complex<Value> z = in_quotient<Ops>(at);
    const Complex<Value> x = in_quotient<Ops>(Complex<Value>{derivative.xx, derivative.yx});
    const Complex<Value> y = in_quotient<Ops>(Complex<Value>{derivative.xy, derivative.yy});
    const Value size = norm<Ops>(z.x, z.y);
    return {tame<Ops>(Ops::div(Ops::fma(x.x, z.x, Ops::mul(x.y, z.y)), size)),
            tame<Ops>(Ops::div(Ops::fma(y.x, z.x, Ops::mul(y.y, z.y)), size))};
}

/// The type of a formula's derivative by z: a ComplexSlope or a MatrixSlope.
template <class Formula, class Ops>
using SlopeOf = decltype(Formula::template slope<Ops>(Point<typename Ops::Value>{}));

template <class Slope> struct DerivativeOf;
template <class Value> struct DerivativeOf<ComplexSlope<Value>> {
    using Type = ComplexDerivative<Value>;
};
template <class Value> struct DerivativeOf<MatrixSlope<Value>> {
    using Type = MatrixDerivative<Value>;
};

/// Distance of z to a trap; `trap` holds its values as the engine computes with them.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value trap_distance(Complex<Value> z, const Trap<Value> &trap) noexcept {
    const Value x = Ops::add(z.x, Ops::neg(trap.re));
    const Value y = Ops::add(z.y, Ops::neg(trap.im));
    if (trap.shape == TrapShape::cross) {
        const Value to_vertical = Ops::abs(x);
        const Value to_horizontal = Ops::abs(y);
        return Ops::select(Ops::less(to_vertical, to_horizontal), to_vertical, to_horizontal);
    }
    const Value distance = Ops::sqrt(norm<Ops>(x, y));
    if (trap.shape == TrapShape::point)
        return distance;
    return Ops::abs(Ops::add(distance, Ops::neg(trap.radius)));
}

/// What is least where the distance to the trap is: of a point its square, so that the root is
/// taken once an orbit and not at each step; square roots that are rounded exactly keep the order.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value trap_measure(Complex<Value> z, const Trap<Value> &trap) noexcept {
    if (trap.shape == TrapShape::point)
        return norm<Ops>(Ops::add(z.x, Ops::neg(trap.re)), Ops::add(z.y, Ops::neg(trap.im)));
    return trap_distance<Ops>(z, trap);
}
/// The distance that has that measure; kLargest, which is none, stays.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value distance_of_measure(Value measure, TrapShape shape) noexcept {
    if (shape != TrapShape::point)
        return measure;
    return Ops::select(Ops::less(measure, Ops::set(kLargest<typename Ops::Real>)),
                       Ops::sqrt(measure), measure);
}

/// Takes over `from` in the lanes of the mask.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put_value(Value &to, Value from, typename Ops::Mask mask) noexcept {
    to = Ops::select(mask, from, to);
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put(Complex<Value> &to, const Complex<Value> &from,
                               typename Ops::Mask mask) noexcept {
    put_value<Ops>(to.x, from.x, mask);
    put_value<Ops>(to.y, from.y, mask);
}
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put(Point<Value> &to, const Point<Value> &from,
                               typename Ops::Mask mask) noexcept {
    put<Ops>(to.z, from.z, mask);
    if constexpr (Formula::kLooksBack)
        put<Ops>(to.before, from.before, mask);
}
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put(ComplexDerivative<Value> &to, const ComplexDerivative<Value> &from,
                               typename Ops::Mask mask) noexcept {
    put<Ops>(to.d, from.d, mask);
    if constexpr (Formula::kLooksBack)
        put<Ops>(to.before, from.before, mask);
}
template <class Formula, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE void put(MatrixDerivative<Value> &to, const MatrixDerivative<Value> &from,
                               typename Ops::Mask mask) noexcept {
    put_value<Ops>(to.xx, from.xx, mask);
    put_value<Ops>(to.xy, from.xy, mask);
    put_value<Ops>(to.yx, from.yx, mask);
    put_value<Ops>(to.yy, from.yy, mask);
}

/// An orbit of which nothing but its end is wanted; used as TrackedOrbit is.
template <class Formula, FormulaOps Ops> struct PlainOrbit {
    using Value = typename Ops::Value;

    Point<Value> at;

    FATHOM_FORMULA_INLINE void begin(Complex<Value> start, bool, typename Ops::Index) noexcept {
        at = {start, {Ops::set(0), Ops::set(0)}};
    }
    FATHOM_FORMULA_INLINE void step(const Constants<Value> &k, Value) noexcept {
        advance<Formula, Ops>(at, k);
    }
    FATHOM_FORMULA_INLINE void note(Value, typename Ops::Index, const Trap<Value> &,
                                    typename Ops::Mask) noexcept {}
    FATHOM_FORMULA_INLINE void put_step(const PlainOrbit &next, typename Ops::Mask mask) noexcept {
        put<Formula, Ops>(at, next.at, mask);
    }
    FATHOM_FORMULA_INLINE void put_all(const PlainOrbit &other, typename Ops::Mask mask) noexcept {
        put_step(other, mask);
    }
};

/// An orbit with its derivative.
template <class Formula, FormulaOps Ops> struct GradientOrbit {
    using Value = typename Ops::Value;

    Point<Value> at;
    typename DerivativeOf<SlopeOf<Formula, Ops>>::Type derivative;

    /// z_0 = `start`; in a Julia set that is the pixel.
    FATHOM_FORMULA_INLINE void begin(Complex<Value> start, bool julia,
                                     typename Ops::Index) noexcept {
        at = {start, {Ops::set(0), Ops::set(0)}};
        set_scalar<Ops>(derivative, Ops::set(julia ? 1 : 0));
    }

    FATHOM_FORMULA_INLINE void step(const Constants<Value> &k, Value own) noexcept {
        advance<Formula, Ops>(derivative, at, k, own);
        advance<Formula, Ops>(at, k);
    }

    FATHOM_FORMULA_INLINE void note(Value, typename Ops::Index, const Trap<Value> &,
                                    typename Ops::Mask) noexcept {}

    /// Takes over what a step changes in the lanes of the mask.
    FATHOM_FORMULA_INLINE void put_step(const GradientOrbit &next,
                                        typename Ops::Mask mask) noexcept {
        put<Formula, Ops>(at, next.at, mask);
        put<Formula, Ops>(derivative, next.derivative, mask);
    }
    FATHOM_FORMULA_INLINE void put_all(const GradientOrbit &other,
                                       typename Ops::Mask mask) noexcept {
        put_step(other, mask);
    }
};

/// An orbit with all that a request can track.
template <class Formula, FormulaOps Ops> struct TrackedOrbit : GradientOrbit<Formula, Ops> {
    using Gradient = GradientOrbit<Formula, Ops>;
    using Value = typename Ops::Value;
    using Gradient::at;

    Value nearest; ///< least |z_n|^2
    Value trap;    ///< least trap_measure
    typename Ops::Index atom;

    FATHOM_FORMULA_INLINE void begin(Complex<Value> start, bool julia,
                                     typename Ops::Index no_atom) noexcept {
        Gradient::begin(start, julia, no_atom);
        nearest = trap = Ops::set(kLargest<typename Ops::Real>);
        atom = no_atom;
    }

    /// Takes z_n into account where it is inside the bailout; `size` is its |z_n|^2.
    FATHOM_FORMULA_INLINE void note(Value size, typename Ops::Index n, const Trap<Value> &to,
                                    typename Ops::Mask inside) noexcept {
        const auto nearer = Ops::both(inside, Ops::less(size, nearest));
        nearest = Ops::select(nearer, size, nearest);
        atom = Ops::select_index(nearer, n, atom);
        const Value measure = trap_measure<Ops>(at.z, to);
        trap = Ops::select(Ops::both(inside, Ops::less(measure, trap)), measure, trap);
    }

    /// The least distance to the trap.
    [[nodiscard]] FATHOM_FORMULA_INLINE Value trap_distance(TrapShape shape) const noexcept {
        return distance_of_measure<Ops>(trap, shape);
    }

    /// Takes over another orbit in the lanes of the mask.
    FATHOM_FORMULA_INLINE void put_all(const TrackedOrbit &other,
                                       typename Ops::Mask mask) noexcept {
        Gradient::put_step(other, mask);
        put_value<Ops>(nearest, other.nearest, mask);
        put_value<Ops>(trap, other.trap, mask);
        atom = Ops::select_index(mask, other.atom, atom);
    }
};

template <Tracks kTracks, class Formula, class Ops> struct OrbitWithTracks {
    using Type = TrackedOrbit<Formula, Ops>;
};
template <class Formula, class Ops> struct OrbitWithTracks<Tracks::none, Formula, Ops> {
    using Type = PlainOrbit<Formula, Ops>;
};
template <class Formula, class Ops> struct OrbitWithTracks<Tracks::gradient, Formula, Ops> {
    using Type = GradientOrbit<Formula, Ops>;
};
/// The orbit that keeps so much.
template <Tracks kTracks, class Formula, class Ops>
using OrbitOf = typename OrbitWithTracks<kTracks, Formula, Ops>::Type;

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
