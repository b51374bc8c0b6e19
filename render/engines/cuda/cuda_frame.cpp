#include "render/engines/cuda/cuda_frame.h"

#include "render/engines/colour_params.h"
#include "render/engines/cuda/cuda_iteration.h"
#include "render/engines/cuda/perturbed_slice.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <cstring>

namespace fathom::cuda {
namespace {

// The planes start here, aligned for any type; the counter has the bytes before them.
constexpr std::size_t kHeaderBytes = 256;

/// Waits for a stream at the end of a scope, whatever ends it: memory that goes back to its pool
/// must not be in use.
class Drain {
  public:
    explicit Drain(cudaStream_t stream) : stream_(stream) {}
    ~Drain() { log_failure(cudaStreamSynchronize(stream_), "waiting for a stream"); }
    Drain(const Drain &) = delete;
    Drain &operator=(const Drain &) = delete;

  private:
    cudaStream_t stream_;
};

/// While it lives, what is queued on the display stream belongs to one display span.
class DisplaySpan {
  public:
    DisplaySpan(Context &context, const RenderRequest &request) : timeline_(context.timeline()) {
        context.use();
        open_ = timeline_.begin(TimedSpan::Work::display, request.tag, context.display_stream());
    }
    ~DisplaySpan() { timeline_.end(open_); }
    DisplaySpan(const DisplaySpan &) = delete;
    DisplaySpan &operator=(const DisplaySpan &) = delete;

