#pragma once
#include "kernels/cuda/perturbed.h"

namespace fathom {

struct PerturbationData;
struct RenderRequest;

} // namespace fathom

namespace fathom::cuda {

class DeviceTables;

/// The slice of a perturbed request of whose `common` part the map is not yet set; `tables` are
/// those of `data`.
template <class Real>
kernels::cuda::PerturbedSlice<Real>
perturbed_slice(const RenderRequest &request, const PerturbationData &data,
                const DeviceTables &tables, const kernels::cuda::Slice<Real> &common);

} // namespace fathom::cuda
