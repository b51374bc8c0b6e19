#pragma once
#include "kernels/formulas/buffalo-inl.h"
#include "kernels/formulas/burning_ship-inl.h"
#include "kernels/formulas/celtic-inl.h"
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/perpendicular_mandelbrot-inl.h"
#include "kernels/formulas/phoenix-inl.h"
#include "kernels/formulas/powers-inl.h"
#include "kernels/formulas/tricorn-inl.h"

#include <utility>

namespace fathom::kernels {

/// Calls use.template operator()<Formula>() for the formula of that number, which is one for single
/// pixels.
template <class Use> void with_formula(FormulaId id, Use use) {
    [&]<std::size_t... index>(std::index_sequence<index...>) {
        ((FormulaId(index) == id
              ? use.template operator()<typename FormulaAt<index, scalar::Formulas>::Type>()
              : void()),
         ...);
    }
    (std::make_index_sequence<kFormulaCount>());
}

} // namespace fathom::kernels
