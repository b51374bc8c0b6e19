#include "render/deep/newton.h"

#include "render/base/error.h"
#include "render/deep/fixed_point.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr double kLog2Of10 = 3.32192809488736234787;
constexpr double kReach = 16; ///< radii
constexpr int kMostSteps = 64;

} // namespace

ParameterSearch::ParameterSearch(const Location &place, const char *what,
                                 const std::atomic<bool> &stop_flag, SearchProgress *shown,
                                 Formulas formulas)
    : location(place), stop(stop_flag), progress(shown) {
    check_location(location);
    const kernels::FormulaInfo &info = kernels::formula_info(location.formula.id);
    const bool possible = formulas == Formulas::powers ? is_power(location.formula.id)
                                                       : can_be_perturbed(location.formula.id);
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

void add_wide(Real &re, Real &im, const WideComplex &by) {
    const auto add = [&](Real &value, double part) {
        Real term = Real::of(part);
        mpfr_mul_2si(term.get(), term.get(), static_cast<long>(by.exponent), MPFR_RNDN);
        mpfr_add(value.get(), value.get(), term.get(), MPFR_RNDN);
    };
    add(re, by.x);
    add(im, by.y);
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
       const std::function<std::optional<WideComplex>(const Real &re, const Real &im)> &quotient) {
    NewtonResult result;
    const WideComplex reach = wide(kReach) * search.radius;
    WideComplex moved;
    for (;; ++result.steps) {
        const auto q = quotient(re, im);
        if (search.stop)
            result.end = NewtonEnd::stopped;
        else if (q && log2_size(*q) < -static_cast<double>(digits) * kLog2Of10)
            result.end = NewtonEnd::converged;
        if (!q || result.end != NewtonEnd::lost || result.steps == kMostSteps)
            return result;
        moved = moved - *q;
        if (is_smaller(reach, moved))
            return result;
        add_wide(re, im, -*q);
    }
}

} // namespace fathom
