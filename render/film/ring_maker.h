#pragma once
#include "render/base/turns.h"
#include "render/engines/render_request.h"
#include "render/film/ring_store.h"
#include "render/film/shared_engine.h"
#include "render/film/zoom_rings.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace fathom {
class Frame;
struct KnownSamples;
} // namespace fathom

namespace fathom::film {

class RingHelp;

/// A part of a ring, iterated and coloured.
struct RingPart {
    Region region; ///< in the ring's picture
    std::shared_ptr<Frame> frame;
};

/// What a part of a ring takes.
struct RingRequest {
    RenderRequest request;
    std::optional<RenderRequest> plain; ///< see begin_with_interior
    RingName name;                      ///< of its samples
};

/// Iterates rings on an engine, on threads of its own, while frames are made of those that there
/// are. For one thread.
class RingMaker {
  public:
    /// What to iterate for a region of a ring's picture. Called from several threads.
    using Request = std::function<RingRequest(const Ring &ring, const Region &region)>;

    /// All have to outlive it. Rings are kept in `store`, and taken from there, unless that is
    /// null; makers of the same film know each other by `help`, unless that is null. Throws
    /// DeviceError if the system has no thread for it.
    RingMaker(const ZoomRings &rings, const SharedEngine &engine, const RingStore *store,
              RingHelp *help, Request request);
    /// Stops what is under way.
    ~RingMaker();
    RingMaker(const RingMaker &) = delete;
    RingMaker &operator=(const RingMaker &) = delete;

    /// Has the ring made after those that were wanted before; nothing if it was wanted and not
    /// taken yet. `others_will_want_it`: makers that may come later.
    void want(const Ring &ring, bool others_will_want_it = false);
    /// Waits for a ring that is wanted. Nothing if stopped. Throws what its engine threw.
    std::optional<std::vector<RingPart>> take(const Ring &ring, const std::atomic<bool> &stop);
    /// Drops all rings but these.
    void keep_only(const std::set<Ring> &rings);

    /// Whether its threads, when they have nothing to do, work for others. At first they do not.
    void help_others(bool help);
    /// Whether its rings are made by that engine.
    [[nodiscard]] bool is_of(const SharedEngine &engine) const noexcept {
        return &engine_.engine == &engine.engine;
    }
    /// For RingHelp: has the part that it would come to last iterated on another engine. False if
    /// nothing is left to do, or its parts have taken less time of late than handing them over is
    /// worth. Throws what that engine throws. From any thread.
    bool make_one_by(const SharedEngine &helper);

  private:
    struct Task {
        Ring ring;
        std::size_t part = 0; ///< its number,
        Region region;        ///< and where it lies
        /// That another engine has iterated; null: none has.
        std::shared_ptr<Frame> frame{};
        bool others_will_want_it = false;
    };
    struct Made {
        std::vector<RingPart> parts;
        std::size_t left = 0; ///< parts that are not done
        std::exception_ptr error;
    };

    void serve();
    void end_threads() noexcept;
    /// What is to be done next, once there is something; nothing if halted.
    std::optional<Task> next_task();
    /// Does something for another maker; false if there is nothing to do.
    bool help_once();
    void make(const Task &task);
    /// A part has taken so long.
    void note_time(double ms);
    /// Null if halted.
    std::shared_ptr<Frame> frame_of(const Task &task);
    /// Likewise, by any engine.
    std::shared_ptr<Frame> frame_of(const Task &task, const RingRequest &wanted,
                                    const SharedEngine &engine);
    /// Iterates it in the turn that it is given, and begins with `kept` if there is something.
    /// Likewise.
    std::shared_ptr<Frame> iterated(const RingRequest &wanted, std::optional<KnownSamples> kept,
                                    const SharedEngine &engine, std::optional<Turns::Turn> &turn);
    /// Iterates what `plain` does not tell. False if halted.
    bool finish(Frame &frame, std::shared_ptr<Frame> plain, const SharedEngine &engine);
    /// A frame with the samples of `other`. Null if they cannot be read, or halted.
    std::shared_ptr<Frame> taken_over(const RingRequest &wanted, Frame &other,
                                      const SharedEngine &engine);

    const ZoomRings &rings_;
    const SharedEngine engine_;
    const RingStore *const store_;
    RingHelp *const help_;
    const bool helps_devices_; ///< and they help it
    const Request request_;
    std::atomic<bool> halt_ = false;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<Task> tasks_;
    std::map<Ring, Made> made_;
    bool helps_ = false;
    int short_parts_ = 0;               ///< since the last one that took long
    std::vector<std::jthread> threads_; ///< last: they end before the rest goes
};

} // namespace fathom::film