  private:
    Timeline &timeline_;
    Timeline::Open open_;
};

} // namespace

CudaFrame::CudaFrame(std::shared_ptr<Context> context, const RenderRequest &request)
    : context_(std::move(context)), request_(request),
      samples_(context_->device_memory().take(kHeaderBytes + plane_bytes())),
      counter_(context_->pinned_memory().take(sizeof(unsigned long long))),
      slice_start_(make_event()), slice_done_(make_event()), counted_(make_event()),
      colour_start_(make_event()), colour_done_(make_event()) {
    set_colour(request.colour); // which may throw, so before anything is queued
    static_assert(kernels::kPending == 0xffffffffU, "the memset below writes bytes 0xff");
    if (!is_lean())
        FATHOM_CUDA_CHECK(cudaMemsetAsync(planes<float>().n, 0xff,
                                          index_words() * count() * sizeof(std::uint32_t),
                                          context_->iterate_stream()));
    if (request.points) {
        const std::size_t bytes = request.points->size() * sizeof request.points->front();
        points_ = context_->device_memory().take(bytes);
        FATHOM_CUDA_CHECK(cudaMemcpyAsync(points_->as<void>(), request.points->data(), bytes,
                                          cudaMemcpyHostToDevice, context_->iterate_stream()));
    }
    FATHOM_CUDA_CHECK(cudaEventRecord(slice_done_.get(), context_->iterate_stream()));
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
    return is_f32(request_.precision) ? sizeof(float) : sizeof(double);
}

bool CudaFrame::is_lean() const noexcept {
    // Samples are coloured where they are made in plain schemes alone.
    if (request_.contents == FrameContents::colours &&
        !kernels::is_plain(colour_params(request_.colour, request_, {})))
        return false;
    return request_.contents != FrameContents::samples && context_->fits_one_launch(request_);
}

bool CudaFrame::is_tuned() const noexcept {
    return request_.formula == kernels::kMandelbrot && !request_.settings.julia &&
           !request_.tracking.on && !request_.perturbation;
}

std::size_t CudaFrame::orbit_bytes() const noexcept {
    if (is_tuned())
        return sizeof(kernels::cuda::PendingSample);
    if (request_.perturbation)
        return kernels::cuda::perturbed_orbit_bytes(request_.formula, !is_f32(request_.precision),
                                                    request_.tracking.on);
    return kernels::cuda::general_orbit_bytes(request_.formula, !is_f32(request_.precision),
                                              request_.tracking.on);
}

std::size_t CudaFrame::plane_bytes() const noexcept {
    const std::size_t word = sizeof(std::uint32_t);
    if (is_lean())
        return count() * word;
    const std::size_t tracked = request_.tracking.on ? word + 3 * real_bytes() : 0;
    return count() * (index_words() * word + 2 * real_bytes() + tracked);
}

std::size_t CudaFrame::index_words() const noexcept {
    return kernels::counts_in_64_bits(request_.limit) ? 2 : 1;
}

std::uint32_t *CudaFrame::own_rgba() const noexcept {
    if (!is_lean() || request_.contents != FrameContents::colours)
        return nullptr;
    return reinterpret_cast<std::uint32_t *>(samples_.as<std::byte>() + kHeaderBytes);
}

template <class Real> kernels::SamplePlanes<Real> CudaFrame::planes() const noexcept {
    const Size size = request_.size;
    if (is_lean()) {
        auto *n = request_.contents == FrameContents::counts
                      ? samples_.as<std::byte>() + kHeaderBytes
                      : nullptr;
        return {reinterpret_cast<std::uint32_t *>(n), nullptr, nullptr, size.width, size.height};
    }
    std::byte *bytes = samples_.as<std::byte>() + kHeaderBytes;
    auto *zx = reinterpret_cast<Real *>(bytes);
    const std::size_t reals = request_.tracking.on ? 5 : 2;
    auto *n = reinterpret_cast<std::uint32_t *>(bytes + reals * count() * real_bytes());
    kernels::SamplePlanes<Real> planes{n, zx, zx + count(), size.width, size.height};
    if (kernels::counts_in_64_bits(request_.limit))
        planes.n_high = n + count();
    if (request_.tracking.on) {
        planes.gx = planes.zy + count();
        planes.gy = planes.gx + count();
        planes.trap = planes.gy + count();
        planes.atom = n + index_words() * count();
    }
    return planes;
}

FrameTimes CudaFrame::times() const {
    const std::lock_guard lock(mutex_); // both events of one pass
    FrameTimes times{iterate_ms_, 0, iterations_, longest_slice_ms_};
    float ms = 0;
    // Not ready: no time to tell yet.
    if (coloured_ &&
        cudaEventElapsedTime(&ms, colour_start_.get(), colour_done_.get()) == cudaSuccess)
        times.colour_ms = ms;
    else if (coloured_)
        static_cast<void>(cudaGetLastError());
    return times;
}

bool CudaFrame::iterate(const std::atomic<bool> &stop) {
    if (const auto &perturbation = request_.perturbation) {
        const auto data = perturbation->get(table_needs(request_), stop);
        if (!data)
            return false;
        context_->use();
        set_perturbation(data);
    }
    context_->use();
    return CudaIteration(*context_, *this, stop).run();
}

bool CudaFrame::refresh_colour(const std::atomic<bool> &stop) {
    return !stop; // it colours itself whenever it is read
}

void CudaFrame::set_colour(const ColourSettings &settings) {
    const std::lock_guard lock(mutex_);
    auto palette = context_->device_palette(settings.lut);
    auto ranks = context_->device_ranks(settings.ranks);
    if (palette != palette_ || ranks != ranks_) {
        // A queued colour pass may still read the old ones, which may go with their last frame.
        FATHOM_CUDA_CHECK(cudaEventSynchronize(colour_done_.get()));
        palette_ = std::move(palette);
        ranks_ = std::move(ranks);
    }
    colour_ = settings;
    ++revision_;
}

kernels::ColourParams CudaFrame::colour_on_device() const {
    const auto *ranks = ranks_ ? static_cast<const float *>(ranks_->get()) : nullptr;
    return colour_params(colour_, request_,
                         {static_cast<const std::uint32_t *>(palette_->get()), ranks});
}

void CudaFrame::colour_into(std::uint32_t *device_rgba) {
    context_->use();
    const cudaStream_t stream = context_->display_stream();
    const std::lock_guard lock(mutex_);
    const kernels::ColourParams params = colour_on_device();
    FATHOM_CUDA_CHECK(cudaStreamWaitEvent(stream, slice_done_.get(), 0));
    FATHOM_CUDA_CHECK(cudaEventRecord(colour_start_.get(), stream));
    if (const std::uint32_t *mine = own_rgba())
        FATHOM_CUDA_CHECK(cudaMemcpyAsync(device_rgba, mine, count() * sizeof *mine,
                                          cudaMemcpyDeviceToDevice, stream));
    else if (is_f32(request_.precision))
        kernels::cuda::launch_colour(planes<float>(), params, device_rgba, stream);
    else
        kernels::cuda::launch_colour(planes<double>(), params, device_rgba, stream);
    FATHOM_CUDA_CHECK(cudaGetLastError());
    FATHOM_CUDA_CHECK(cudaEventRecord(colour_done_.get(), stream));
    coloured_ = true;
}

bool CudaFrame::show(FrameDisplay &display, ShownTiles &) {
    if (display.accepts_device(request_.size, context_->device())) {
        const DisplaySpan span(*context_, request_);
        if (display.put_from_device(context_->display_stream(),
                                    [this](std::uint32_t *rgba) { colour_into(rgba); }))
            return true;
    }
    display.put_from_host(request_.size, [this](std::uint32_t *rgba) {
        const DisplaySpan span(*context_, request_);
        read_rgba(rgba);
    });
    return true;
}

void CudaFrame::read_rgba(std::uint32_t *rgba) {
    const std::size_t bytes = count() * sizeof(std::uint32_t);
    context_->use();
    const auto colours = context_->device_memory().take(bytes);
    const Drain drain(context_->display_stream());
    colour_into(colours.as<std::uint32_t>());
    copy_to_host(rgba, colours.as<void>(), bytes);
}

void CudaFrame::copy_to_host(void *to, const void *from, std::size_t bytes) const {
    // Through pinned memory, piece by piece: one is on its way while the other is copied on.
    constexpr std::size_t kPiece = 8 << 20;
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    const auto staging = context_->pinned_memory().take(2 * std::min(bytes, kPiece));
    const Event done[2] = {make_event(), make_event()};
    const cudaStream_t stream = context_->display_stream();
    const Drain drain(stream);
    const auto staged = [&](std::size_t piece) {
        return staging.as<std::byte>() + piece % 2 * std::min(bytes, kPiece);
    };
    const auto size = [&](std::size_t piece) { return std::min(kPiece, bytes - piece * kPiece); };
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
        if (piece < pieces) {
            FATHOM_CUDA_CHECK(cudaMemcpyAsync(staged(piece),
                                              static_cast<const std::byte *>(from) + piece * kPiece,
                                              size(piece), cudaMemcpyDeviceToHost, stream));
            FATHOM_CUDA_CHECK(cudaEventRecord(done[piece % 2].get(), stream));
        }
        if (piece == 0)
            continue;
        FATHOM_CUDA_CHECK(cudaEventSynchronize(done[(piece - 1) % 2].get()));
        std::memcpy(static_cast<std::byte *>(to) + (piece - 1) * kPiece, staged(piece - 1),
                    size(piece - 1));
    }
}

