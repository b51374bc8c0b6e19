#pragma once
#include "kernels/perturbation/jump_draft.h"
#include "kernels/perturbation/perturbed_view.h"

namespace fathom {

template <class Real> struct RoundTrip;

/// The periodic core of a reference orbit of z^2 + c that returns to near 0 along `trip`, for
/// pixels with |c| up to `c_size`; without a period where jumps of the first order do not reach far
/// enough for it to be of use. (Minibrots of higher powers would have to be far smaller: at those
/// of z^3 + c with sizes down to 1e-80 they never do.)
template <class Real>
kernels::PeriodicCore<Real> periodic_core(const RoundTrip<Real> &trip,
                                          const kernels::WideReal &c_size);

} // namespace fathom
