#include "ui/lane.h"

#include "ui/session.h"

namespace fathom {

Lane::Lane(std::unique_ptr<Engine> engine, std::function<void()> notify)
    : worker_(std::move(engine), std::move(notify)) {}

void Lane::follow(const Session &session) {
    if (asked_ != session.generation()) {
        asked_ = session.generation();
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

bool Lane::update() {
    std::shared_ptr<Frame> frame = worker_.frame();
    if (!frame)
        return false;
    record();
    if (frame != frame_)
        begin_picture(std::move(frame));
    // Read before the colours: what comes meanwhile is seen the next time.
    const bool complete = frame_->complete();
    const std::uint64_t revision = frame_->revision();
    if (revision != revision_ || (complete && !now_.complete)) {
        revision_ = revision;
        pixel_buffer_.transfer(*frame_, now_.texture);
    }
    now_.complete = complete;
    if (!complete || announced_ == now_.generation)
        return false;
    announced_ = now_.generation;
    unrecorded_ = true;
    return true;
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
    if (!std::exchange(unrecorded_, false))
        return;
    const FrameTimes times = frame_->times();
    stats_.add({times.iterate_ms, times.colour_ms, pixel_buffer_.thread_ms() + draw_ms_,
                times.iterations, now_.generation});
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
