#include "render/numbers/real.h"

#include "render/numbers/decimal.h"
#include "render/numbers/wide_complex.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace fathom {

// Numbers travel between the two types as text, which MPFR rounds correctly and reads with a point
// in any locale.

Real Real::of(const Decimal &value, long bits) {
    Real result(bits);
    mpfr_strtofr(result.value_, value.to_string().c_str(), nullptr, 10, MPFR_RNDN);
    return result;
}

Decimal Real::to_decimal(long digits) const {
    if (mpfr_zero_p(value_))
        return {};
    // What mpfr_get_str may write: the digits, a sign and the end.
    std::string text(static_cast<std::size_t>(std::max(digits, 7L)) + 2, '\0');
    mpfr_exp_t exponent = 0;
    mpfr_get_str(text.data(), &exponent, 10, static_cast<std::size_t>(digits), value_, MPFR_RNDN);
    text.resize(text.find('\0'));
    text.insert(text.front() == '-' ? 1 : 0, "0.");
    return Decimal::parse(text + fmt::format("e{}", exponent));
}

WideComplex to_wide(const Real &x, const Real &y) {
    long x_exponent = 0;
    long y_exponent = 0;
    const double re = mpfr_get_d_2exp(&x_exponent, x.get(), MPFR_RNDN);
    const double im = mpfr_get_d_2exp(&y_exponent, y.get(), MPFR_RNDN);
    return normalised({re, 0, x_exponent}) + normalised({0, im, y_exponent});
}

} // namespace fathom
