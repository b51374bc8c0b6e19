#include "ui/live/small_view.h"

#include "render/base/thread_priority.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/rank_table.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/survey.h"
#include "ui/state/control_advice.h"

#include <algorithm>
#include <future>

namespace fathom::ui {
namespace {

// What moves on sooner would never be seen; what takes longer shows its coarse lattices.
constexpr std::chrono::milliseconds kMoment{40};

// An engine's threads have the priority of the one that makes it, which the window's must keep.
std::unique_ptr<Engine> make_quiet_engine(int threads) {
    return std::async(std::launch::async,
                      [threads] {
                          lower_thread_priority();
                          return make_engine("cpu", {threads, {}});
                      })
        .get();
}

} // namespace

SmallView::SmallView(Size size, int threads, std::function<void()> notify)
    : size_(size), threads_(threads), notify_(std::move(notify)), ranks_(usual_ranks()) {}

void SmallView::show(const Location &location, const ColourSettings &colour,
                     Clock::time_point now) {
    if (asked_ == location && asked_lut_ == colour.lut)
        return;
    asked_ = location;
    asked_lut_ = colour.lut;
    // So small a picture is in no hurry for float, on whatever engine.
    const Method method = decide_method(location, size_, {.for_numbers = true});
    next_ = make_request(location, size_, {0, 0, size_.width, size_.height}, {}, method);
    next_->progressive = true;
    next_->tag = ++tag_;
    next_->tracking = needed_tracking(location);
    next_->colour = {colour.lut, location.colour, ranks_}; // until its own are known
    submit(now);
}

void SmallView::submit(Clock::time_point now) {
    if (!next_ || (worker_ && worker_->busy() && now - submitted_ < kMoment))
        return;
    if (!worker_)
        worker_ = std::make_unique<FrameWorker>(make_quiet_engine(threads_), notify_);
    worker_->submit(*next_);
    next_.reset();
    submitted_ = now;
}

bool SmallView::update(Clock::time_point now) {
    submit(now);
    std::shared_ptr<Frame> frame = worker_ ? worker_->frame() : nullptr;
    if (!frame)
        return false;
    // Read before the colours: what comes meanwhile is seen the next time.
    const bool complete = frame->complete();
    const std::uint64_t revision = frame->revision();
    if (frame == frame_ && revision == revision_ && complete == frame_complete_)
        return false;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size_.width) *
                                    static_cast<std::size_t>(size_.height));
    frame->read_rgba(rgba.data());
    const auto is_unknown = [](std::uint32_t pixel) { return pixel >> 24 == 0; };
    if (std::any_of(rgba.begin(), rgba.end(), is_unknown))
        return false; // the picture before says more
    for (std::uint32_t &pixel : rgba)
        pixel |= 0xff000000U; // a coarse pixel is as opaque as a fine one
    if (!texture_)
        texture_.emplace().resize(size_.width, size_.height);
    texture_->upload(rgba.data());
    completed_ += complete && !(frame == frame_ && frame_complete_) ? 1 : 0;
    frame_ = std::move(frame);
    revision_ = revision;
    frame_complete_ = complete;
    if (complete && ranked_ != frame_->request().tag)
        spread_colours();
    return true;
}

// Over the picture's own ranks, as those of the large one are: the same colours beside each other.
void SmallView::spread_colours() {
    const RenderRequest &request = frame_->request();
    ranked_ = request.tag;
    if (request.tag != tag_ || request.colour.scheme.mapping != kernels::ColourMapping::rank)
        return;
    SampleBuffer samples;
    frame_->read_samples(samples);
    ranks_ = make_survey(samples, request.colour.scheme, request).ranks;
    worker_->set_colour({request.colour.lut, request.colour.scheme, ranks_});
}

bool SmallView::busy() const {
    return next_ || (worker_ && worker_->busy());
}

std::optional<std::string> SmallView::failure() const {
    return worker_ ? with_controls(worker_->failure()) : std::nullopt;
}

} // namespace fathom::ui
