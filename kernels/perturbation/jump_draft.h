#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/cubic_map-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

#include <array>
#include <bit>
#include <cmath>
#include <type_traits>

namespace fathom::kernels {

/// A number a 2^e, a in [1, 2) or 0.
struct WideReal {
    double a = 0;
    std::int32_t e = kZeroExponent;
};
/// What nothing limits.
inline constexpr WideReal kNoLimit{1, 1 << 27};

FATHOM_INLINE WideReal wide_real(double a, std::int32_t e) noexcept {
    const std::int32_t own = ScalarOps<double>::exponent_of(a);
    if (own == kZeroExponent)
        return {};
    return {a * ScalarOps<double>::power_of_two(-own), e + own};
}
inline bool operator<(const WideReal &a, const WideReal &b) noexcept {
    return a.e < b.e || (a.e == b.e && a.a < b.a);
}
inline WideReal smaller(const WideReal &a, const WideReal &b) noexcept {
    return a < b ? a : b;
}
inline WideReal times(const WideReal &a, double factor) noexcept {
    return wide_real(a.a * factor, a.e);
}
inline WideReal product(const WideReal &a, const WideReal &b) noexcept {
    return wide_real(a.a * b.a, a.e + b.e);
}
/// a / b; no limit where b is 0.
inline WideReal quotient(const WideReal &a, const WideReal &b) noexcept {
    return b.a == 0 ? kNoLimit : wide_real(a.a / b.a, a.e - b.e);
}
inline WideReal square_root(const WideReal &a) noexcept {
    const bool odd = a.e % 2 != 0;
    return wide_real(std::sqrt(odd ? 2 * a.a : a.a), (odd ? a.e - 1 : a.e) / 2);
}

inline WideReal cube_root(const WideReal &a) noexcept {
    const std::int32_t over = (a.e % 3 + 3) % 3;
    return wide_real(std::cbrt(std::ldexp(a.a, over)), (a.e - over) / 3);
}

/// Plain numbers, whose quotient by 0 is infinite, used likewise.
inline double smaller(double a, double b) noexcept {
    return b < a ? b : a;
}
inline double times(double a, double factor) noexcept {
    return a * factor;
}
inline double product(double a, double b) noexcept {
    return a * b;
}
inline double quotient(double a, double b) noexcept {
    return a / b;
}

/// The number type of a linear map or a form.
template <class Map> struct RealOfMap;
template <template <class> class Map, class Real> struct RealOfMap<Map<Real>> {
    using Type = Real;
};
template <class Map> using RealOf = typename RealOfMap<Map>::Type;

/// A linear map or a form 2^exponent; its largest real lies in [1, 2), or it is 0.
template <class Map> struct WideMap {
    Map map{};
    std::int32_t exponent = kZeroExponent;
};
// Clang 14 does not deduce it.
template <class Map> WideMap(Map, std::int32_t) -> WideMap<Map>;

/// High parts, see HighOps.
template <class Linear>
WideMap<scalar::HighLinear<Linear>> high(const WideMap<Linear> &map) noexcept {
    return {scalar::high(map.map), map.exponent};
}

/// In what the jumps for pixels of a type are put together: the pixels' places, too.
template <class Real> using DraftReal = PlaceReal<Real>;

/// How large z~ and c may be where the third order is kept: bounds of them and of their products.
template <class Number> struct CubicLimits { Number z, c, zzz, zzc, zcc, ccc; };

/// What limits those of first x and then y, see merged(): the norms of x's coefficients, and those
/// of y's with its first step, A', D' and G'. `share` is the tolerance times |A'|, `room` how large
/// z may be at the joint. With L, Q and C the parts of the first, second and third order of x, the
/// terms of the fourth order that are lost are 2 D' L C, D' Q^2 and 3 G' L^2 Q; each gets a quarter
/// of the share, in equal parts for the products of z~ and c that it has.
template <class Number> struct CubicNorms { Number a, b, d, e, f, g, h, i, j; };
template <class Number>
void limit(CubicLimits<Number> &limits, const CubicNorms<Number> &x, const Number &of_d,
           const Number &of_g, const Number &room, const Number &share) noexcept {
    const auto lower = [](Number &to, const Number &by) { to = smaller(to, by); };
    lower(limits.z, quotient(room, x.a));
    lower(limits.c, quotient(room, x.b));
    const Number by_d = quotient(share, of_d);
    const Number with_first = times(by_d, 1.0 / 32);
    lower(limits.zzz, quotient(with_first, x.g));
    lower(limits.zzc, quotient(with_first, x.h));
    lower(limits.zcc, quotient(with_first, x.i));
    lower(limits.ccc, quotient(with_first, x.j));
    const Number squared = times(by_d, 1.0 / 36);
    lower(limits.zzz, quotient(product(squared, x.a), product(x.d, x.d)));
    lower(limits.zcc, quotient(product(squared, x.a), product(x.e, x.e)));
    lower(limits.ccc, quotient(product(squared, x.b), product(x.f, x.f)));
    const Number cubed = times(quotient(share, of_g), 1.0 / 72);
    lower(limits.zzz, quotient(cubed, product(x.a, x.d)));
    lower(limits.zzc, quotient(cubed, product(x.a, x.e)));
    lower(limits.zzc, quotient(cubed, product(x.b, x.d)));
    lower(limits.zcc, quotient(cubed, product(x.a, x.f)));
    lower(limits.zcc, quotient(cubed, product(x.b, x.e)));
    lower(limits.ccc, quotient(cubed, product(x.b, x.f)));
}

/// The third order of a jump of z^p + c while it is put together, see JumpDraft and CubicForms.
struct CubicDraft {
    using Form = WideMap<scalar::ComplexForm<double>>;
    Form g, h, i, j;
    CubicLimits<WideReal> limits{kNoLimit, kNoLimit, kNoLimit, kNoLimit, kNoLimit, kNoLimit};

