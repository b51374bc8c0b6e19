#include "render/engines/cuda/perturbed_slice.h"

#include "render/engines/cuda/device_tables.h"
#include "render/engines/perturbed_request.h"

namespace fathom::cuda {

template <class Real>
kernels::cuda::PerturbedSlice<Real>
perturbed_slice(const RenderRequest &request, const PerturbationData &data,
                const DeviceTables &tables, const kernels::cuda::Slice<Real> &common) {
    kernels::cuda::PerturbedSlice<Real> slice;
    slice.common = common;
    slice.common.map = perturbed_map(request, data);
    slice.map_exponent = request.map_exponent;
    const auto set_view = [&]<int kLinear>(const JumpTables<Real, kLinear> &) {
        auto view = perturbed_view<Real, kLinear>(request, data);
        tables.point(view.tables);
        slice.set_view(view);
    };
    if (const auto *complex = std::get_if<JumpTables<Real, 2>>(data.tables.get()))
        set_view(*complex);
    else
        set_view(std::get<JumpTables<Real, 4>>(*data.tables));
    return slice;
}

template kernels::cuda::PerturbedSlice<float> perturbed_slice(const RenderRequest &,
                                                              const PerturbationData &,
                                                              const DeviceTables &,
                                                              const kernels::cuda::Slice<float> &);
template kernels::cuda::PerturbedSlice<double>
perturbed_slice(const RenderRequest &, const PerturbationData &, const DeviceTables &,
                const kernels::cuda::Slice<double> &);
template kernels::cuda::PerturbedSlice<kernels::Two<float>>
perturbed_slice(const RenderRequest &, const PerturbationData &, const DeviceTables &,
                const kernels::cuda::Slice<kernels::Two<float>> &);
template kernels::cuda::PerturbedSlice<kernels::Two<double>>
perturbed_slice(const RenderRequest &, const PerturbationData &, const DeviceTables &,
                const kernels::cuda::Slice<kernels::Two<double>> &);

} // namespace fathom::cuda
