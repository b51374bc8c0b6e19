#pragma once
#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/formula_math-inl.h"
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/wide_number-inl.h"

#include <algorithm>

namespace fathom {

/// What an engine would notice at that point, `after` steps behind a jump's start.
template <class Real, class Part>
kernels::JumpNotice<Part> notice_of(const kernels::OrbitPoint<Real> &point,
                                    const kernels::Trap<Part> &trap, std::uint32_t after) {
    using Ops = kernels::ScalarOps<Part>;
    const auto z = kernels::scalar::high(kernels::scalar::Complex<Real>{point.x, point.y});
    return {kernels::scalar::norm<Ops>(z.x, z.y), kernels::scalar::trap_distance<Ops>(z, trap),
            after};
}

/// Takes over what is nearer.
template <class Real>
void take_nearer(kernels::JumpNotice<Real> &to, const kernels::JumpNotice<Real> &from) {
    if (from.nearest < to.nearest) {
        to.nearest = from.nearest;
        to.nearest_after = from.nearest_after;
    }
    to.trap = std::min(to.trap, from.trap);
}

} // namespace fathom
