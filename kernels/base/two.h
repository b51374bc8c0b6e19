#pragma once
#include "kernels/base/portable.h"

#include <concepts>
#include <limits>
#include <type_traits>

namespace fathom::kernels {

/// An unevaluated sum hi + lo, hi being the number nearest to it: twice the digits of its parts,
/// and the range of one. ("Double-double" and the like elsewhere.) `Part` is float, double or a
/// vector of them. See two_ops-inl.h for its arithmetic.
template <class Part> struct Two {
    Part hi, lo;

    Two() = default;
    FATHOM_INLINE constexpr Two(Part high, Part low) noexcept : hi(high), lo(low) {}
    /// A number, or as much of it as fits.
    template <class Number>
    requires(std::is_arithmetic_v<Number> &&std::floating_point<Part>)
        // Wherever a float or a double may stand.
        FATHOM_INLINE constexpr Two(Number value) noexcept // NOLINT(google-explicit-constructor)
        : hi(static_cast<Part>(value)),
          lo(sizeof(Number) > sizeof(Part)
                 ? static_cast<Part>(value - static_cast<Number>(static_cast<Part>(value)))
                 : Part(0)) {}

    /// As much of another type's sum as fits.
    template <std::floating_point Other>
    FATHOM_INLINE constexpr explicit Two(Two<Other> value) noexcept
        : hi(static_cast<Part>(value.hi)),
          lo(static_cast<Part>(value.hi - static_cast<Other>(static_cast<Part>(value.hi)) +
                               value.lo)) {}

    /// Rounded to one number.
    FATHOM_INLINE constexpr explicit
    operator float() const noexcept requires std::floating_point<Part> {
        return static_cast<float>(hi);
    }
    FATHOM_INLINE constexpr explicit
    operator double() const noexcept requires std::floating_point<Part> {
        return static_cast<double>(hi) + static_cast<double>(lo);
    }

    friend FATHOM_INLINE constexpr bool
    operator==(const Two &a, const Two &b) noexcept requires std::floating_point<Part> {
        return a.hi == b.hi && a.lo == b.lo;
    }
    friend FATHOM_INLINE constexpr bool
    operator<(const Two &a, const Two &b) noexcept requires std::floating_point<Part> {
        return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
    }
    friend FATHOM_INLINE constexpr bool
    operator<=(const Two &a, const Two &b) noexcept requires std::floating_point<Part> {
        return a.hi < b.hi || (a.hi == b.hi && a.lo <= b.lo);
    }
    friend FATHOM_INLINE constexpr bool
    operator>(const Two &a, const Two &b) noexcept requires std::floating_point<Part> {
        return b < a;
    }
};

/// What a number's value is stored in when it leaves an orbit: of a sum of two one of its parts.
template <class Real> struct StoredType { using Type = Real; };
template <class Part> struct StoredType<Two<Part>> { using Type = Part; };
template <class Real> using Stored = typename StoredType<Real>::Type;

template <class Real> FATHOM_INLINE constexpr Stored<Real> stored(Real value) noexcept {
    return static_cast<Stored<Real>>(value);
}

/// In what pixels' places are computed, before they are rounded to the type that is iterated in:
/// the same ones for every type that doubles suffice for.
template <class Real>
using PlaceReal = std::conditional_t<std::is_same_v<Real, Two<double>>, Two<double>, double>;

/// Whether it is a sum of two.
template <class Real> inline constexpr bool kIsTwo = !std::is_same_v<Stored<Real>, Real>;

/// Float, double, or a sum of two of them.
template <class Real>
concept RealNumber = std::floating_point<Stored<Real>>;

} // namespace fathom::kernels
