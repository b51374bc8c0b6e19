#include "render/engines/cuda/slices.h"

#include "render/deep/perturbation_data.h"
#include "render/engines/cuda/perturbed_slice.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <span>

namespace fathom::cuda {
namespace {

/// Samples of a band.
std::size_t samples_of(const Band &band, Size size) noexcept {
    const auto along = [&](int side) {
        return static_cast<std::size_t>((side + band.stride - 1) / band.stride);
    };
    return along(size.width) * along(band.end_row - band.first_row);
}

} // namespace

Slices::Slices(Context &context, const RenderRequest &request, DevicePlanes &planes,
               const FrameColours &colours, StreamOrder &order)
    : context_(context), request_(request), planes_(planes), colours_(colours), order_(order),
      counter_(context.pinned_memory().take(sizeof(unsigned long long))), counted_(make_event()) {
    // Before anything is queued: where memory is short, the planes go back with nothing under way.
    const std::size_t bytes =
        request.points ? request.points->size() * sizeof request.points->front() : 0;
    if (bytes > 0)
        points_ = context.device_memory().take(bytes);
    planes.mark_pending(order.iterate_stream());
    if (bytes > 0) {
        FATHOM_CUDA_CHECK(cudaMemcpyAsync(points_->as<void>(), request.points->data(), bytes,
                                          cudaMemcpyHostToDevice, order.iterate_stream()));
    }
    order.mark_slice();
}

void Slices::set_perturbation(std::shared_ptr<const PerturbationData> data) {
    tables_ = context_.device_tables(data->tables);
    perturbation_ = std::move(data);
}

void Slices::begin_with(SampleBuffer &samples) {
    const cudaStream_t stream = order_.iterate_stream();
    order_.slice(request_.tag, [&] {
        with_real(request_.precision, [&]<class Real>() {
            const auto from = samples.planes<Real>();
            const auto to = planes_.planes<Real>();
            // Planes of one type lie behind each other on both sides.
            const auto copy = [&](auto *into, const auto *of, std::size_t planes) {
                if (into != nullptr)
                    FATHOM_CUDA_CHECK(cudaMemcpyAsync(into, of,
                                                      planes * samples.count() * sizeof *into,
                                                      cudaMemcpyHostToDevice, stream));
            };
            copy(to.n, from.n, 1);
            copy(to.n_high, from.n_high, 1);
            copy(to.zx, from.zx, 2);
            copy(to.gx, from.gx, 2);
            copy(to.trap, from.trap, 1);
            copy(to.atom, from.atom, 1);
        });
    });
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream)); // the samples go
    only_pending_ = true;
}

void Slices::begin_with(const DevicePlanes &planes, int device) {
    order_.wait_for_slice();    // it declares all pending, on the stream of all frames,
    order_.iterate_apart(true); // whose iterations need not wait for the copy
    const std::span<const std::byte> from = planes.all();
    order_.slice(request_.tag, [&] {
        FATHOM_CUDA_CHECK(cudaMemcpyPeerAsync(planes_.all().data(), context_.device(), from.data(),
                                              device, from.size(), order_.iterate_stream()));
    });
    order_.wait_for_slice(); // the other frame may go
    order_.iterate_apart(false);
    only_pending_ = true;
}

bool Slices::is_tuned() const noexcept {
    return request_.formula == kernels::kMandelbrot && !request_.settings.julia &&
           request_.tracking.level == kernels::Tracks::none && !request_.perturbation &&
           !is_two(request_.precision);
}

std::size_t Slices::orbit_bytes() const noexcept {
    if (is_tuned())
        return sizeof(kernels::cuda::PendingSample);
    return with_number(request_.precision, [&]<class Real>() {
        if (request_.perturbation)
            return kernels::cuda::perturbed_orbit_bytes<Real>(request_.formula,
                                                              request_.tracking.level);
        return kernels::cuda::any_formula_orbit_bytes<Real>(request_.formula,
                                                            request_.tracking.level);
    });
}

