#pragma once
#include "kernels/base/scalar_ops.h"
#include "kernels/base/two_ops-inl.h"

namespace fathom::kernels {

/// Sums of two floats or doubles, for one pixel. To be included before Highway.
template <class Part> struct ScalarOps<Two<Part>> : scalar::TwoOps<ScalarOps<Part>> {};

static_assert(PerturbedOps<ScalarOps<Two<float>>> && PerturbedOps<ScalarOps<Two<double>>>);

} // namespace fathom::kernels