    /// How large c may be: an eighth of what its own powers let it, which few views come near to,
    /// so that its products with z~ leave that its room.
    [[nodiscard]] WideReal radius_c() const noexcept {
        return times(smaller(limits.c, cube_root(limits.ccc)), 0.125);
    }
    [[nodiscard]] WideReal radius() const noexcept {
        const WideReal c = radius_c();
        const WideReal alone = smaller(limits.z, cube_root(limits.zzz));
        return smaller(smaller(alone, square_root(quotient(limits.zzc, c))),
                       quotient(limits.zcc, product(c, c)));
    }
};

/// A complex map's number.
template <class Linear> CubicDraft::Form number_of(const WideMap<Linear> &map) noexcept {
    return {{scalar::high(map.map).d}, map.exponent};
}

/// Other formulas have none.
struct NoCubicDraft {};

/// A jump while it is put together: in double or sums of two with exponents; see Jump. The second
/// order and what decides are double. Nothing limits a single step.
template <class LinearMap> struct JumpDraft {
    using Linear = LinearMap;
    using Square = typename scalar::FormsOf<scalar::HighLinear<Linear>>::Square;
    using Mixed = typename scalar::FormsOf<scalar::HighLinear<Linear>>::Mixed;
    WideMap<Linear> a, b;
    WideMap<Square> d;
    WideMap<Mixed> e;
    WideMap<Square> f;
    /// Where the second order is the last one that is kept.
    WideReal radius = kNoLimit;
    WideReal radius_c = kNoLimit;
    std::conditional_t<Linear::kReals == 2, CubicDraft, NoCubicDraft> cubic;
    std::uint64_t first = 0; ///< m
    std::uint32_t length = 0;
};

/// The draft of a formula's jumps.
template <class Formula, class Real = double>
using DraftOf = JumpDraft<scalar::SlopeOf<Formula, ScalarOps<Real>>>;

/// The reals of a map or form, in the order of its members.
template <template <class> class Map, class Real> auto reals_of(const Map<Real> &map) noexcept {
    return std::bit_cast<std::array<Real, Map<Real>::kReals>>(map);
}

template <template <class> class Map, class Real>
WideMap<Map<Real>> normalised(const WideMap<Map<Real>> &map) noexcept {
    auto reals = reals_of(map.map);
    double largest = 0;
    for (const Real &real : reals)
        largest = std::fabs(stored(real)) > largest ? std::fabs(stored(real)) : largest;
    const std::int32_t own = ScalarOps<double>::exponent_of(largest);
    if (own == kZeroExponent)
        return {};
    const Real factor = ScalarOps<Real>::power_of_two(-own);
    for (Real &real : reals)
        real = ScalarOps<Real>::mul(real, factor);
    return {std::bit_cast<Map<Real>>(reals), map.exponent + own};
}

template <template <class> class Map, class Real>
WideMap<Map<Real>> sum_of(const WideMap<Map<Real>> &a, const WideMap<Map<Real>> &b) noexcept {
    using Ops = ScalarOps<Real>;
    const std::int32_t e = a.exponent < b.exponent ? b.exponent : a.exponent;
    const Real of_a = Ops::power_of_two(a.exponent - e);
    const Real of_b = Ops::power_of_two(b.exponent - e);
    auto sum = reals_of(a.map);
    const auto other = reals_of(b.map);
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = Ops::add(Ops::mul(sum[i], of_a), Ops::mul(other[i], of_b));
    return normalised(WideMap<Map<Real>>{std::bit_cast<Map<Real>>(sum), e});
}

/// A bound of what it makes of vectors with a Chebyshev norm of 1, up to a factor of 2 for complex
/// forms.
template <class Map> double size_of(const Map &map) noexcept {
    const auto reals = reals_of(map);
    const auto size = [&](std::size_t i) { return std::fabs(stored(reals[i])); };
    double first = 0, second = 0;
    if constexpr (Map::kReals == 2) {
        first = size(0) + size(1);
    } else if constexpr (Map::kReals == 4) { // by rows
        first = size(0) + size(1);
        second = size(2) + size(3);
    } else { // both results of one coefficient behind each other
        for (std::size_t i = 0; i < reals.size(); i += 2) {
            first += size(i);
            second += size(i + 1);
        }
    }
    return first < second ? second : first;
}
template <class Map> WideReal norm_of(const WideMap<Map> &map) noexcept {
    return wide_real(size_of(map.map), map.exponent);
}

namespace merging {

using Ops = ScalarOps<double>;
using Vector = scalar::Complex<double>;
using ComplexLinear = scalar::ComplexSlope<double>;
using MatrixLinear = scalar::MatrixSlope<double>;
using ComplexForm = scalar::ComplexForm<double>;
using SquareForm = scalar::SquareForm<double>;
using MixedForm = scalar::MixedForm<double>;

inline ComplexForm compose(const ComplexLinear &l, const ComplexForm &form) noexcept {
    return {scalar::multiply<Ops>(l.d, form.d)};
}
inline SquareForm compose(const MatrixLinear &l, const SquareForm &form) noexcept {
    return {scalar::apply<Ops>(l, form.xx), scalar::apply<Ops>(l, form.xy),
            scalar::apply<Ops>(l, form.yy)};
}
inline MixedForm compose(const MatrixLinear &l, const MixedForm &form) noexcept {
    return {scalar::apply<Ops>(l, form.xu), scalar::apply<Ops>(l, form.xv),
            scalar::apply<Ops>(l, form.yu), scalar::apply<Ops>(l, form.yv)};
}
template <template <class> class Linear, class Real>
requires(std::is_same_v<Linear<Real>, scalar::ComplexSlope<Real>> ||
         std::is_same_v<Linear<Real>, scalar::MatrixSlope<Real>>)
    Linear<Real> compose(const Linear<Real> &l, const Linear<Real> &of)
noexcept {
    return scalar::compose<ScalarOps<Real>>(l, of);
}

/// form(p, q) + form(q, p) of the symmetric bilinear form, so form(p, p) twice.
inline Vector both_ways(const SquareForm &form, Vector p, Vector q) noexcept {
    const double xx = 2 * p.x * q.x;
    const double xy = p.x * q.y + p.y * q.x;
    const double yy = 2 * p.y * q.y;
    return {form.xx.x * xx + form.xy.x * xy + form.yy.x * yy,
            form.xx.y * xx + form.xy.y * xy + form.yy.y * yy};
}
inline Vector half(Vector v) noexcept {
    return {0.5 * v.x, 0.5 * v.y};
}
inline Vector first_column(const MatrixLinear &map) noexcept {
    return {map.ux, map.vx};
}
inline Vector second_column(const MatrixLinear &map) noexcept {
    return {map.uy, map.vy};
}
inline Vector plus(Vector a, Vector b) noexcept {
    return {a.x + b.x, a.y + b.y};
}
/// The mixed form's part with u or v, of a vector z.
inline Vector with_u(const MixedForm &form, Vector z) noexcept {
    return {form.xu.x * z.x + form.yu.x * z.y, form.xu.y * z.x + form.yu.y * z.y};
}
inline Vector with_v(const MixedForm &form, Vector z) noexcept {
    return {form.xv.x * z.x + form.yv.x * z.y, form.xv.y * z.x + form.yv.y * z.y};
}

/// form(l z).
inline ComplexForm substitute(const ComplexForm &form, const ComplexLinear &l) noexcept {
    return {scalar::multiply<Ops>(form.d, scalar::multiply<Ops>(l.d, l.d))};
}
inline SquareForm substitute(const SquareForm &form, const MatrixLinear &l) noexcept {
    const Vector p = first_column(l);
    const Vector q = second_column(l);
    return {half(both_ways(form, p, p)), both_ways(form, p, q), half(both_ways(form, q, q))};
}

/// What of form(l z + m c) is mixed.
inline ComplexForm substitute(const ComplexForm &form, const ComplexLinear &l,
                              const ComplexLinear &m) noexcept {
    const Vector once = scalar::multiply<Ops>(form.d, scalar::multiply<Ops>(l.d, m.d));
    return {plus(once, once)};
}
inline MixedForm substitute(const SquareForm &form, const MatrixLinear &l,
                            const MatrixLinear &m) noexcept {
    const Vector p = first_column(l);
    const Vector q = second_column(l);
    const Vector r = first_column(m);
    const Vector s = second_column(m);
    return {both_ways(form, p, r), both_ways(form, p, s), both_ways(form, q, r),
            both_ways(form, q, s)};
}

/// form(l z, c) of a mixed form,
inline ComplexForm give_z(const ComplexForm &form, const ComplexLinear &l) noexcept {
    return {scalar::multiply<Ops>(l.d, form.d)};
}
inline MixedForm give_z(const MixedForm &form, const MatrixLinear &l) noexcept {
    const Vector p = first_column(l);
    const Vector q = second_column(l);
    return {with_u(form, p), with_v(form, p), with_u(form, q), with_v(form, q)};
}
/// and form(m c, c), a square form.
inline ComplexForm give_c(const ComplexForm &form, const ComplexLinear &m) noexcept {
    return {scalar::multiply<Ops>(m.d, form.d)};
}
inline SquareForm give_c(const MixedForm &form, const MatrixLinear &m) noexcept {
    const Vector p = first_column(m);
    const Vector q = second_column(m);
    return {with_u(form, p), plus(with_u(form, q), with_v(form, p)), with_v(form, q)};
}

/// a + b.
template <template <class> class Map, class Real>
Map<Real> add(const Map<Real> &a, const Map<Real> &b) noexcept {
    auto sum = reals_of(a);
    const auto other = reals_of(b);
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = ScalarOps<Real>::add(sum[i], other[i]);
    return std::bit_cast<Map<Real>>(sum);
}

} // namespace merging

/// `outer` of what `inner` gives.
template <class Linear, class Map>
WideMap<Map> composed(const WideMap<Linear> &outer, const WideMap<Map> &inner) noexcept {
    return normalised(
        WideMap<Map>{merging::compose(outer.map, inner.map), outer.exponent + inner.exponent});
}

/// form(l z),
template <class Form, class Linear>
WideMap<Form> substituted(const WideMap<Form> &form, const WideMap<Linear> &l) noexcept {
    return normalised(
        WideMap<Form>{merging::substitute(form.map, l.map), form.exponent + 2 * l.exponent});
}
/// and what of form(l z + m c) is mixed.
template <class Form, class Linear>
auto substituted(const WideMap<Form> &form, const WideMap<Linear> &l,
                 const WideMap<Linear> &m) noexcept {
    return normalised(WideMap{merging::substitute(form.map, l.map, m.map),
                              form.exponent + l.exponent + m.exponent});
}
/// form(l z, c) of a mixed form,
template <class Form, class Linear>
auto with_z(const WideMap<Form> &form, const WideMap<Linear> &l) noexcept {
    return normalised(WideMap{merging::give_z(form.map, l.map), form.exponent + l.exponent});
}
/// and form(m c, c), a square form.
template <class Form, class Linear>
auto with_z_of_c(const WideMap<Form> &form, const WideMap<Linear> &m) noexcept {
    return normalised(WideMap{merging::give_c(form.map, m.map), form.exponent + m.exponent});
}

} // namespace fathom::kernels
