#include "render/numbers/rounded.h"

#include "render/numbers/real.h"

namespace fathom::rounded {
namespace {

using Function = int(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

double of(double x, Function *function) {
    thread_local const RealCacheGuard guard;
    Real value = Real::of(x);
    function(value.get(), value.get(), MPFR_RNDN);
    return value.to_double();
}

} // namespace

double exp(double x) {
    return of(x, mpfr_exp);
}
double exp10(double x) {
    return of(x, mpfr_exp10);
}
double expm1(double x) {
    return of(x, mpfr_expm1);
}
double log(double x) {
    return of(x, mpfr_log);
}
double log10(double x) {
    return of(x, mpfr_log10);
}
double log1p(double x) {
    return of(x, mpfr_log1p);
}
double sinh(double x) {
    return of(x, mpfr_sinh);
}
double asinh(double x) {
    return of(x, mpfr_asinh);
}
double acosh(double x) {
    return of(x, mpfr_acosh);
}

} // namespace fathom::rounded
