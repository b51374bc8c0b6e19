#include "ui/lane.h"

#include "render/device_frame.h"
#include "ui/session.h"

namespace fathom {

Lane::Lane(std::unique_ptr<Engine> engine, std::function<void()> notify)
    : worker_(std::move(engine), std::move(notify)) {}

void Lane::follow(const Session &session) {
    if (asked_ != session.generation()) {
        asked_ = session.generation();
        keep_complete_frame();
        submitted_.push_back({asked_, session.location().view});
        worker_.submit(session.request());
    } else if (asked_colour_ != session.colour_generation()) {
        worker_.set_colour(session.colour());
    }
    asked_colour_ = session.colour_generation();
}

bool Lane::follows(const Session &session) const {
    return asked_ == session.generation();
}

void Lane::stop(const Session &session) {
    worker_.cancel();
    asked_ = session.generation();
}

std::shared_ptr<Frame> Lane::complete_frame(std::uint64_t generation) const {
    std::shared_ptr<Frame> frame = worker_.frame();
    if (!frame || frame->request().tag != generation || !frame->complete() || worker_.busy())
        return nullptr;
    return frame;
}

double Lane::progress(std::uint64_t generation) const {
    const std::shared_ptr<Frame> frame = worker_.frame();
    return frame && frame->request().tag == generation ? frame->progress() : 0;
}

bool Lane::outdated() const {
    const std::shared_ptr<Frame> frame = worker_.frame();
    return frame && (frame != frame_ || revision_ != frame->revision() ||
                     frame->complete() != now_.complete);
}

// So that the engine need not wait for the window: while it computes the next frame, this one is
// shown.
void Lane::keep_complete_frame() {
    std::shared_ptr<Frame> frame = worker_.frame();
    if (frame && frame->complete() && (frame != frame_ || !now_.complete))
        ready_ = std::move(frame);
}

std::optional<std::uint64_t> Lane::update() {
    std::shared_ptr<Frame> frame = ready_ ? std::exchange(ready_, nullptr) : worker_.frame();
    if (!frame)
        return std::nullopt;
    record();
    if (frame != frame_)
        begin_picture(std::move(frame));
    // Read before the colours: what comes meanwhile is seen the next time.
    const bool complete = frame_->complete();
    const std::uint64_t revision = frame_->revision();
    if (revision != revision_ || (complete && !now_.complete)) {
        revision_ = revision;
        pixel_buffers_.transfer(*frame_, now_.texture);
    }
    now_.complete = complete;
    if (!complete || announced_ == now_.generation)
        return std::nullopt;
    announced_ = now_.generation;
    unrecorded_ = frame_;
    return now_.generation;
}

void Lane::begin_picture(std::shared_ptr<Frame> frame) {
    if (now_.complete)
        std::swap(now_, before_);
    frame_ = std::move(frame);
    revision_.reset();
    const RenderRequest &request = frame_->request();
    while (!submitted_.empty() && submitted_.front().generation < request.tag)
        submitted_.pop_front();
    now_.view = submitted_.front().view;
    now_.size = request.size;
    now_.generation = request.tag;
    now_.complete = false;
}

void Lane::record() {
    if (const auto ms = timer_.poll())
        draw_ms_ = *ms;
    if (!unrecorded_)
        return;
    const std::shared_ptr<Frame> frame = std::exchange(unrecorded_, nullptr);
    const FrameTimes times = frame->times();
    stats_.add({times.iterate_ms, times.colour_ms, pixel_buffers_.thread_ms() + draw_ms_,
                times.iterations, frame->request().tag});
}

std::vector<TimedSpan> Lane::take_spans() {
    auto *frame = dynamic_cast<DeviceFrame *>(frame_.get());
    return frame == nullptr ? std::vector<TimedSpan>{} : frame->take_spans();
}

const Picture *Lane::picture(std::uint64_t generation) const {
    return now_.generation == generation && generation != 0 ? &now_ : nullptr;
}

const Picture *Lane::earlier_picture(std::uint64_t generation) const {
    if (now_.complete && now_.generation != generation)
        return &now_;
    return before_.complete ? &before_ : nullptr;
}

} // namespace fathom