void CudaFrame::read_samples(SampleBuffer &samples) {
    context_->use();
    FATHOM_CUDA_CHECK(cudaEventSynchronize(slice_done_.get()));
    const bool tracked = request_.tracking.on;
    samples = SampleBuffer(request_);
    // Planes of one type lie behind each other on both sides.
    const auto copy = [&](auto to, auto from) {
        copy_to_host(to.n, from.n, count() * sizeof *to.n);
        if (to.n_high != nullptr)
            copy_to_host(to.n_high, from.n_high, count() * sizeof *to.n_high);
        if (to.zx != nullptr)
            copy_to_host(to.zx, from.zx, 2 * count() * sizeof *to.zx);
        if (tracked) {
            copy_to_host(to.gx, from.gx, 3 * count() * sizeof *to.gx);
            copy_to_host(to.atom, from.atom, count() * sizeof *to.atom);
        }
    };
    if (is_f32(request_.precision))
        copy(samples.planes<float>(), planes<float>());
    else
        copy(samples.planes<double>(), planes<double>());
}

template <class Real> kernels::cuda::Slice<Real> CudaFrame::slice(std::uint32_t steps) const {
    kernels::cuda::Slice<Real> slice;
    slice.map = request_.map;
    slice.planes = planes<Real>();
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
        slice.before_count = pending_;
        slice.lanes = context_->orbits_a_warp(pending_);
    }
    if (after_.memory) {
        slice.after = after_.memory->as<kernels::cuda::PendingSample>();
        slice.orbits_after = after_.memory->as<void>();
    }
    slice.after_count = samples_.as<unsigned>();
    slice.rgba = own_rgba();
    if (slice.rgba != nullptr)
        slice.colour = colour_on_device();
    return slice;
}

