// All formulas, each written once: its step, its derivative and its names. Compiled for single
// pixels and again for every instruction set, as mandelbrot_step-inl.h is. To add one, write its
// struct here and put it at the end of Formulas: engines, tests, files, options and panels follow
// (docs/architecture.md shows a whole change).
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H)) ||               \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_FORMULAS_INL_H_TARGET
#endif

#include "kernels/base/sample.h"
#include "kernels/formulas/formula_info.h"
#include "kernels/formulas/mandelbrot_step-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

template <class Value> struct Complex { Value x, y; };

/// a b + c, rounded as every engine rounds it.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> multiply_add(Complex<Value> a, Complex<Value> b,
                                                  Complex<Value> c) noexcept {
    return {Ops::fma(a.x, b.x, Ops::negative_fma(a.y, b.y, c.x)),
            Ops::fma(a.x, b.y, Ops::fma(a.y, b.x, c.y))};
}

/// a b.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> multiply(Complex<Value> a, Complex<Value> b) noexcept {
    return {Ops::fma(a.x, b.x, Ops::neg(Ops::mul(a.y, b.y))),
            Ops::fma(a.x, b.y, Ops::mul(a.y, b.x))};
}

/// z^2 + c, as `step`.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> square_add(Complex<Value> z, Complex<Value> c) noexcept {
    step<Ops>(z.x, z.y, c.x, c.y);
    return z;
}

/// z^kPower, kPower >= 1.
template <int kPower, class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> power(Complex<Value> z) noexcept {
    if constexpr (kPower == 1) {
        return z;
    } else if constexpr (kPower % 2 == 1) {
        return multiply<Ops>(power<kPower - 1, Ops>(z), z);
    } else {
        const Complex<Value> root = power<kPower / 2, Ops>(z);
        return multiply<Ops>(root, root);
    }
}

template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Complex<Value> scaled(Complex<Value> z, typename Ops::Real factor) noexcept {
    return {Ops::mul(z.x, Ops::set(factor)), Ops::mul(z.y, Ops::set(factor))};
}

/// Where an orbit is. Only formulas that look back read the point before.
template <class Value> struct Point {
    Complex<Value> z;
    Complex<Value> before;
};

/// What a step takes besides the point.
template <class Value> struct Constants {
    Complex<Value> c;
    Complex<Value> parameter;
};

/// The derivative of z -> F(z) where that is a complex number: F'(z).
template <class Value> struct ComplexSlope {
    static constexpr int kReals = 2;
    Complex<Value> d;
};
/// Where it is not: the real partial derivatives of F = (u, v).
template <class Value> struct MatrixSlope {
    static constexpr int kReals = 4;
    Value ux, uy, vx, vy;
};

/// What a difference from a reference orbit is measured in: z stands for S z, S a power of two that
/// may be too small for any number (then it is 0). `inverse` is 1 / S or the largest power of two.
template <class Value> struct Scale { Value factor, inverse; };
/// S = 1.
struct NoScale {};

/// a + S b.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value add_scaled(Value a, Value b, NoScale) noexcept {
    return Ops::add(a, b);
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value add_scaled(Value a, Value b, Scale<Value> scale) noexcept {
    return Ops::fma(scale.factor, b, a);
}

/// a / S.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value unscaled(Value a, NoScale) noexcept {
    return a;
}
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value unscaled(Value a, Scale<Value> scale) noexcept {
    return Ops::mul(a, scale.inverse);
}

/// (|a + S d| - |a|) / S without cancellation.
template <class Ops, class AnyScale, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value fold_difference(Value a, Value d, AnyScale scale) noexcept {
    const Value size = Ops::abs(unscaled<Ops>(a, scale));
    const Value along = Ops::select(Ops::less(a, Ops::set(0)), Ops::neg(d), d);
    const Value folded = Ops::neg(Ops::add(Ops::add(size, size), along));
    return Ops::select(Ops::less(Ops::add(size, along), Ops::set(0)), folded, along);
}

