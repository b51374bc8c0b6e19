#include "render/numbers/rounded.h"

#include "render/numbers/real.h"

#include <optional>
#include <pthread.h>

namespace fathom::rounded {
namespace {

/// MPFR's caches of a thread go with it. As an object of the thread's own would have it, but for
/// want of memory to note that the C library would end the program.
void free_cache_with_thread() {
    static const auto key = [] {
        pthread_key_t made{};
        const int failed = ::pthread_key_create(&made, [](void *) { mpfr_free_cache(); });
        return failed == 0 ? std::optional(made) : std::nullopt;
    }();
    if (key)
        static_cast<void>(::pthread_setspecific(*key, &key));
}

using Function = int(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

double of(double x, Function *function) {
    free_cache_with_thread();
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
