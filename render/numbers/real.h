#pragma once
#include <gmp.h>
#include <mpfr.h>
#include <utility>

namespace fathom {

class Decimal;
struct WideComplex;

/// A real number in binary of a chosen precision: MPFR's, owned. It is what orbits in full
/// precision are made of; places and zooms that people see are Decimals.
class Real {
  public:
    /// Zero of `bits` >= 1 bits.
    explicit Real(long bits = 53) {
        mpfr_init2(value_, bits);
        mpfr_set_zero(value_, 1);
    }
    /// `value` exactly.
    static Real of(double value) {
        Real result;
        mpfr_set_d(result.value_, value, MPFR_RNDN);
        return result;
    }
    /// `value` rounded to `bits` bits, ties to even.
    static Real of(const Decimal &value, long bits);

    Real(const Real &other) : Real(other.bits()) { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Real(Real &&other) noexcept : Real(1) { mpfr_swap(value_, other.value_); }
    /// Takes over the precision, too.
    Real &operator=(const Real &other) {
        if (this != &other) {
            mpfr_set_prec(value_, other.bits());
            mpfr_set(value_, other.value_, MPFR_RNDN);
        }
        return *this;
    }
    Real &operator=(Real &&other) noexcept {
        mpfr_swap(value_, other.value_);
        return *this;
    }
    ~Real() { mpfr_clear(value_); }

    [[nodiscard]] long bits() const noexcept { return mpfr_get_prec(value_); }
    [[nodiscard]] mpfr_ptr get() noexcept { return value_; }
    [[nodiscard]] mpfr_srcptr get() const noexcept { return value_; }

    /// The nearest double, infinite beyond the largest.
    [[nodiscard]] double to_double() const { return mpfr_get_d(value_, MPFR_RNDN); }
    /// Rounded to `digits` >= 2 significant decimal digits. The value has to be finite.
    [[nodiscard]] Decimal to_decimal(long digits) const;

  private:
    mpfr_t value_;
};

/// x + iy to about a double's precision, however small or large.
WideComplex to_wide(const Real &x, const Real &y);

/// Frees what MPFR keeps for the thread that ends; to be made first in every thread that computes
/// with Reals.
class RealCacheGuard {
  public:
    RealCacheGuard() = default;
    ~RealCacheGuard() { mpfr_free_cache(); }
    RealCacheGuard(const RealCacheGuard &) = delete;
    RealCacheGuard &operator=(const RealCacheGuard &) = delete;
};

} // namespace fathom