// Each formula has
//   kInfo      its names
//   kLooksBack whether it reads Point::before
//   step       z_{n+1} from z_n: every engine performs exactly its roundings
//   slope      the derivative of the step at z_n, without what comes from c; its type tells whether
//              the formula is analytic
// and an analytic one that is z^p + c kPower = p, else 0. One whose step without c is homogeneous,
// F(t z) = t^kDegree F(z) for t > 0, is iterated by perturbation, too (else kDegree = 0), and has
//   delta      (F(Z + S z) - F(Z)) / S without cancellation, see Scale
//   fold       how far from Z there is no fold, where the derivative jumps: a lower bound

/// z^p + c; for p = 2 the Mandelbrot set.
template <int kExponent> struct PowerFormula {
    static constexpr int kPower = kExponent;
    static constexpr int kDegree = kExponent;
    static constexpr bool kLooksBack = false;

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        if constexpr (kPower % 2 == 0)
            return square_add<Ops>(power<kPower / 2, Ops>(at.z), k.c);
        else
            return multiply_add<Ops>(power<kPower - 1, Ops>(at.z), at.z, k.c);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE ComplexSlope<Value> slope(const Point<Value> &at) noexcept {
        return {scaled<Ops>(power<kPower - 1, Ops>(at.z), kPower)};
    }
    /// a^p - b^p = (a - b) (a^(p-1) + a^(p-2) b + ... + b^(p-1)), by Horner's rule.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        if constexpr (kPower == 2) {
            return multiply<Ops>({add_scaled<Ops>(Ops::add(b.x, b.x), z.x, scale),
                                  add_scaled<Ops>(Ops::add(b.y, b.y), z.y, scale)},
                                 z);
        } else {
            const Complex<Value> a{add_scaled<Ops>(b.x, z.x, scale),
                                   add_scaled<Ops>(b.y, z.y, scale)};
            Complex<Value> sum{Ops::add(a.x, b.x), Ops::add(a.y, b.y)};
            Complex<Value> of_b = b;
            for (int i = 2; i < kPower; ++i) {
                of_b = multiply<Ops>(of_b, b);
                sum = multiply_add<Ops>(sum, a, of_b);
            }
            return multiply<Ops>(sum, z);
        }
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value>) noexcept {
        return Ops::set(kLargest<typename Ops::Real>);
    }
};

struct Mandelbrot : PowerFormula<2> {
    static constexpr FormulaInfo kInfo{"mandelbrot", "Mandelbrot", "z^2 + c", 2, -0.75};
};
struct Multibrot3 : PowerFormula<3> {
    static constexpr FormulaInfo kInfo{"multibrot-3", "Multibrot 3", "z^3 + c", 3};
};
struct Multibrot4 : PowerFormula<4> {
    static constexpr FormulaInfo kInfo{"multibrot-4", "Multibrot 4", "z^4 + c", 4};
};
struct Multibrot5 : PowerFormula<5> {
    static constexpr FormulaInfo kInfo{"multibrot-5", "Multibrot 5", "z^5 + c", 5};
};
struct Multibrot6 : PowerFormula<6> {
    static constexpr FormulaInfo kInfo{"multibrot-6", "Multibrot 6", "z^6 + c", 6};
};
struct Multibrot7 : PowerFormula<7> {
    static constexpr FormulaInfo kInfo{"multibrot-7", "Multibrot 7", "z^7 + c", 7};
};
struct Multibrot8 : PowerFormula<8> {
    static constexpr FormulaInfo kInfo{"multibrot-8", "Multibrot 8", "z^8 + c", 8};
};

/// The partial derivatives of (Re z^2, Im z^2) are 2x, -2y, 2y, 2x; formulas with absolute values
/// change their signs.
struct SquareWithSigns {
    static constexpr int kPower = 0;
    static constexpr int kDegree = 2;
    static constexpr bool kLooksBack = false;

