#include "render/deep/newton.h"

#include "render/base/error.h"
#include "render/deep/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom {
namespace {

constexpr double kReach = 16; ///< radii
constexpr int kMostSteps = 64;

/// How much smaller a step has to be than the last one for the slope between them to be one at the
/// root, and how near to the derivative that has to come: else f is not linear there yet.
constexpr double kShrunk = 0x1p-10;
constexpr double kSameSlope = 0x1p-10;

/// a / b; b has not to be 0.
ExactComplex divide(const ExactComplex &a, ExactComplex b) {
    Real size(b.x.bits());
    mpfr_fmma(size.get(), b.x.get(), b.x.get(), b.y.get(), b.y.get(), MPFR_RNDN);
    mpfr_neg(b.y.get(), b.y.get(), MPFR_RNDN);
    ExactComplex result = multiply(a, b);
    mpfr_div(result.x.get(), result.x.get(), size.get(), MPFR_RNDN);
    mpfr_div(result.y.get(), result.y.get(), size.get(), MPFR_RNDN);
    return result;
}

} // namespace

ParameterSearch::ParameterSearch(const Location &place, const char *what,
                                 const std::atomic<bool> &stop_flag, SearchProgress *shown,
                                 Formulas formulas)
    : location(place), stop(stop_flag), progress(shown) {
    check_location(location);
    const kernels::FormulaInfo &info = kernels::formula_info(location.formula.id);
    const bool possible = formulas == Formulas::powers ? is_power(location.formula.id)
                                                       : !looks_back(location.formula.id);
    if (!possible)
        throw InputError(fmt::format("there are no {} of {}", what, info.id),
                         {Remedy::Kind::formula_with_minibrots});
    if (location.formula.julia)
        throw InputError(
            fmt::format("there are no {} of a Julia set, whose pixels are not parameters", what),
            {Remedy::Kind::no_julia});
    power = info.power;
    const WideNumber half = to_wide(divide(Decimal::from_double(2), location.view.zoom, 20));
    radius = normalised({half.fraction, 0, half.exponent});
    digits = std::max(std::lround(location.view.zoom.log10()), 0L) + kDigitsBeyond;
}

long ParameterSearch::bits_for(long digits, std::uint64_t steps) {
    constexpr double kRoom = 64;
    return std::lround(static_cast<double>(digits) * kLog2Of10 + kRoom +
                       std::log2(static_cast<double>(steps) + 1));
}

ExactComplex subtract(const ExactComplex &a, const ExactComplex &b) {
    ExactComplex result{Real(a.x.bits()), Real(a.x.bits())};
    mpfr_sub(result.x.get(), a.x.get(), b.x.get(), MPFR_RNDN);
    mpfr_sub(result.y.get(), a.y.get(), b.y.get(), MPFR_RNDN);
    return result;
}

/// a b, of a's precision.
ExactComplex multiply(const ExactComplex &a, const ExactComplex &b) {
    ExactComplex result{Real(a.x.bits()), Real(a.x.bits())};
    mpfr_fmms(result.x.get(), a.x.get(), b.x.get(), a.y.get(), b.y.get(), MPFR_RNDN);
    mpfr_fmma(result.y.get(), a.x.get(), b.y.get(), a.y.get(), b.x.get(), MPFR_RNDN);
    return result;
}

ExactComplex exactly(const WideComplex &value) {
    ExactComplex result{Real::of(value.x), Real::of(value.y)};
    for (Real *part : {&result.x, &result.y})
        mpfr_mul_2si(part->get(), part->get(), static_cast<long>(value.exponent), MPFR_RNDN);
    return result;
}

void add_wide(Real &re, Real &im, const WideComplex &by) {
    const ExactComplex terms = exactly(by);
    mpfr_add(re.get(), re.get(), terms.x.get(), MPFR_RNDN);
    mpfr_add(im.get(), im.get(), terms.y.get(), MPFR_RNDN);
}

std::vector<std::uint64_t> proper_divisors(std::uint64_t n) {
    std::vector<std::uint64_t> divisors;
    for (std::uint64_t i = 1; i <= n / i; ++i)
        if (n % i == 0) {
            divisors.push_back(i);
            divisors.push_back(n / i);
        }
    std::sort(divisors.begin(), divisors.end());
    divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
    divisors.pop_back(); // n itself
    return divisors;
}

Decimal power_of_two(const char *what, double exponent) {
    constexpr long kDigits = 8;
    const double exponent10 = exponent / kLog2Of10;
    const double whole = std::floor(exponent10);
    if (!(std::fabs(whole) < Decimal::kMaxDigits))
        throw InputError(fmt::format("{} is about 1e{:.0f}, beyond the 1e±{} that numbers reach "
                                     "here: choose a view of something less tiny",
                                     what, whole, Decimal::kMaxDigits));
    return (Decimal::from_double(std::pow(10, exponent10 - whole)) *
            Decimal::parse(fmt::format("1e{}", std::lround(whole))))
        .rounded_to_significant(kDigits);
}

NewtonResult
newton(const ParameterSearch &search, long digits, Real &re, Real &im,
       const std::function<std::optional<ExactComplex>(const Real &re, const Real &im)> &quotient) {
    NewtonResult result;
    const WideComplex reach = wide(kReach) * search.radius;
    WideComplex moved;
    for (;; ++result.steps) {
        const auto exact = quotient(re, im);
        const WideComplex q = exact ? to_wide(exact->x, exact->y) : WideComplex();
        if (search.stop)
            result.end = NewtonEnd::stopped;
        else if (exact && log2_size(q) < -static_cast<double>(digits) * kLog2Of10)
            result.end = NewtonEnd::converged;
        if (!exact || result.end == NewtonEnd::stopped)
            return result;
        const bool ends = result.end == NewtonEnd::converged;
        moved = moved - q;
        if (!ends && (result.steps == kMostSteps || is_smaller(reach, moved)))
            return result;
        mpfr_sub(re.get(), re.get(), exact->x.get(), MPFR_RNDN);
        mpfr_sub(im.get(), im.get(), exact->y.get(), MPFR_RNDN);
        if (ends)
            return result;
    }
}

ExactComplex SecantQuotients::next(const Real &re, const Real &im, ExactComplex f,
                                   const WideComplex &derivative) {
    const WideComplex by_derivative = to_wide(f.x, f.y) * inverse(derivative);
    Visit here{{re, im}, std::move(f), by_derivative};
    ExactComplex result = exactly(by_derivative);
    if (last_ && is_smaller(by_derivative, wide(kShrunk) * last_->quotient)) {
        const ExactComplex rise = subtract(here.f, last_->f);
        if (mpfr_zero_p(rise.x.get()) == 0 || mpfr_zero_p(rise.y.get()) == 0) {
            ExactComplex by_secant = divide(multiply(subtract(here.c, last_->c), here.f), rise);
            const WideComplex apart = to_wide(by_secant.x, by_secant.y) - by_derivative;
            if (is_smaller(apart, wide(kSameSlope) * by_derivative))
                result = std::move(by_secant);
        }
    }
    last_ = std::move(here);
    return result;
}

} // namespace fathom
