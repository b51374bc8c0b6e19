#include "render/film/film_lanes.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/machine_memory.h"
#include "render/engines/engine.h"
#include "render/film/frame_feed.h"
#include "render/film/ring_room.h"
#include "render/film/ring_store.h"
#include "render/film/segment_output.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

namespace fathom::film {
namespace {

/// Of all memory what frames that wait, and of each device's what rings of others, may take at
/// most.
constexpr std::uint64_t kPartOfMemory = 8;

/// Frames of a segment that may wait.
std::size_t most_waiting(const SharedFilm &film, const FilmPlan &plan, int writers) {
    constexpr std::size_t kLeast = 2;
    const std::uint64_t each =
        usable_memory() / kPartOfMemory / static_cast<std::uint64_t>(writers);
    return std::clamp<std::size_t>(each / frame_bytes(film.options()), kLeast,
                                   static_cast<std::size_t>(plan.frames_a_segment) + kLeast);
}

bool is_ready(const std::future<void> &future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

struct FilmLanes::Lane {
    Engine &engine;
    Part &part; ///< which that is
    /// Segments whose frames are made and not all written yet: for them the next one's frames need
    /// not wait.
    std::deque<std::future<void>> finishing{};
};

/// A segment that is made, whose frames are written on a thread of its own.
class FilmLanes::Segment {
  public:
    /// Once it is its turn; not begun if halted.
    Segment(FilmLanes &lanes, int number)
        : number_(number), turn_(lanes.writers_, 0, lanes.halt_), written_(lanes.frames_written_) {
        if (!turn_.taken())
            return;
        writer_ = lanes.output_.begin(number, lanes.halt_);
        feed_.emplace(
            [this](int frame, const PixelRows &rows) {
                const Stopwatch watch;
                const bool more = writer_->write(frame, rows);
                encode_ms_ += watch.ms();
                written_ += more ? 1 : 0;
                return more;
            },
            lanes.most_waiting_);
    }

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] bool is_begun() const noexcept { return feed_.has_value(); }
    [[nodiscard]] bool wants(int frame) { return writer_->wants(frame); }
    /// As FrameFeed.
    bool put(int frame, PixelRows rows) { return feed_->put(frame, std::move(rows)); }
    /// Waits until all is written. False if stopped. Throws what writing threw.
    bool finish() {
        if (!feed_->finish())
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
    const Turns::Turn turn_;
    std::atomic<int> &written_;
    double encode_ms_ = 0;
    std::unique_ptr<SegmentWriter> writer_;
    std::optional<FrameFeed> feed_; ///< last: its thread ends before the rest goes
};

FilmLanes::FilmLanes(Engine &engine, const FilmExportJob &job, SegmentOutput &output, FilmCrew crew)
    : plan_(plan_of(job)), output_(output), film_(job.film, frames_options(job)),
      most_waiting_(most_waiting(film_, plan_, crew.writers)), writers_(crew.writers) {
    if (const RingStore *store = film_.store())
        store->require_room(kept_ring_bytes(film_, plan_.frames));
    std::vector<bool> made;
    for (int segment = 0; segment < plan_.segments(); ++segment) {
        const FrameRange frames = plan_.segment(segment);
        const int kept = output_.kept(segment);
        made.push_back(kept == frames.last - frames.first + 1);
        kept_ += kept;
    }
    frames_written_ = kept_;
    schedule_.emplace(made);
    const std::vector<Engine *> parts = engine.parts();
    for (const Engine *part : parts)
        parts_.emplace_back(part->frames_at_once());
    for (int number = 0; number < crew.lanes; ++number) {
        const std::size_t part = static_cast<std::size_t>(number) % parts.size();
        lanes_.push_back({*parts[part], parts_[part]});
        ++parts_[part].lanes;
    }
    lanes_left_ = crew.lanes;
    if (crew.lanes > 1)
        for (const Engine *part : parts)
            film_.help().keep(*part, part->memory_bytes() / kPartOfMemory);
    try {
        for (Lane &lane : lanes_)
            threads_.emplace_back([this, &lane] { serve(lane); });
    } catch (const std::system_error &) {
        halt_ = true;
        changed_.notify_all();
        throw DeviceError("the system has no more threads; close other programs");
    } catch (...) {
        halt_ = true;
        changed_.notify_all();
        throw;
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
        progress(frames_written_);
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
    for (Part &part : parts_)
        times.rings_ms += part.turns.busy_ms();
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
    lane.finishing.clear();
    const std::lock_guard lock(mutex_);
    times_.orbit_ms += times.orbit_ms;
    times_.frames_ms += times.frames_ms;
    --lanes_left_;
    --lane.part.lanes;
    if (lost) {
        try {
            if (segment >= 0)
                schedule_->give_back(segment);
        } catch (const std::bad_alloc &) { // then nobody makes it
            halt_ = true;
        }
        if ((lanes_left_ == 0 || halt_) && !error_)
            error_ = lost;
    }
    changed_.notify_all();
}

void FilmLanes::make_segments(Lane &lane, std::unique_ptr<FilmFrames> &frames, int &segment) {
    if (film_.store() != nullptr && !has_room(lane))
        return;
    while (const auto next = next_segment(lane, frames.get(), segment)) {
        segment = *next;
        if (!frames)
            frames =
                std::make_unique<FilmFrames>(film_, SharedEngine{lane.engine, lane.part.turns});
        auto made = std::make_shared<Segment>(*this, segment);
        if (!made->is_begun() || !make(*frames, *made))
            return;
        std::erase_if(lane.finishing, is_ready);
        try {
            lane.finishing.push_back(std::async(
                std::launch::async, [this, made]() mutable { finish(std::move(made)); }));
        } catch (const std::system_error &) {
            finish(std::move(made)); // there is no thread for it
        }
    }
}

bool FilmLanes::has_room(Lane &lane) {
    if (!find_ring_bytes(film_, plan_.frames, {lane.engine, lane.part.turns}, halt_))
        return false;
    const std::lock_guard lock(mutex_);
    if (!has_room_) // later there is less, for others make rings by now
        film_.store()->require_room(kept_ring_bytes(film_, plan_.frames));
    return has_room_ = true;
}

std::optional<int> FilmLanes::next_segment(Lane &lane, FilmFrames *frames, int last) {
    std::unique_lock lock(mutex_);
    std::optional<int> segment;
    const auto over = [&] {
        if (halt_ || error_ || schedule_->over())
            return true;
        segment = schedule_->take(last);
        return segment.has_value();
    };
    if (over())
        return segment;
    // One that is under way may become free again.
    const bool helps = ++lane.part.idle == lane.part.lanes && frames != nullptr;
    if (helps)
        frames->help_others(true);
    changed_.wait(lock, over);
    --lane.part.idle;
    if (helps)
        frames->help_others(false);
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
    }
    return true;
}

void FilmLanes::finish(std::shared_ptr<Segment> segment) noexcept {
    try {
        const bool finished = segment->finish();
        const std::lock_guard lock(mutex_);
        encode_ms_ += segment->encode_ms();
        if (finished)
            schedule_->made(segment->number());
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

} // namespace fathom::film