    /// Of Re z^2: ((X + S x)^2 - X^2 - (Y + S y)^2 + Y^2) / S.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value real_delta(Complex<Value> b, Complex<Value> z,
                                                  AnyScale scale) noexcept {
        const Value x = add_scaled<Ops>(Ops::add(b.x, b.x), z.x, scale);
        const Value y = add_scaled<Ops>(Ops::add(b.y, b.y), z.y, scale);
        return Ops::fma(x, z.x, Ops::neg(Ops::mul(y, z.y)));
    }
    /// Of the product of the parts: ((X + S x) (Y + S y) - X Y) / S.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value product_delta(Complex<Value> b, Complex<Value> z,
                                                     AnyScale scale) noexcept {
        return Ops::fma(b.x, z.y, Ops::mul(z.x, add_scaled<Ops>(b.y, z.y, scale)));
    }
    /// Of its magnitude.
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value folded_product_delta(Complex<Value> b, Complex<Value> z,
                                                            AnyScale scale) noexcept {
        return fold_difference<Ops>(Ops::mul(b.x, b.y), product_delta<Ops>(b, z, scale), scale);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value twice(Value a) noexcept {
        return Ops::add(a, a);
    }
    /// Distance to the nearer axis.
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value to_axes(Complex<Value> z) noexcept {
        const Value x = Ops::abs(z.x);
        const Value y = Ops::abs(z.y);
        return Ops::select(Ops::less(x, y), x, y);
    }
    /// Distance to the nearer diagonal, over sqrt 2 at least: ||x| - |y|| / 2.
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value to_diagonals(Complex<Value> z) noexcept {
        return Ops::mul(Ops::set(0.5), Ops::abs(Ops::add(Ops::abs(z.x), Ops::neg(Ops::abs(z.y)))));
    }
};

struct BurningShip : SquareWithSigns {
    static constexpr FormulaInfo kInfo{
        "burning-ship", "Burning Ship", "(|x| + i|y|)^2 + c", 2, -0.5, -0.5, 1, true};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return square_add<Ops>({Ops::abs(at.z.x), Ops::abs(at.z.y)}, k.c);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::add(at.z.x, at.z.x);
        const Value y = Ops::add(at.z.y, at.z.y);
        return {x, Ops::neg(y), Ops::with_sign(y, x), Ops::with_sign(x, y)};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {real_delta<Ops>(b, z, scale), twice<Ops>(folded_product_delta<Ops>(b, z, scale))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value> z) noexcept {
        return to_axes<Ops>(z);
    }
};

struct Tricorn : SquareWithSigns {
    static constexpr FormulaInfo kInfo{"tricorn", "Tricorn", "conj(z)^2 + c", 2, -0.25};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return square_add<Ops>({at.z.x, Ops::neg(at.z.y)}, k.c);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::add(at.z.x, at.z.x);
        const Value y = Ops::add(at.z.y, at.z.y);
        return {x, Ops::neg(y), Ops::neg(y), Ops::neg(x)};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {real_delta<Ops>(b, z, scale),
                Ops::neg(twice<Ops>(product_delta<Ops>(b, z, scale)))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value>) noexcept {
        return Ops::set(kLargest<typename Ops::Real>);
    }
};

/// Re z^2, whose sign Celtic and Buffalo fold.
template <class Ops, class Value = typename Ops::Value>
FATHOM_FORMULA_INLINE Value real_of_square(Complex<Value> z) noexcept {
    return Ops::fma(z.x, z.x, Ops::neg(Ops::mul(z.y, z.y)));
}

struct Celtic : SquareWithSigns {
    static constexpr FormulaInfo kInfo{"celtic", "Celtic", "|Re z^2| + i Im z^2 + c", 2, -0.75};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return {Ops::add(Ops::abs(real_of_square<Ops>(at.z)), k.c.x),
                Ops::fma_twice(at.z.x, at.z.y, k.c.y)};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::add(at.z.x, at.z.x);
        const Value y = Ops::add(at.z.y, at.z.y);
        const Value sign = Ops::with_sign(Ops::set(1), real_of_square<Ops>(at.z));
        return {Ops::mul(sign, x), Ops::neg(Ops::mul(sign, y)), y, x};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {fold_difference<Ops>(real_of_square<Ops>(b), real_delta<Ops>(b, z, scale), scale),
                twice<Ops>(product_delta<Ops>(b, z, scale))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value> z) noexcept {
        return to_diagonals<Ops>(z);
    }
};

