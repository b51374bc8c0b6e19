#pragma once

/// Functions of doubles, correctly rounded by MPFR: the same bits on every machine, which those of
/// <cmath> are not. Each takes a microsecond or two.
namespace fathom::rounded {

double exp(double x);
double exp10(double x);
double expm1(double x);
double log(double x);
double log10(double x);
double log1p(double x);
double sinh(double x);
double asinh(double x);
double acosh(double x);

} // namespace fathom::rounded
