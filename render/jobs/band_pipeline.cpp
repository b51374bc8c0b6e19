#include "render/jobs/band_pipeline.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/engines/frame_mean.h"

#include <system_error>
#include <utility>

namespace fathom {
namespace {

std::size_t number_of(BandWork work) {
    return static_cast<std::size_t>(work);
}

} // namespace

BandLane::BandLane(Engine &engine, int number, Turns &turns, BandClock &clock)
    : engine_(engine), number_(number), turns_(turns), clock_(clock) {}

BandLane::~BandLane() = default;

std::shared_ptr<Frame> BandLane::iterate(const RenderRequest &request, double share,
                                         const Begin &begin, const std::atomic<bool> &halt) {
    const Turns::Turn turn(turns_, request.top);
    if (halt)
        return nullptr;
    const BandClock::Work work(clock_, number_of(BandWork::iterating));
    auto frame = engine_.make_frame(request);
    {
        const std::lock_guard lock(mutex_);
        current_ = frame;
        share_ = share * request.size.height;
    }
    const bool complete = begin(*frame) && frame->iterate(halt);
    const std::lock_guard lock(mutex_);
    current_ = nullptr;
    if (!complete)
        return nullptr;
    done_ += share_;
    return frame;
}

bool BandLane::recolour(Frame &frame, const ColourSettings &settings,
                        const std::atomic<bool> &halt) {
    const Turns::Turn turn(turns_, frame.request().top);
    frame.set_colour(settings);
    return frame.refresh_colour(halt);
}

double BandLane::rows_done() const {
    const std::lock_guard lock(mutex_);
    return done_ + (current_ ? share_ * current_->progress() : 0);
}

void BandLane::forget_progress() {
    const std::lock_guard lock(mutex_);
    current_ = nullptr;
    done_ = 0;
}

BandPipeline::BandPipeline(const std::vector<Engine *> &engines, const BandSchedule &schedule,
                           int first_row, int height, int most_in_flight, Make make)
    : make_(std::move(make)), height_(height), most_in_flight_(most_in_flight),
      next_row_(first_row), schedule_(schedule), rows_made_(first_row) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
        Engine &engine = *engines[i];
        Turns &turns = turns_.emplace_back(engine.frames_at_once());
        // One more: while its colours are read, the engine goes on.
        for (int lane = 0; lane <= engine.frames_at_once(); ++lane)
            lanes_.emplace_back(engine, static_cast<int>(i), turns, clock_);
    }
    const std::lock_guard lock(mutex_); // nobody begins before all are there
    try {
        for (BandLane &lane : lanes_)
            threads_.emplace_back([this, &lane] { serve(lane); });
    } catch (const std::system_error &) {
        if (threads_.empty())
            throw DeviceError(
                "the system has no thread left to compute a picture with; close other "
                "programs");
    } catch (...) {
        halt_ = true; // those that wait for the lock end
        throw;
    }
    lanes_left_ = static_cast<int>(threads_.size());
}

BandPipeline::~BandPipeline() {
    halt_ = true;
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void BandPipeline::serve(BandLane &lane) {
    try {
        while (const auto rows = next_rows(lane.number()))
            if (!make(lane, *rows))
                return;
    } catch (...) {
        refuse(std::current_exception());
    }
}

bool BandPipeline::make(BandLane &lane, RowRange rows) {
    std::exception_ptr error;
    try {
        const BandClock::Work work(clock_, number_of(BandWork::rest));
        auto band = make_(lane, rows, halt_);
        if (!band)
            return false;
        put(lane, rows, *std::move(band));
        return true;
    } catch (const InputError &) {
        throw;
    } catch (...) {
        error = std::current_exception();
    }
    lane.forget_progress();
    lose(rows, std::move(error));
    return false;
}

std::optional<RowRange> BandPipeline::next_rows(int engine) {
    std::unique_lock lock(mutex_);
    std::optional<RowRange> rows;
    changed_.wait(lock, [&] {
        if (halt_ || rows_made_ == height_)
            return true;
        // What was given back is in flight already, and may be what all others wait for.
        if (schedule_.has_returned())
            rows = schedule_.take(engine);
        else if (in_flight_ < most_in_flight_ && !enough_wait() && (rows = schedule_.take(engine)))
            ++in_flight_;
        return rows.has_value();
    });
    return halt_ ? std::nullopt : rows;
}

bool BandPipeline::enough_wait() const {
    constexpr int kEnough = 3; // with those that are being made and written
    int waiting = 0;
    int row = next_row_;
    for (auto made = made_.find(row); made != made_.end() && waiting < kEnough;
         made = made_.find(row)) {
        row += made->second.rows;
        ++waiting;
    }
    return waiting == kEnough;
}

void BandPipeline::put(BandLane &lane, RowRange rows, MadeBand band) {
    const std::lock_guard lock(mutex_);
    made_.emplace(rows.first, Made{rows.count, std::move(band)});
    lane.forget_progress();
    rows_made_ += rows.count;
    schedule_.note(lane.number(), rows);
    changed_.notify_all();
}

void BandPipeline::lose(RowRange rows, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    schedule_.give_back(rows);
    if (--lanes_left_ == 0)
        error_ = std::move(error);
    changed_.notify_all();
}

void BandPipeline::refuse(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_)
        error_ = std::move(error);
    halt_ = true;
    changed_.notify_all();
}

std::optional<MadeBand> BandPipeline::take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return error_ || made_.count(next_row_) != 0; });
    if (error_)
        std::rethrow_exception(error_);
    const auto found = made_.find(next_row_);
    if (found == made_.end())
        return std::nullopt;
    next_row_ += found->second.rows;
    std::optional<MadeBand> band = std::move(found->second.band);
    made_.erase(found);
    return band;
}

void BandPipeline::used() {
    const std::lock_guard lock(mutex_);
    --in_flight_;
    changed_.notify_all();
}

double BandPipeline::rows_done() {
    const std::lock_guard lock(mutex_);
    double done = rows_made_;
    for (const BandLane &lane : lanes_)
        done += lane.rows_done();
    return done;
}

double BandPipeline::iterating_ms() {
    double ms = 0;
    for (Turns &turns : turns_)
        ms += turns.busy_ms();
    return ms / static_cast<double>(turns_.size());
}

double BandPipeline::work_ms(BandWork work) {
    return clock_.ms(number_of(work));
}

} // namespace fathom
