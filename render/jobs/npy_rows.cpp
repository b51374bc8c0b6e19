#include "render/jobs/npy_rows.h"

#include "kernels/colour/colour_value.h"
#include "render/engines/colour_params.h"
#include "render/engines/sample_buffer.h"

namespace fathom {
namespace {

template <class Value> NpyValues values_of(const std::vector<Value> &values) {
    return std::span<const Value>(values);
}

template <class Real> void append_planes(SampleBuffer &samples, std::vector<NpyValues> &values) {
    const kernels::SamplePlanes<Real> planes = samples.planes<Real>();
    const auto append = [&](const auto *plane) {
        values.emplace_back(std::span(plane, samples.count()));
    };
    append(planes.zx);
    append(planes.zy);
    if (!samples.has_all())
        return;
    for (const Real *plane : {planes.gx, planes.gy, planes.trap})
        append(plane);
    append(planes.atom);
}

} // namespace

NpyLayout NpyRows::layout(const RenderRequest &whole) const {
    NpyLayout layout;
    layout.width = static_cast<std::uint32_t>(whole.size.width);
    layout.height = static_cast<std::uint32_t>(whole.size.height);
    const auto add = [&](NpyType type, std::initializer_list<const char *> names) {
        for (const char *name : names)
            layout.fields.push_back({name, type});
    };
    add(NpyType::int64, {"iterations"});
    add(NpyType::float32, {"smooth"});
    if (!raw_)
        return layout;
    const NpyType real = is_f32(whole.precision) ? NpyType::float32 : NpyType::float64;
    add(NpyType::float32, {"NF", "T"});
    if (whole.tracking.level == kernels::Tracks::all)
        add(NpyType::float32, {"DEX", "DEY"});
    add(real, {"zx", "zy"});
    if (whole.tracking.level == kernels::Tracks::all) {
        add(real, {"gx", "gy", "trap"});
        add(NpyType::uint32, {"atom"});
    }
    return layout;
}

std::vector<NpyValues> NpyRows::take(SampleBuffer &samples, const RenderRequest &request) {
    const kernels::SmoothScale scale = smooth_scale(request);
    iterations_.resize(samples.count());
    smooth_.resize(samples.count());
    for (std::size_t at = 0; at < iterations_.size(); ++at) {
        const std::uint64_t n = samples.index(at);
        const bool inside = n == kernels::kInterior;
        iterations_[at] = static_cast<std::int64_t>(inside ? request.limit : n);
        smooth_[at] = static_cast<float>(
            inside ? static_cast<double>(request.limit)
                   : kernels::smooth_count(n, samples.zx(at), samples.zy(at), scale));
    }
    std::vector<NpyValues> values = {values_of(iterations_), values_of(smooth_)};
    if (!raw_)
        return values;
    derived_.take(samples, request);
    values.push_back(values_of(derived_.fraction));
    values.push_back(values_of(derived_.angle));
    if (samples.has_gradient()) {
        values.push_back(values_of(derived_.distance_x));
        values.push_back(values_of(derived_.distance_y));
    }
    with_real(samples.precision(), [&]<class Real>() { append_planes<Real>(samples, values); });
    return values;
}

} // namespace fathom
