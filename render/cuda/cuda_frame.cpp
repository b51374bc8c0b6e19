#include "render/cuda/cuda_frame.h"

#include "render/colour_params.h"
#include "render/sample_buffer.h"

#include <algorithm>
#include <cstring>

namespace fathom::cuda {
namespace {

// The planes start here, aligned for any type; the counter has the bytes before them.
constexpr std::size_t kHeaderBytes = 256;

} // namespace

CudaFrame::CudaFrame(std::shared_ptr<Context> context, const RenderRequest &request)
    : context_(std::move(context)), request_(request),
      samples_(context_->device_memory().take(
          kHeaderBytes + count() * (2 * real_bytes() + sizeof(std::uint32_t)))),
      counter_(context_->pinned_memory().take(sizeof(unsigned long long))),
      slice_start_(make_event()), slice_done_(make_event()), counted_(make_event()),
      colour_start_(make_event()), colour_done_(make_event()) {
    static_assert(kernels::kPending == 0xffffffffU, "the memset below writes bytes 0xff");
    FATHOM_CUDA_CHECK(cudaMemsetAsync(planes<float>().n, 0xff, count() * sizeof(std::uint32_t),
                                      context_->iterate_stream()));
    FATHOM_CUDA_CHECK(cudaEventRecord(slice_done_.get(), context_->iterate_stream()));
    set_colour(request.colour);
}

CudaFrame::~CudaFrame() {
    // The memory goes to another frame: nothing queued may still use it.
    log_failure(cudaEventSynchronize(slice_done_.get()), "waiting for the last slice of a frame");
    log_failure(cudaEventSynchronize(colour_done_.get()),
                "waiting for the last colours of a frame");
}

std::size_t CudaFrame::count() const noexcept {
    return static_cast<std::size_t>(request_.size.width) * request_.size.height;
}

std::size_t CudaFrame::real_bytes() const noexcept {
    return request_.precision == Precision::f32 ? sizeof(float) : sizeof(double);
}

template <class Real> kernels::SamplePlanes<Real> CudaFrame::planes() const noexcept {
    std::byte *bytes = samples_.as<std::byte>() + kHeaderBytes;
    auto *zx = reinterpret_cast<Real *>(bytes);
    auto *n = reinterpret_cast<std::uint32_t *>(bytes + 2 * count() * real_bytes());
    return {n, zx, zx + count(), request_.size.width, request_.size.height};
}

FrameTimes CudaFrame::times() const {
    FrameTimes times{iterate_ms_, 0, iterations_};
    float ms = 0;
    // Not ready or never recorded: no time to tell yet.
    if (cudaEventElapsedTime(&ms, colour_start_.get(), colour_done_.get()) == cudaSuccess)
        times.colour_ms = ms;
    else
        static_cast<void>(cudaGetLastError());
    return times;
}

void CudaFrame::set_colour(const ColourSettings &settings) {
    const std::lock_guard lock(mutex_);
    auto palette = context_->device_palette(settings.lut);
    if (palette != palette_) {
        // A queued colour pass may still read the old one, which may go with its last frame.
        FATHOM_CUDA_CHECK(cudaEventSynchronize(colour_done_.get()));
        palette_ = std::move(palette);
    }
    colour_ = settings;
    ++revision_;
}

void CudaFrame::colour_into(std::uint32_t *device_rgba) {
    context_->use();
    const cudaStream_t stream = context_->display_stream();
    const std::lock_guard lock(mutex_);
    const auto params = colour_params(colour_, request_.bailout,
                                      static_cast<const std::uint32_t *>(palette_->get()));
    FATHOM_CUDA_CHECK(cudaStreamWaitEvent(stream, slice_done_.get(), 0));
    FATHOM_CUDA_CHECK(cudaEventRecord(colour_start_.get(), stream));
    if (request_.precision == Precision::f32)
        kernels::cuda::launch_colour(planes<float>(), params, device_rgba, stream);
    else
        kernels::cuda::launch_colour(planes<double>(), params, device_rgba, stream);
    FATHOM_CUDA_CHECK(cudaGetLastError());
    FATHOM_CUDA_CHECK(cudaEventRecord(colour_done_.get(), stream));
}

void CudaFrame::read_rgba(std::uint32_t *rgba) {
    const std::size_t bytes = count() * sizeof(std::uint32_t);
    context_->use();
    const auto colours = context_->device_memory().take(bytes);
    const auto staging = context_->pinned_memory().take(bytes);
    const cudaStream_t stream = context_->display_stream();
    colour_into(colours.as<std::uint32_t>());
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(staging.as<void>(), colours.as<void>(), bytes,
                                      cudaMemcpyDeviceToHost, stream));
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream));
    std::memcpy(rgba, staging.as<void>(), bytes);
}