template <class Real> kernels::cuda::Slice<Real> Slices::slice(std::uint32_t steps) const {
    kernels::cuda::Slice<Real> slice;
    slice.map = request_.map;
    slice.planes = planes_.planes<kernels::Stored<Real>>();
    slice.steps = steps;
    slice.limit = static_cast<std::uint32_t>(request_.limit); // perturbation has its own
    slice.bailout_squared = static_cast<Real>(request_.bailout * request_.bailout);
    slice.shortcuts = request_.shortcuts;
    slice.settings = kernels::rounded<Real>(request_.settings);
    slice.tracking = kernels::rounded<Real>(request_.tracking);
    if (points_)
        slice.points = points_->as<kernels::PixelPoint>();
    if (before_.memory) {
        slice.before = before_.memory->as<kernels::cuda::PendingSample>();
        slice.orbits_before = before_.memory->as<void>();
        slice.orbits_before_room = before_.room;
        slice.before_count = pending_;
        slice.before_direct = pending_direct_;
        slice.lanes = context_.orbits_a_warp(pending_);
    }
    if (after_.memory) {
        slice.after = after_.memory->as<kernels::cuda::PendingSample>();
        slice.orbits_after = after_.memory->as<void>();
        slice.orbits_after_room = after_.room;
    }
    slice.regroups = regroups_;
    slice.after_count = planes_.counter<unsigned>();
    slice.rgba = planes_.colours();
    if (slice.rgba != nullptr)
        slice.colour = colours_.on_device();
    return slice;
}

template <class Real>
void Slices::launch(kernels::cuda::Slice<Real> slice, kernels::cuda::SliceMethod method,
                    const Band &band) {
    slice.method = method;
    slice.stride = band.stride;
    slice.skip_coarser = band.skip_coarser;
    slice.only_pending = only_pending_;
    slice.first_row = band.first_row;
    slice.end_row = band.end_row;
    const cudaStream_t stream = order_.iterate_stream();
    if constexpr (!kernels::kIsTwo<Real>)
        if (is_tuned())
            return kernels::cuda::launch_slice(slice, stream);
    if (perturbation_)
        return kernels::cuda::launch_perturbed_slice(
            request_.formula, perturbed_slice(request_, *perturbation_, *tables_, slice), stream);
    kernels::cuda::launch_any_formula_slice(request_.formula, slice, stream);
}

void Slices::make_room(std::size_t samples) {
    // Fewer would leave threads idle that the next slice cannot fill either.
    regroups_ = perturbation_ && static_cast<double>(samples) > context_.resident_threads();
    if (after_.room >= samples)
        return;
    after_ = {}; // before more is taken
    after_ = {context_.device_memory().take(samples * orbit_bytes()), samples};
}

Slices::Result Slices::begin_band(const Band &band, std::uint32_t steps) {
    using kernels::cuda::SliceMethod;
    before_ = {};
    regroups_ = false;
    order_.iterate_apart(false);
    if (context_.fits_one_launch(request_))
        return run(SliceMethod::whole, band, static_cast<std::uint32_t>(request_.limit));
    if (steps < request_.limit)
        make_room(samples_of(band, request_.size));
    return run(SliceMethod::pass, band, steps);
}

Slices::Result Slices::go_on(std::uint32_t steps) {
    std::swap(before_, after_);
    make_room(pending_);
    order_.iterate_apart(are_few_left());
    return run(kernels::cuda::SliceMethod::pending, {}, steps);
}

Slices::Result Slices::run(kernels::cuda::SliceMethod method, const Band &band,
                           std::uint32_t steps) {
    clear_counter();
    order_.slice(request_.tag, [&] {
        with_number(request_.precision,
                    [&]<class Real>() { launch(slice<Real>(steps), method, band); });
    });
    Result result;
    const std::uint64_t counts = read_counter();
    pending_direct_ = static_cast<std::uint32_t>(counts >> 32);
    pending_ = static_cast<std::uint32_t>(counts) + pending_direct_;
    result.pending = pending_;
    result.ms = order_.slice_ms();
    ms_ = ms_ + result.ms;
    longest_ms_ = std::max<double>(longest_ms_, result.ms);
    return result;
}

std::uint64_t Slices::sum_iterations() {
    before_ = {};
    after_ = {};
    if (planes_.planes<float>().n == nullptr)
        return 0;
    clear_counter();
    with_real(request_.precision, [&]<class Real>() {
        kernels::cuda::launch_iteration_sum(planes_.planes<Real>(), request_.limit,
                                            planes_.counter<unsigned long long>(),
                                            order_.iterate_stream());
    });
    FATHOM_CUDA_CHECK(cudaGetLastError());
    return read_counter();
}

void Slices::clear_counter() {
    FATHOM_CUDA_CHECK(cudaMemsetAsync(planes_.counter<void>(), 0, sizeof(unsigned long long),
                                      order_.iterate_stream()));
}

std::uint64_t Slices::read_counter() {
    const cudaStream_t stream = order_.iterate_stream();
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(counter_.as<void>(), planes_.counter<void>(),
                                      sizeof(unsigned long long), cudaMemcpyDeviceToHost, stream));
    FATHOM_CUDA_CHECK(cudaEventRecord(counted_.get(), stream));
    FATHOM_CUDA_CHECK(cudaEventSynchronize(counted_.get()));
    return *counter_.as<unsigned long long>();
}

} // namespace fathom::cuda