template <class Real>
void CudaFrame::launch(kernels::cuda::Slice<Real> slice, kernels::cuda::SliceMethod method,
                       const Band &band) {
    slice.method = method;
    slice.stride = band.stride;
    slice.skip_coarser = band.skip_coarser;
    slice.first_row = band.first_row;
    slice.end_row = band.end_row;
    if (perturbation_)
        kernels::cuda::launch_perturbed_slice(
            request_.formula, perturbed_slice(request_, *perturbation_, *tables_, slice),
            context_->iterate_stream());
    else if (is_tuned())
        kernels::cuda::launch_slice(slice, context_->iterate_stream());
    else
        kernels::cuda::launch_general_slice(request_.formula, slice, context_->iterate_stream());
}

void CudaFrame::set_perturbation(std::shared_ptr<const PerturbationData> data) {
    tables_ = context_->device_tables(data->tables);
    perturbation_ = std::move(data);
}

std::size_t CudaFrame::samples_of(const Band &band) const noexcept {
    const auto along = [&](int side) {
        return static_cast<std::size_t>((side + band.stride - 1) / band.stride);
    };
    return along(request_.size.width) * along(band.end_row - band.first_row);
}

void CudaFrame::make_room(std::size_t samples) {
    if (after_.room >= samples)
        return;
    after_ = {}; // before more is taken
    after_ = {context_->device_memory().take(samples * orbit_bytes()), samples};
}

CudaFrame::SliceResult CudaFrame::begin_band(const Band &band, std::uint32_t steps) {
    using kernels::cuda::SliceMethod;
    before_ = {};
    if (context_->fits_one_launch(request_))
        return run_slice(SliceMethod::whole, band, request_.limit);
    if (steps < request_.limit)
        make_room(samples_of(band));
    return run_slice(SliceMethod::pass, band, steps);
}

CudaFrame::SliceResult CudaFrame::go_on(std::uint32_t steps) {
    std::swap(before_, after_);
    make_room(pending_);
    return run_slice(kernels::cuda::SliceMethod::pending, {}, steps);
}

CudaFrame::SliceResult CudaFrame::run_slice(kernels::cuda::SliceMethod method, const Band &band,
                                            std::uint32_t steps) {
    const cudaStream_t stream = context_->iterate_stream();
    {
        const std::lock_guard lock(mutex_);
        FATHOM_CUDA_CHECK(cudaStreamWaitEvent(stream, colour_done_.get(), 0));
        clear_counter();
        const auto span =
            context_->timeline().begin(TimedSpan::Work::iterate, request_.tag, stream);
        FATHOM_CUDA_CHECK(cudaEventRecord(slice_start_.get(), stream));
        if (is_f32(request_.precision))
            launch(slice<float>(steps), method, band);
        else
            launch(slice<double>(steps), method, band);
        FATHOM_CUDA_CHECK(cudaGetLastError());
        FATHOM_CUDA_CHECK(cudaEventRecord(slice_done_.get(), stream));
        context_->timeline().end(span);
    }
    SliceResult result;
    result.pending = read_counter();
    pending_ = static_cast<std::uint32_t>(result.pending);
    float ms = 0;
    FATHOM_CUDA_CHECK(cudaEventElapsedTime(&ms, slice_start_.get(), slice_done_.get()));
    result.ms = ms;
    iterate_ms_ = iterate_ms_ + result.ms;
    longest_slice_ms_ = std::max<double>(longest_slice_ms_, result.ms);
    ++revision_;
    return result;
}

void CudaFrame::finish() {
    before_ = {};
    after_ = {};
    if (planes<float>().n != nullptr) {
        clear_counter();
        const auto sum = [&](const auto &planes) {
            kernels::cuda::launch_iteration_sum(planes, request_.limit,
                                                samples_.as<unsigned long long>(),
                                                context_->iterate_stream());
        };
        if (is_f32(request_.precision))
            sum(planes<float>());
        else
            sum(planes<double>());
        FATHOM_CUDA_CHECK(cudaGetLastError());
        iterations_ = read_counter();
    }
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