void CudaFrame::read_samples(SampleBuffer &samples) {
    context_->use();
    FATHOM_CUDA_CHECK(cudaEventSynchronize(slice_done_.get()));
    samples = SampleBuffer(request_.size, request_.precision);
    const auto copy = [&](auto to, auto from) {
        FATHOM_CUDA_CHECK(cudaMemcpy(to.n, from.n, count() * sizeof *to.n, cudaMemcpyDeviceToHost));
        FATHOM_CUDA_CHECK(
            cudaMemcpy(to.zx, from.zx, 2 * count() * sizeof *to.zx, cudaMemcpyDeviceToHost));
    };
    if (request_.precision == Precision::f32)
        copy(samples.planes<float>(), planes<float>());
    else
        copy(samples.planes<double>(), planes<double>());
}

template <class Real>
void CudaFrame::launch_slice(int stride, bool skip_coarser, std::uint32_t from, std::uint32_t to) {
    kernels::cuda::Slice<Real> slice;
    slice.map = request_.map;
    slice.planes = planes<Real>();
    slice.stride = stride;
    slice.skip_coarser = skip_coarser;
    slice.from = from;
    slice.to = to;
    slice.limit = request_.limit;
    slice.bailout_squared = static_cast<Real>(request_.bailout * request_.bailout);
    slice.pending = samples_.as<unsigned long long>();
    kernels::cuda::launch_slice(slice, context_->iterate_stream());
}

CudaFrame::SliceResult CudaFrame::run_slice(int stride, bool skip_coarser, std::uint32_t from,
                                            std::uint32_t to) {
    const cudaStream_t stream = context_->iterate_stream();
    {
        const std::lock_guard lock(mutex_);
        FATHOM_CUDA_CHECK(cudaStreamWaitEvent(stream, colour_done_.get(), 0));
        clear_counter();
        FATHOM_CUDA_CHECK(cudaEventRecord(slice_start_.get(), stream));
        if (request_.precision == Precision::f32)
            launch_slice<float>(stride, skip_coarser, from, to);
        else
            launch_slice<double>(stride, skip_coarser, from, to);
        FATHOM_CUDA_CHECK(cudaGetLastError());
        FATHOM_CUDA_CHECK(cudaEventRecord(slice_done_.get(), stream));
    }
    SliceResult result;
    result.pending = read_counter();
    float ms = 0;
    FATHOM_CUDA_CHECK(cudaEventElapsedTime(&ms, slice_start_.get(), slice_done_.get()));
    result.ms = ms;
    iterate_ms_ = iterate_ms_ + result.ms;
    ++revision_;
    return result;
}

void CudaFrame::finish() {
    clear_counter();
    kernels::cuda::launch_iteration_sum(planes<float>().n, count(), request_.limit,
                                        samples_.as<unsigned long long>(),
                                        context_->iterate_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
    iterations_ = read_counter();
    progress_ = 1;
    complete_ = true;
}

void CudaFrame::clear_counter() {
    FATHOM_CUDA_CHECK(cudaMemsetAsync(samples_.as<void>(), 0, sizeof(unsigned long long),
                                      context_->iterate_stream()));
}

std::uint64_t CudaFrame::read_counter() {
    const cudaStream_t stream = context_->iterate_stream();
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(counter_.as<void>(), samples_.as<void>(),
                                      sizeof(unsigned long long), cudaMemcpyDeviceToHost, stream));
    FATHOM_CUDA_CHECK(cudaEventRecord(counted_.get(), stream));
    FATHOM_CUDA_CHECK(cudaEventSynchronize(counted_.get()));
    return *counter_.as<unsigned long long>();
}

} // namespace fathom::cuda
