#include "render/jobs/frame_worker.h"

#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "render/engines/known_samples.h"

#include <utility>

namespace fathom {

FrameWorker::FrameWorker(std::unique_ptr<Engine> engine, std::function<void()> notify)
    : engine_(std::move(engine)), notify_(std::move(notify)), thread_([this] { serve(); }) {}

FrameWorker::~FrameWorker() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        stop_ = true;
        stop_refining();
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
        refusal_.reset();
        colour_.reset();
        stop_ = true;
        stop_refining();
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
        recolour_ = frame_ != nullptr;
        stop_refining();
        if (frame_)
            colour_frame(); // which ends this where the device fails
    }
    wake_.notify_one();
}

void FrameWorker::cancel() {
    const std::lock_guard lock(mutex_);
    next_.reset();
    stop_ = true;
    stop_refining();
}

void FrameWorker::refine(int samples) {
    {
        const std::lock_guard lock(mutex_);
        if (failure_ || !frame_ || next_ || samples < 2)
            return;
        refine_ = samples;
        stop_refining_ = work_ == Work::refine; // an older one of the same frame makes room
        refined_.reset();
    }
    wake_.notify_one();
}

void FrameWorker::stop_refinement() {
    const std::lock_guard lock(mutex_);
    stop_refining();
}

bool FrameWorker::refining() const {
    const std::lock_guard lock(mutex_);
    return work_ == Work::refine || refine_ != 0;
}

std::shared_ptr<const RefinedPicture> FrameWorker::refined() const {
    const std::lock_guard lock(mutex_);
    return refined_;
}

void FrameWorker::discard(std::shared_ptr<Frame> frame) {
    if (!frame)
        return;
    {
        const std::lock_guard lock(mutex_);
        discarded_.push_back(std::move(frame));
    }
    wake_.notify_one();
}

void FrameWorker::stop_refining() {
    refine_ = 0;
    stop_refining_ = true;
    refined_.reset();
}

std::shared_ptr<Frame> FrameWorker::frame() const {
    const std::lock_guard lock(mutex_);
    return frame_;
}

bool FrameWorker::busy() const {
    const std::lock_guard lock(mutex_);
    return work_ == Work::iterate || work_ == Work::recolour || next_ || recolour_;
}

std::optional<Complaint> FrameWorker::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

std::optional<Complaint> FrameWorker::refusal() const {
    const std::lock_guard lock(mutex_);
    return refusal_;
}

FrameWorker::Work FrameWorker::next_work() const {
    if (next_)
        return Work::iterate;
    if (recolour_ && frame_)
        return Work::recolour;
    return refine_ != 0 && frame_ ? Work::refine : Work::none;
}

FrameWorker::Task FrameWorker::take_task() {
    Task task;
    task.work = next_work();
    task.request = std::exchange(next_, std::nullopt);
    task.frame = frame_;
    if (colour_)
        task.colour = *colour_;
    else if (frame_)
        task.colour = frame_->request().colour;
    task.discarded = std::exchange(discarded_, {});
    if (task.work == Work::refine) {
        task.samples = std::exchange(refine_, 0);
        stop_refining_ = false;
    } else if (task.work != Work::none) {
        stop_ = false;
        recolour_ = false;
    }
    return task;
}

void FrameWorker::serve() {
    lower_thread_priority();
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock,
                   [this] { return quit_ || next_work() != Work::none || !discarded_.empty(); });
        if (quit_)
            return;
        Outcome outcome;
        {
            Task task = take_task();
            work_ = task.work;
            lock.unlock();
            task.discarded.clear();
            outcome = perform(task);
        }
        lock.lock();
        // With the end of the work, so that who sees the one sees the other.
        if (outcome.refusal && !next_) // what is asked for by now may be possible
            refusal_ = std::move(outcome.refusal);
        if (outcome.failure)
            fail(*outcome.failure);
        if (std::exchange(work_, Work::none) == Work::none)
            continue;
        lock.unlock();
        notify_();
        lock.lock();
    }
}

FrameWorker::Outcome FrameWorker::perform(const Task &task) {
    const bool refines = task.work == Work::refine; // after whose errors the frame is fine
    try {
        if (task.work == Work::iterate)
            begin(*task.request);
        else if (task.work == Work::recolour)
            task.frame->refresh_colour(stop_);
        else if (task.work == Work::refine)
            refine_frame(*task.frame, task.colour, task.samples);
    } catch (const InputError &error) {
        if (!refines)
            return {error.complaint(), {}};
    } catch (const std::exception &error) {
        if (!refines)
            return {{}, complaint_of(error)};
    }
    return {};
}

void FrameWorker::refine_frame(Frame &frame, const ColourSettings &colour, int samples) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height);
    frame.read_rgba(rgba.data());
    RenderRequest request = frame.request();
    request.colour = colour;
    Refinement refinement(std::move(request), std::move(rgba), samples);
    std::vector<std::uint32_t> colours;
    while (const auto points = refinement.next()) {
        const std::shared_ptr<Frame> batch = engine_->make_frame(*points);
        if (!batch->iterate(stop_refining_))
            return;
        colours.resize(points->points->size());
        batch->read_rgba(colours.data());
        if (!refinement.add(colours))
            continue;
        const auto picture = refinement.picture();
        {
            const std::lock_guard lock(mutex_);
            if (stop_refining_)
                return;
            refined_ = picture;
        }
        notify_();
    }
}

void FrameWorker::begin(RenderRequest request) {
    std::optional<KnownSamples> known;
    if (const std::shared_ptr<Frame> earlier = this->frame())
        known = known_samples(*earlier, request);
    if (known)
        request.progressive = false; // most of it is there: coarse lattices would be a step back
    const std::shared_ptr<Frame> frame = engine_->make_frame(request);
    if (known)
        frame->begin_with(std::move(*known));
    {
        const std::lock_guard lock(mutex_);
        frame_ = frame;
        // Colours may have changed since the request was taken.
        if (colour_)
            colour_frame();
    }
    notify_();
    frame->iterate(stop_);
}

void FrameWorker::colour_frame() {
    try {
        frame_->set_colour(*colour_);
    } catch (const std::exception &error) { // whoever chose a colour must not pay for a lost GPU
        fail(complaint_of(error));
    }
}

void FrameWorker::fail(const Complaint &why) {
    failure_ = why;
    next_.reset();
    recolour_ = false;
}

} // namespace fathom
