#pragma once
#include "render/numbers/real.h"
#include "render/numbers/wide_complex.h"
#include "render/places/location.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fathom {

/// How far a search is, for others to read: steps of orbits, of about so many.
struct SearchProgress {
    std::atomic<std::uint64_t> done{0}, of{0};
};

/// A search for a special c about the centre of a location's view: of z^p + c, or of all formulas
/// that can be perturbed.
struct ParameterSearch {
    enum class Formulas { powers, perturbed };
    /// Throws InputError, which says `what` is sought, for a Julia set or another formula.
    ParameterSearch(const Location &location, const char *what, const std::atomic<bool> &stop,
                    SearchProgress *progress, Formulas formulas = Formulas::powers);

    /// Bits behind the point for so many digits behind it after `steps` steps.
    [[nodiscard]] static long bits_for(long digits, std::uint64_t steps);

    const Location &location;
    const std::atomic<bool> &stop;
    SearchProgress *progress; ///< may be null
    int power = 2;
    WideComplex radius; ///< 2 / zoom, half the view's height
    long digits = 0;    ///< behind the point that a result is to have: 50 beyond the view
};

/// An orbit goes on while |z| is at most this; what is special has orbits that stay.
inline constexpr double kFarOut = 256;

/// Digits that results have beyond their view.
inline constexpr long kDigitsBeyond = 50;

/// F'(z) = p z^(p-1) of F(z) = z^p + c.
inline WideComplex slope_at(const WideComplex &z, int p) noexcept {
    if (p == 2)
        return {z.x, z.y, z.exponent + 1};
    return wide(p) * power(z, p - 1);
}

/// value += by.
void add_wide(Real &re, Real &im, const WideComplex &by);

/// A complex number in full precision.
struct ExactComplex {
    Real x, y;
};
/// The same number.
ExactComplex exactly(const WideComplex &value);
/// a - b and a b, each part rounded once to a's precision.
ExactComplex subtract(const ExactComplex &a, const ExactComplex &b);
ExactComplex multiply(const ExactComplex &a, const ExactComplex &b);

/// By rising size, n itself left out.
std::vector<std::uint64_t> proper_divisors(std::uint64_t n);

/// A positive number 2^exponent to 8 significant digits. Throws InputError, with `what` it is,
/// where it is beyond what a Decimal holds.
Decimal power_of_two(const char *what, double exponent);

/// What Newton's method came to.
enum class NewtonEnd { converged, stopped, lost };
struct NewtonResult {
    NewtonEnd end = NewtonEnd::lost;
    int steps = 0; ///< by which c was moved
};

/// Newton's method for f(c) = 0 from re + im i on, which become the root. `quotient` gives
/// f(c) / f'(c) at a c, or nothing if it was stopped or cannot tell. Where that has a double's
/// precision a step wins about 40 digits of binary once it has begun to converge, and doubles
/// them before; f itself is as precise as the caller makes it. Converged: a quotient below
/// 10^-digits, which is the last step. Lost: a c further than 16 radii from the start, or 64 steps
/// without an end.
NewtonResult
newton(const ParameterSearch &search, long digits, Real &re, Real &im,
       const std::function<std::optional<ExactComplex>(const Real &re, const Real &im)> &quotient);

/// Quotients f / f' of an analytic f at one c after the other, with an f' that a double could not
/// hold: it is the slope between this c and the last one, once steps have begun to shrink. That is
/// the secant method, whose error is that of the last two multiplied: each c takes a whole orbit,
/// and by a double's f' takes three times as many of them.
class SecantQuotients {
  public:
    /// f, with its derivative to a double's precision, which has not to be 0.
    ExactComplex next(const Real &re, const Real &im, ExactComplex f,
                      const WideComplex &derivative);

  private:
    struct Visit {
        ExactComplex c, f;
        WideComplex quotient;
    };
    std::optional<Visit> last_;
};

} // namespace fathom
