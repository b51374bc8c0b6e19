#include "render/frame_worker.h"

#include <utility>

namespace fathom {

FrameWorker::FrameWorker(std::unique_ptr<Engine> engine, std::function<void()> notify)
    : engine_(std::move(engine)), notify_(std::move(notify)), thread_([this] { serve(); }) {}

FrameWorker::~FrameWorker() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void FrameWorker::submit(const RenderRequest &request) {
    {
        const std::lock_guard lock(mutex_);
        if (failure_)
            return;
        next_ = request;
        colour_.reset();
        stop_ = true;
    }
    wake_.notify_one();
}

void FrameWorker::set_colour(const ColourSettings &settings) {
    {
        const std::lock_guard lock(mutex_);
        if (failure_)
            return;
        colour_ = settings;
        if (next_)
            next_->colour = settings;
        recolour_ = true;
        if (frame_)
            colour_frame(); // which ends this where the device fails
    }
    wake_.notify_one();
}

void FrameWorker::cancel() {
    const std::lock_guard lock(mutex_);
    next_.reset();
    stop_ = true;
}

std::shared_ptr<Frame> FrameWorker::frame() const {
    const std::lock_guard lock(mutex_);
    return frame_;
}

bool FrameWorker::busy() const {
    const std::lock_guard lock(mutex_);
    return working_ || next_.has_value() || recolour_;
}

std::optional<std::string> FrameWorker::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

void FrameWorker::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return quit_ || next_ || recolour_; });
        if (quit_)
            return;
        working_ = true;
        stop_ = false;
        recolour_ = false;
        const std::optional<RenderRequest> request = std::exchange(next_, std::nullopt);
        const std::shared_ptr<Frame> old = frame_;
        lock.unlock();
        std::optional<std::string> failure;
        try {
            if (request)
                begin(*request);
            else if (old)
                engine_->refresh_colour(*old, stop_);
        } catch (const std::exception &error) {
            failure = error.what();
        }
        lock.lock();
        working_ = false;
        if (failure)
            fail(*failure);
        lock.unlock();
        notify_();
        lock.lock();
    }
}

void FrameWorker::begin(const RenderRequest &request) {
    const std::shared_ptr<Frame> frame = engine_->make_frame(request);
    {
        const std::lock_guard lock(mutex_);
        frame_ = frame;
        // Colours may have changed since the request was taken.
        if (colour_)
            colour_frame();
    }
    notify_();
    engine_->iterate(*frame, stop_);
}

void FrameWorker::colour_frame() {
    try {
        frame_->set_colour(*colour_);
    } catch (const std::exception &error) { // whoever chose a colour must not pay for a lost GPU
        fail(error.what());
    }
}

void FrameWorker::fail(const std::string &why) {
    failure_ = why;
    next_.reset();
    recolour_ = false;
}

} // namespace fathom
