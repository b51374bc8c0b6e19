#pragma once
#include "kernels/perturbation/jump_draft.h"
#include "kernels/perturbation/perturbed_view.h"

namespace fathom {

struct RoundTrip;

/// The periodic core of a reference orbit that returns to near 0 along `trip`, of the formula
/// z^power + c and for pixels with |c| up to `c_size`; without a period where jumps of the first
/// order do not reach far enough for it to be of use.
template <class Real>
kernels::PeriodicCore<Real> periodic_core(const RoundTrip &trip, int power,
                                          const kernels::WideReal &c_size);

} // namespace fathom
