#pragma once
#include "render/base/turns.h"
#include "render/film/film_export_job.h"
#include "render/film/film_frames.h"
#include "render/film/segment_schedule.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace fathom {
class Engine;
} // namespace fathom

namespace fathom::film {

class SegmentOutput;

/// How many make a film.
struct FilmCrew {
    int lanes = 1;   ///< that make frames
    int writers = 1; ///< segments that are written at a time
};

/// Threads that make the segments of a film, each with frames of its own, on the parts of an engine
/// in turn. What a lane has made of a segment waits in memory for its writer, as far as that goes,
/// while the lane makes the next one. A lane whose engine fails ends, and what it was at is made by
/// another; only when none is left that is an error.
class FilmLanes {
  public:
    /// Begins at once. All have to outlive it. Throws DeviceError if the system has no thread, and
    /// DiskError where rings are kept and there is no room for them.
    FilmLanes(Engine &engine, const FilmExportJob &job, SegmentOutput &output, FilmCrew crew);
    /// Stops what is under way.
    ~FilmLanes();
    FilmLanes(const FilmLanes &) = delete;
    FilmLanes &operator=(const FilmLanes &) = delete;

    /// Calls `progress` with the frames that are written until all segments are. False if stopped.
    /// Throws what no lane could help.
    bool wait(const std::atomic<bool> &stop, const std::function<void(int)> &progress);
    /// Frames that were made before.
    [[nodiscard]] int kept() const noexcept { return kept_; }
    /// Of all lanes that have ended, the sums.
    [[nodiscard]] FilmFramesTimes times();
    [[nodiscard]] double encode_ms();

  private:
    /// A part of the engine.
    struct Part {
        explicit Part(int at_once) : turns(at_once) {}
        Turns turns;
        int lanes = 0; ///< at work or waiting for it
        int idle = 0;  ///< of these; guarded by mutex_
    };
    struct Lane;
    class Segment;

    void serve(Lane &lane);
    /// Makes segments until there are none left, or halted.
    void make_segments(Lane &lane, std::unique_ptr<FilmFrames> &frames, int &segment);
    /// Finds how dense rings are to be, and throws DiskError where rings are kept and there is no
    /// room for as many samples. False if halted.
    bool has_room(Lane &lane);
    /// The one after `last`, else another, once one is free; nothing when all are made, or halted.
    /// Meanwhile a part of the engine all of whose lanes wait helps others.
    std::optional<int> next_segment(Lane &lane, FilmFrames *frames, int last);
    /// False if halted.
    bool make(FilmFrames &frames, Segment &segment);
    /// What is left to do when all of its frames are there.
    void finish(std::shared_ptr<Segment> segment) noexcept;
    void refuse(std::exception_ptr error);

    const FilmPlan plan_;
    SegmentOutput &output_;
    SharedFilm film_;
    const std::size_t most_waiting_; ///< frames of a segment
    std::atomic<bool> halt_ = false;
    std::atomic<int> frames_written_ = 0;
    int kept_ = 0;
    Turns writers_; ///< each segment's, from its first frame to its last one's writing
    std::deque<Part> parts_;
    std::deque<Lane> lanes_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::optional<SegmentSchedule> schedule_;
    int lanes_left_ = 0;
    bool has_room_ = false; ///< for rings
    std::exception_ptr error_;
    FilmFramesTimes times_;
    double encode_ms_ = 0;

    std::vector<std::jthread> threads_; ///< last: they end before the rest goes
};

} // namespace fathom::film
