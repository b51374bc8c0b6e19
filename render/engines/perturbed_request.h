#pragma once
#include "kernels/perturbation/perturbed_view.h"
#include "render/deep/perturbation.h"
#include "render/engines/render_request.h"

namespace fathom {

/// What tables the pixels of a request need.
TableNeeds table_needs(const RenderRequest &request);

/// The view that loops take, with the tables in host memory. `Real` and kLinear are the tables'.
template <class Real, int kLinear>
kernels::PerturbedView<Real, kLinear> perturbed_view(const RenderRequest &request,
                                                     const PerturbationData &data);

/// The request's map, from the reference point on.
kernels::PixelMap perturbed_map(const RenderRequest &request, const PerturbationData &data);

} // namespace fathom
