#pragma once
#include "render/base/phase_clock.h"
#include "render/base/turns.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/engines/supersample.h"
#include "render/images/png_writer.h"
#include "render/jobs/band_schedule.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace fathom {

class Engine;
class Frame;
class FrameMean;

/// What is made of the frames of a band, for whoever writes.
struct MadeBand {
    RenderRequest request;                 ///< of its last sample
    PixelRows colours;                     ///< none where light or samples alone are asked for
    std::unique_ptr<Supersampler> light;   ///< likewise
    std::unique_ptr<SampleBuffer> samples; ///< likewise
};

/// What threads that make bands are at. What is hidden behind iterating counts as iterating.
enum class BandWork : std::uint8_t { iterating, rest };
using BandClock = PhaseClock<2>;

/// One of the threads that make bands with an engine. Several share an engine, so that it iterates
/// one band while the colours of another are read.
class BandLane {
  public:
    /// `turns` are the engine's, `clock` is that of all lanes.
    BandLane(Engine &engine, int number, Turns &turns, BandClock &clock);
    ~BandLane();
    BandLane(const BandLane &) = delete;
    BandLane &operator=(const BandLane &) = delete;

    [[nodiscard]] Engine &engine() const noexcept { return engine_; }
    /// Of the engine.
    [[nodiscard]] int number() const noexcept { return number_; }
    /// Lets a frame begin with what is known of it; false if halted.
    using Begin = std::function<bool(Frame &frame)>;
    /// A complete frame, once it is the engine's turn for it; null if halted. `share` is what that
    /// frame is of all the rows of its band. Throws as Engine::make_frame, `begin` and
    /// Frame::iterate.
    std::shared_ptr<Frame> iterate(const RenderRequest &request, double share, const Begin &begin,
                                   const std::atomic<bool> &halt);
    /// Gives a complete frame of the engine other colours, likewise. Returns false if halted.
    bool recolour(Frame &frame, const ColourSettings &settings, const std::atomic<bool> &halt);
    /// Rows of its band that are iterated, in part those of unfinished frames.
    [[nodiscard]] double rows_done() const;
    /// Begins another band.
    void forget_progress();

    std::unique_ptr<FrameMean> mean; ///< for whoever makes bands; null at first

  private:
    Engine &engine_;
    const int number_;
    Turns &turns_;
    BandClock &clock_;
    mutable std::mutex mutex_;       ///< guards what follows
    std::shared_ptr<Frame> current_; ///< is iterated
    double share_ = 0;               ///< of that frame, in rows
    double done_ = 0;                ///< in rows
};

/// Engines that make the bands of a picture, each on threads of its own, while one thread takes
/// them in their order. A thread whose engine fails ends, and what it was at is made by another;
/// only when none is left that is an error. Bands in flight, from the time when one is begun until
/// it is written, are bounded, and so is their memory. Where those that could be written wait for
/// that, none is begun: they would only take memory, which a GPU's driver hands out slowly.
class BandPipeline {
  public:
    /// Makes a band of these rows on the lane; nothing if halted. What it throws is a failure of
    /// the engine, but for an InputError: no engine can make that picture.
    using Make =
        std::function<std::optional<MadeBand>(BandLane &, RowRange, const std::atomic<bool> &halt)>;

    /// Begins at once with the rows from `first_row` on. `engines` has to outlive it, and nobody
    /// else may use them meanwhile. `most_in_flight` at least 1. Throws DeviceError if the system
    /// has no thread for it.
    BandPipeline(const std::vector<Engine *> &engines, const BandSchedule &schedule, int first_row,
                 int height, int most_in_flight, Make make);
    /// Stops what is under way.
    ~BandPipeline();
    BandPipeline(const BandPipeline &) = delete;
    BandPipeline &operator=(const BandPipeline &) = delete;

    /// The next band in the order of the picture, to be dropped before `used`; nothing if it was
    /// not there within that time, or all were taken. Throws what no engine could help.
    std::optional<MadeBand> take(std::chrono::milliseconds patience);
    /// Declares that the band which was taken last is written.
    void used();
    /// Whether all bands were taken.
    [[nodiscard]] bool over() const { return next_row_ >= height_; }
    /// Rows that are iterated, in part those of bands under way.
    [[nodiscard]] double rows_done();
    /// For how long an engine had frames that were iterated, in ms, the mean of all engines.
    [[nodiscard]] double iterating_ms();
    /// For how long some lane was at this, in ms. All works add up to the time in which bands were
    /// made.
    [[nodiscard]] double work_ms(BandWork work);

  private:
    struct Made {
        int rows = 0;
        MadeBand band;
    };

    void serve(BandLane &lane);
    /// False where the lane is to end. Throws what ends all of them.
    bool make(BandLane &lane, RowRange rows);
    std::optional<RowRange> next_rows(int engine);
    /// Whether enough bands wait for whoever writes; `mutex_` is held.
    [[nodiscard]] bool enough_wait() const;
    void put(BandLane &lane, RowRange rows, MadeBand band);
    void lose(RowRange rows, std::exception_ptr error);
    void refuse(std::exception_ptr error);

    const Make make_;
    const int height_;
    const int most_in_flight_;
    int next_row_; ///< to be taken; of the thread that takes
    std::atomic<bool> halt_ = false;
    BandClock clock_;
    std::deque<Turns> turns_; ///< of each engine
    std::deque<BandLane> lanes_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    BandSchedule schedule_;
    int in_flight_ = 0;
    int rows_made_ = 0;
    int lanes_left_ = 0;
    std::map<int, Made> made_; ///< by their first row
    std::exception_ptr error_;

    std::vector<std::jthread> threads_; ///< last: they end before the rest goes
};

} // namespace fathom