struct Buffalo : SquareWithSigns {
    static constexpr FormulaInfo kInfo{
        "buffalo", "Buffalo", "|Re z^2| + i|Im z^2| + c", 2, -0.5, -0.5, 1, true};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return {Ops::add(Ops::abs(real_of_square<Ops>(at.z)), k.c.x),
                Ops::fma_twice(Ops::abs(at.z.x), Ops::abs(at.z.y), k.c.y)};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::add(at.z.x, at.z.x);
        const Value y = Ops::add(at.z.y, at.z.y);
        const Value sign = Ops::with_sign(Ops::set(1), real_of_square<Ops>(at.z));
        return {Ops::mul(sign, x), Ops::neg(Ops::mul(sign, y)), Ops::with_sign(y, x),
                Ops::with_sign(x, y)};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        return {fold_difference<Ops>(real_of_square<Ops>(b), real_delta<Ops>(b, z, scale), scale),
                twice<Ops>(folded_product_delta<Ops>(b, z, scale))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value> z) noexcept {
        const Value axes = to_axes<Ops>(z);
        const Value diagonals = to_diagonals<Ops>(z);
        return Ops::select(Ops::less(axes, diagonals), axes, diagonals);
    }
};

struct PerpendicularMandelbrot : SquareWithSigns {
    static constexpr FormulaInfo kInfo{"perpendicular-mandelbrot", "Perpendicular Mandelbrot",
                                       "(|x| - iy)^2 + c", 2, -0.75};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return square_add<Ops>({Ops::abs(at.z.x), Ops::neg(at.z.y)}, k.c);
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE MatrixSlope<Value> slope(const Point<Value> &at) noexcept {
        const Value x = Ops::add(at.z.x, at.z.x);
        const Value y = Ops::add(at.z.y, at.z.y);
        const Value sign = Ops::with_sign(Ops::set(1), at.z.x);
        return {x, Ops::neg(y), Ops::neg(Ops::mul(sign, y)), Ops::neg(Ops::abs(x))};
    }
    template <class Ops, class AnyScale, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> delta(Complex<Value> b, Complex<Value> z,
                                                      AnyScale scale) noexcept {
        // |X + S x| (Y + S y) - |X| Y
        const Value product =
            Ops::fma(fold_difference<Ops>(b.x, z.x, scale), add_scaled<Ops>(b.y, z.y, scale),
                     Ops::mul(Ops::abs(b.x), z.y));
        return {real_delta<Ops>(b, z, scale), Ops::neg(twice<Ops>(product))};
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Value fold(Complex<Value> z) noexcept {
        return Ops::abs(z.x);
    }
};

/// z^2 + c + p z_{n-1} (S. Ushiki, "Phoenix", IEEE Transactions on Circuits and Systems 35, 1988).
struct Phoenix {
    static constexpr int kPower = 0;
    static constexpr int kDegree = 0;
    static constexpr bool kLooksBack = true;
    static constexpr FormulaInfo kInfo{"phoenix", "Phoenix", "z^2 + c + p z before", 2, -0.25, 0, 1,
                                       false,     true};

    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE Complex<Value> step(const Point<Value> &at,
                                                     const Constants<Value> &k) noexcept {
        return square_add<Ops>(at.z, multiply_add<Ops>(k.parameter, at.before, k.c));
    }
    template <class Ops, class Value = typename Ops::Value>
    static FATHOM_FORMULA_INLINE ComplexSlope<Value> slope(const Point<Value> &at) noexcept {
        return {scaled<Ops>(at.z, 2)};
    }
};

/// All formulas. Their order is their numbers in the program, never in files.
using Formulas =
    FormulaList<Mandelbrot, Multibrot3, Multibrot4, Multibrot5, Multibrot6, Multibrot7, Multibrot8,
                BurningShip, Tricorn, Celtic, Buffalo, PerpendicularMandelbrot, Phoenix>;

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
