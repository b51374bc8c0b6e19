#include "render/engines/cuda/cuda_frame.h"

#include "render/engines/cuda/host_copy.h"
#include "render/engines/cuda/slice_schedule.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/sample_buffer.h"

namespace fathom::cuda {
namespace {

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
    : context_(std::move(context)), request_(request), planes_(*context_, request_),
      order_(*context_), colours_(*context_, request_, planes_, order_),
      slices_(*context_, request_, planes_, colours_, order_) {}

CudaFrame::~CudaFrame() {
    order_.wait(); // the memory goes to another frame: nothing queued may still use it
}

FrameTimes CudaFrame::times() const {
    return {slices_.ms(), order_.colour_ms(), iterations_, slices_.longest_ms()};
}

bool CudaFrame::begin_with_samples_of(const Frame &other) {
    const auto *const from = dynamic_cast<const CudaFrame *>(&other);
    if (from == nullptr || !from->complete_ || !planes_.are_like(from->planes_))
        return false;
    context_->use();
    // What is done in one launch is computed as fast.
    if (context_->fits_one_launch(request_))
        return true;
    slices_.begin_with(from->planes_, from->context_->device());
    saved_ = slices_.sum_iterations();
    ++revision_;
    return true;
}

bool CudaFrame::iterate(const std::atomic<bool> &stop) {
    std::shared_ptr<const PerturbationData> data;
    if (const auto &perturbation = request_.perturbation) {
        data = perturbation->get(table_needs(request_), stop);
        if (!data)
            return false;
        context_->use();
        slices_.set_perturbation(data);
    }
    context_->use();
    saved_ += take_over_known(data.get());
    const auto went_on = [this](double progress) {
        progress_ = progress;
        ++revision_;
    };
    if (!SliceSchedule(*context_, request_, slices_, went_on, stop).run())
        return false;
    iterations_ = slices_.sum_iterations() - saved_;
    progress_ = 1;
    complete_ = true;
    return true;
}

std::uint64_t CudaFrame::take_over_known(const PerturbationData *perturbation) {
    std::optional<KnownSamples> known = std::exchange(known_, std::nullopt);
    // What is done in one launch is computed as fast.
    if (!known || context_->fits_one_launch(request_))
        return 0;
    const KeptSamples kept = adapt(*known, request_, perturbation);
    if (kept.count == 0)
        return 0;
    slices_.begin_with(known->samples);
    ++revision_;
    return kept.iterations;
}

bool CudaFrame::refresh_colour(const std::atomic<bool> &stop) {
    return !stop; // it colours itself whenever it is read
}

void CudaFrame::set_colour(const ColourSettings &settings) {
    colours_.set(settings);
    ++revision_;
}

bool CudaFrame::show(FrameDisplay &display, ShownTiles &) {
    // The span begins when the display has mapped its memory: work before that, were it an event,
    // makes the device change between CUDA and OpenGL once more, which takes 0.3 ms.
    if (display.accepts_device(request_.size, context_->device()) &&
        display.put_from_device(context_->display_stream(), [this](std::uint32_t *rgba) {
            const DisplaySpan span(*context_, request_);
            colours_.colour_into(rgba);
        }))
        return true;
    display.put_from_host(request_.size, [this](std::uint32_t *rgba) {
        const DisplaySpan span(*context_, request_);
        read_rgba(rgba);
    });
    return true;
}

void CudaFrame::read_rgba(std::uint32_t *rgba) {
    const std::size_t bytes = planes_.count() * sizeof(std::uint32_t);
    context_->use();
    const auto device_rgba = context_->device_memory().take(bytes);
    const Drain drain(context_->display_stream());
    colours_.colour_into(device_rgba.as<std::uint32_t>());
    copy_to_host(*context_, rgba, device_rgba.as<void>(), bytes);
}

void CudaFrame::read_samples(SampleBuffer &samples) {
    context_->use();
    order_.wait_for_slice();
    const std::size_t count = planes_.count();
    samples = SampleBuffer(request_);
    // Planes of one type lie behind each other on both sides.
    const auto copy = [&](auto to, auto from) {
        const auto plane = [&](auto *into, const auto *of, std::size_t planes) {
            if (into != nullptr)
                copy_to_host(*context_, into, of, planes * count * sizeof *into);
        };
        plane(to.n, from.n, 1);
        plane(to.n_high, from.n_high, 1);
        plane(to.zx, from.zx, 2);
        plane(to.gx, from.gx, 2);
        plane(to.trap, from.trap, 1);
        plane(to.atom, from.atom, 1);
    };
    with_real(request_.precision,
              [&]<class Real>() { copy(samples.planes<Real>(), planes_.planes<Real>()); });
}

} // namespace fathom::cuda
