#include "render/engines/perturbed_request.h"

#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"
#include "kernels/perturbation/jump_merge.h"
#include "render/deep/periodic_core.h"

#include <cmath>
#include <variant>

namespace fathom {

TableNeeds table_needs(const RenderRequest &request) {
    TableNeeds needs;
    needs.f32 = is_f32(request.precision);
    needs.two = is_two(request.precision);
    needs.wide = can_be_wide(request.precision);
    needs.tracked = request.tracking.level == kernels::Tracks::all;
    if (needs.tracked)
        needs.trap = request.tracking.trap;
    return needs;
}

namespace {

/// Below this exponent differences are wide in a type that has those: their powers would be too
/// small for the type, of sums of two the errors of these.
template <class Real> int wide_exponent(int degree) {
    constexpr bool kIsFloat = sizeof(kernels::Stored<Real>) == sizeof(float);
    constexpr int kLeast =
        kernels::kIsTwo<Real> ? (kIsFloat ? -96 : -900) : (kIsFloat ? -120 : -1000);
    return kLeast / degree;
}

} // namespace

template <class Real, int kLinear>
kernels::PerturbedView<Real, kLinear> perturbed_view(const RenderRequest &request,
                                                     const PerturbationData &data) {
    kernels::PerturbedView<Real, kLinear> view;
    view.tables = std::get<JumpTables<Real, kLinear>>(*data.tables).view;
    view.limit = request.limit;
    using Part = kernels::Stored<Real>;
    view.bailout_squared = static_cast<Part>(request.bailout * request.bailout);
    if (can_be_wide(request.precision)) {
        view.wide_exponent = wide_exponent<Real>(kernels::formula_info(request.formula).power);
        view.wide_norm = kernels::ScalarOps<Part>::power_of_two(2 * view.wide_exponent);
    }
    const kernels::WideReal size = kernels::wide_real(data.c_size, request.map_exponent);
    // Rounded upwards, so that no pixel lies beyond.
    auto mantissa = static_cast<Part>(size.a);
    if (mantissa < size.a)
        mantissa = std::nextafter(mantissa, Part(4));
    view.wide_c_size = {mantissa, 0, size.e};
    view.c_size = mantissa * kernels::ScalarOps<Part>::power_of_two(size.e);
    view.own = request.settings.julia ? Part(0) : Part(1);
    view.own_exponent = request.map_exponent;
    view.trap = kernels::rounded<Part>(request.tracking).trap;
    const auto &tables = std::get<JumpTables<Real, kLinear>>(*data.tables);
    if (view.tables.restart < view.tables.last) {
        const auto &critical = tables.orbit[view.tables.restart + 1];
        view.critical_x = critical.x;
        view.critical_y = critical.y;
    }
    if constexpr (kLinear == 2 && !kernels::kIsTwo<Real>) {
        view.start = std::get<kernels::CommonStart<Real>>(data.start);
        if (view.start.n >= request.limit)
            view.start = {};
    }
    if (tables.round_trip)
        view.core = periodic_core<Real>(*tables.round_trip, size);
    return view;
}

template kernels::PerturbedView<float, 2> perturbed_view(const RenderRequest &,
                                                         const PerturbationData &);
template kernels::PerturbedView<float, 4> perturbed_view(const RenderRequest &,
                                                         const PerturbationData &);
template kernels::PerturbedView<double, 2> perturbed_view(const RenderRequest &,
                                                          const PerturbationData &);
template kernels::PerturbedView<double, 4> perturbed_view(const RenderRequest &,
                                                          const PerturbationData &);
template kernels::PerturbedView<kernels::Two<float>, 2> perturbed_view(const RenderRequest &,
                                                                       const PerturbationData &);
template kernels::PerturbedView<kernels::Two<float>, 4> perturbed_view(const RenderRequest &,
                                                                       const PerturbationData &);
template kernels::PerturbedView<kernels::Two<double>, 2> perturbed_view(const RenderRequest &,
                                                                        const PerturbationData &);
template kernels::PerturbedView<kernels::Two<double>, 4> perturbed_view(const RenderRequest &,
                                                                        const PerturbationData &);

kernels::PixelMap perturbed_map(const RenderRequest &request, const PerturbationData &data) {
    kernels::PixelMap map = request.map;
    map.centre_re = data.centre_re;
    map.centre_im = data.centre_im;
    map.rest.centre_re = data.centre_re_rest;
    map.rest.centre_im = data.centre_im_rest;
    return map;
}

} // namespace fathom
