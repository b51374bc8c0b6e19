#include "render/engines/known_samples.h"

#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"

#include <utility>

namespace fathom {
namespace {

// Below this the samples of a large picture are computed as fast as copied.
constexpr double kWorthKeepingMs = 20;

bool same_but_limit(const RenderRequest &a, const RenderRequest &b) {
    return a.limit != b.limit && a.map == b.map && a.size == b.size && a.lattice == b.lattice &&
           !a.points && !b.points && a.formula == b.formula && a.settings == b.settings &&
           a.tracking == b.tracking && a.bailout == b.bailout && a.precision == b.precision &&
           a.map_exponent == b.map_exponent && a.contents == b.contents &&
           !a.perturbation == !b.perturbation &&
           kernels::counts_in_64_bits(a.limit) == kernels::counts_in_64_bits(b.limit);
}

/// Whether orbits that escape take the same steps with both: a jump may pass the limit, so tables
/// are all that counts.
bool same_steps(const PerturbationData *a, const PerturbationData *b) {
    if (a == nullptr || b == nullptr)
        return a == b;
    return a->tables == b->tables && a->orbit == b->orbit && a->centre_re == b->centre_re &&
           a->centre_im == b->centre_im && a->c_size == b->c_size;
}

template <class Real> void clear(const kernels::SamplePlanes<Real> &planes, std::size_t at) {
    kernels::set_index(planes, at, kernels::kInterior);
    if (planes.zx != nullptr && planes.zy != nullptr) // counts alone have none
        planes.zx[at] = planes.zy[at] = 0;
}

template <class Real>
KeptSamples adapt_planes(const kernels::SamplePlanes<Real> &planes, std::size_t count,
                         std::uint64_t from, const RenderRequest &wanted) {
    // What is tracked of an interior sample is of its last step.
    const bool interior_stays =
        from == wanted.limit ||
        (from > wanted.limit && wanted.tracking.level == kernels::Tracks::none);
    KeptSamples kept;
    for (std::size_t at = 0; at < count; ++at) {
        if (kernels::is_pending(planes, at))
            continue;
        const std::uint64_t n = kernels::index_at(planes, at);
        const bool inside = n == kernels::kInterior || n > wanted.limit;
        if (inside && !interior_stays) {
            kernels::mark_pending(planes, at);
            continue;
        }
        if (inside)
            clear(planes, at);
        ++kept.count;
        kept.iterations += inside ? wanted.limit : n;
    }
    return kept;
}

} // namespace

std::optional<SampleBuffer> finished_samples(Frame &frame, const std::atomic<bool> &stop) {
    if (!frame.iterate(stop))
        return std::nullopt;
    SampleBuffer samples;
    frame.read_samples(samples);
    return samples;
}

std::optional<SampleBuffer> samples_of(Engine &engine, const RenderRequest &request,
                                       const std::atomic<bool> &stop) {
    return finished_samples(*engine.make_frame(request), stop);
}

bool begin_with_known(Frame &frame, SampleBuffer samples, const std::atomic<bool> &stop) {
    const RenderRequest &wanted = frame.request();
    KnownSamples known;
    known.samples = std::move(samples);
    known.limit = wanted.limit;
    if (wanted.perturbation) {
        known.perturbation = wanted.perturbation->get(table_needs(wanted), stop);
        if (!known.perturbation)
            return false;
    }
    frame.begin_with(std::move(known));
    return true;
}

KnownSamples known_of(Frame &earlier) {
    const RenderRequest &request = earlier.request();
    KnownSamples known;
    earlier.read_samples(known.samples);
    known.limit = request.limit;
    if (request.perturbation)
        known.perturbation = request.perturbation->last();
    return known;
}

std::optional<KnownSamples> known_samples(Frame &earlier, const RenderRequest &wanted) {
    const RenderRequest &request = earlier.request();
    if (wanted.contents != FrameContents::samples || !same_but_limit(request, wanted) ||
        earlier.times().iterate_ms < kWorthKeepingMs)
        return std::nullopt;
    return known_of(earlier);
}

KeptSamples adapt(KnownSamples &known, const RenderRequest &wanted,
                  const PerturbationData *perturbation) {
    KeptSamples kept;
    if (!known.samples.fits(wanted) || !same_steps(known.perturbation.get(), perturbation))
        return kept;
    with_real(wanted.precision, [&]<class Real>() {
        kept =
            adapt_planes(known.samples.planes<Real>(), known.samples.count(), known.limit, wanted);
    });
    return kept;
}

} // namespace fathom
