// All formulas by name alone: what deals them out has no need of their steps.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H)) ||           \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H
#elif defined(FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H_TARGET)
#undef FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H_TARGET
#else
#define FATHOM_KERNELS_FORMULAS_FORMULA_LIST_INL_H_TARGET
#endif

#include "kernels/formulas/formula_info.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

struct Mandelbrot;
struct Multibrot3;
struct Multibrot4;
struct Multibrot5;
struct Multibrot6;
struct Multibrot7;
struct Multibrot8;
struct BurningShip;
struct Tricorn;
struct Celtic;
struct Buffalo;
struct PerpendicularMandelbrot;
struct Phoenix;

/// All formulas. Their order is their numbers in the program, never in files.
using Formulas =
    FormulaList<Mandelbrot, Multibrot3, Multibrot4, Multibrot5, Multibrot6, Multibrot7, Multibrot8,
                BurningShip, Tricorn, Celtic, Buffalo, PerpendicularMandelbrot, Phoenix>;

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
