#pragma once
#include <mpfr.h>
#include <string>

namespace fathom {

/// A real number of so many bits that no rounding of the tests' orbits can spoil it.
template <int kBits> class ExactNumber {
    using Exact = ExactNumber;

  public:
    ExactNumber(double value = 0) { // NOLINT(google-explicit-constructor): as a number is written
        mpfr_init2(value_, kBits);
        mpfr_set_d(value_, value, MPFR_RNDN);
    }
    explicit ExactNumber(const std::string &text) : ExactNumber(0) {
        mpfr_set_str(value_, text.c_str(), 10, MPFR_RNDN);
    }
    ~ExactNumber() { mpfr_clear(value_); }
    ExactNumber(const Exact &other) {
        mpfr_init2(value_, kBits);
        mpfr_set(value_, other.value_, MPFR_RNDN);
    }
    Exact &operator=(const Exact &other) {
        mpfr_set(value_, other.value_, MPFR_RNDN);
        return *this;
    }

    [[nodiscard]] double to_double() const { return mpfr_get_d(value_, MPFR_RNDN); }

    friend Exact operator+(const Exact &a, const Exact &b) { return make(mpfr_add, a, b); }
    friend Exact operator-(const Exact &a, const Exact &b) { return make(mpfr_sub, a, b); }
    friend Exact operator*(const Exact &a, const Exact &b) { return make(mpfr_mul, a, b); }
    friend Exact operator/(const Exact &a, const Exact &b) { return make(mpfr_div, a, b); }
    friend Exact abs(const Exact &a) {
        Exact result;
        mpfr_abs(result.value_, a.value_, MPFR_RNDN);
        return result;
    }
    friend Exact sqrt(const Exact &a) {
        Exact result;
        mpfr_sqrt(result.value_, a.value_, MPFR_RNDN);
        return result;
    }
    friend Exact log(const Exact &a) {
        Exact result;
        mpfr_log(result.value_, a.value_, MPFR_RNDN);
        return result;
    }

  private:
    template <class Operation>
    static Exact make(Operation operation, const Exact &a, const Exact &b) {
        Exact result;
        operation(result.value_, a.value_, b.value_, MPFR_RNDN);
        return result;
    }

    mpfr_t value_;
};

using Exact = ExactNumber<200>;

} // namespace fathom
