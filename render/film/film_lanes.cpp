#include "render/film/film_lanes.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/film/frame_feed.h"
#include "render/film/ring_room.h"
#include "render/film/ring_store.h"
#include "render/film/segment_output.h"

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

namespace fathom {

struct FilmLanes::Lane {
    Engine &engine;
    Turns &turns; ///< the engine's
    /// Finishes the segment before the one that is made: an encoder has frames in it up to its end,
    /// for which the next one's frames need not wait.
    std::jthread finisher{};
};

/// A segment that is made, whose frames are written on a thread of its own.
class FilmLanes::Segment {
  public:
    Segment(SegmentOutput &output, int number, const std::atomic<bool> &halt)
        : number_(number), writer_(output.begin(number, halt)),
          feed_([this](int frame, const PixelRows &rows) {
              const Stopwatch watch;
              const bool more = writer_->write(frame, rows);
              encode_ms_ += watch.ms();
              return more;
          }) {}

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] bool wants(int frame) { return writer_->wants(frame); }
    /// As FrameFeed.
    bool put(int frame, PixelRows rows) { return feed_.put(frame, std::move(rows)); }
    /// Waits until all is written. False if stopped. Throws what writing threw.
    bool finish() {
        if (!feed_.finish())
            return false;
        const Stopwatch watch;
        const bool finished = writer_->finish();
        encode_ms_ += watch.ms();
        return finished;
    }
    /// Spent on writing; after finish().
    [[nodiscard]] double encode_ms() const noexcept { return encode_ms_; }

  private:
    const int number_;
    double encode_ms_ = 0;
    const std::unique_ptr<SegmentWriter> writer_;
    FrameFeed feed_; ///< last: its thread ends before the rest goes
};

FilmLanes::FilmLanes(Engine &engine, const FilmExportJob &job, SegmentOutput &output, int lanes)
    : plan_(plan_of(job)), output_(output), film_(job.film, frames_options(job)) {
    if (const RingStore *store = film_.store())
        store->require_room(kept_ring_bytes(film_, plan_.frames));
    std::vector<bool> made;
    for (int segment = 0; segment < plan_.segments(); ++segment) {
        const FrameRange frames = plan_.segment(segment);
        const int kept = output_.kept(segment);
        made.push_back(kept == frames.last - frames.first + 1);
        kept_ += kept;
    }
    frames_made_ = kept_;
    schedule_.emplace(made);
    const std::vector<Engine *> parts = engine.parts();
    for (const Engine *part : parts)
        turns_.emplace_back(part->frames_at_once());
    for (int number = 0; number < lanes; ++number) {
        const std::size_t part = static_cast<std::size_t>(number) % parts.size();
        lanes_.push_back({*parts[part], turns_[part]});
    }
    lanes_left_ = lanes;
    try {
        for (Lane &lane : lanes_)
            threads_.emplace_back([this, &lane] { serve(lane); });
    } catch (const std::system_error &) {
        halt_ = true;
        changed_.notify_all();
        throw DeviceError("the system has no more threads; close other programs");
    }
}

FilmLanes::~FilmLanes() {
    const std::lock_guard lock(mutex_);
    halt_ = true;
    changed_.notify_all();
}

bool FilmLanes::wait(const std::atomic<bool> &stop, const std::function<void(int)> &progress) {
    constexpr std::chrono::milliseconds kReportInterval(50);
    std::unique_lock lock(mutex_);
    while (!stop && !error_ && !schedule_->over()) {
        changed_.wait_for(lock, kReportInterval);
        lock.unlock();
        progress(frames_made_);
        lock.lock();
    }
    halt_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return lanes_left_ == 0; });
    if (error_)
        std::rethrow_exception(error_);
    return !stop;
}

FilmFramesTimes FilmLanes::times() {
    const std::lock_guard lock(mutex_);
    FilmFramesTimes times = times_;
    for (Turns &turns : turns_)
        times.rings_ms += turns.busy_ms();
    return times;
}

double FilmLanes::encode_ms() {
    const std::lock_guard lock(mutex_);
    return encode_ms_;
}

void FilmLanes::serve(Lane &lane) {
    int segment = -1;
    std::unique_ptr<FilmFrames> frames;
    std::exception_ptr lost;
    try {
        make_segments(lane, frames, segment);
    } catch (const DeviceError &) {
        lost = std::current_exception();
    } catch (const std::bad_alloc &) {
        lost = std::current_exception();
    } catch (...) {
        refuse(std::current_exception());
    }
    const FilmFramesTimes times = frames ? frames->times() : FilmFramesTimes();
    frames.reset();
    lane.finisher = {};
    const std::lock_guard lock(mutex_);
    times_.orbit_ms += times.orbit_ms;
    times_.frames_ms += times.frames_ms;
    --lanes_left_;
    if (lost) {
        schedule_->give_back(segment);
        if (lanes_left_ == 0 && !error_)
            error_ = lost;
    }
    changed_.notify_all();
}

void FilmLanes::make_segments(Lane &lane, std::unique_ptr<FilmFrames> &frames, int &segment) {
    for (auto next = next_segment(segment); next; next = next_segment(segment)) {
        segment = *next;
        if (!frames)
            frames = std::make_unique<FilmFrames>(film_, SharedEngine{lane.engine, lane.turns});
        const auto made = std::make_shared<Segment>(output_, segment, halt_);
        if (!make(*frames, *made))
            return;
        lane.finisher = {}; // the one before
        try {
            lane.finisher = std::jthread([this, made] { finish(*made); });
        } catch (const std::system_error &) {
            finish(*made); // there is no thread for it
        }
    }
}

std::optional<int> FilmLanes::next_segment(int last) {
    std::unique_lock lock(mutex_);
    std::optional<int> segment;
    // One that is under way may become free again.
    changed_.wait(lock, [&] {
        if (halt_ || error_ || schedule_->over())
            return true;
        segment = schedule_->take(last);
        return segment.has_value();
    });
    return segment;
}

bool FilmLanes::make(FilmFrames &frames, Segment &segment) {
    const FrameRange range = plan_.segment(segment.number());
    for (int frame = range.first; frame <= range.last; ++frame) {
        if (!segment.wants(frame))
            continue;
        auto rows = halt_ ? std::nullopt : frames.make(frame, halt_);
        if (!rows || !segment.put(frame, *std::move(rows)))
            return false;
        ++frames_made_;
    }
    return true;
}

void FilmLanes::finish(Segment &segment) noexcept {
    try {
        const bool finished = segment.finish();
        const std::lock_guard lock(mutex_);
        encode_ms_ += segment.encode_ms();
        if (finished)
            schedule_->made(segment.number());
        changed_.notify_all();
    } catch (...) {
        refuse(std::current_exception());
    }
}

void FilmLanes::refuse(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_)
        error_ = std::move(error);
    halt_ = true;
    changed_.notify_all();
}

} // namespace fathom
