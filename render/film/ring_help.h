#pragma once
#include "render/film/shared_engine.h"
#include "render/film/zoom_rings.h"

#include <atomic>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace fathom {
class Engine;
class Frame;
} // namespace fathom

namespace fathom::film {

class RingMaker;

/// A part of a ring that several makers may want.
struct WantedPart {
    const ZoomRings *rings = nullptr; ///< the leg's
    Ring ring;
    std::size_t number = 0;
    bool on_host = false; ///< whose maker is on the host: no device waits for what takes it so long
    friend auto operator<=>(const WantedPart &, const WantedPart &) = default;
};

/// What the makers of one film's rings do for each other. Safe from several threads.
///
/// Devices that have nothing to do iterate parts for others: at a film's end there are fewer
/// segments than devices, and the slowest may have most of the work in it. And where frames of
/// several makers show the same ring, what took long is iterated once: in the making, in a frame of
/// another maker, or kept in its device's memory for who comes later.
class RingHelp {
  public:
    /// Of long parts that this engine makes those are kept whose makers say that another one will
    /// want them, up to then, of so many bytes at most; the oldest go first. Before that none is.
    void keep(const Engine &engine, std::uint64_t most_bytes);
    /// Drops what is kept on the engine's device, whose memory may be what is missing. False if
    /// that is nothing.
    bool drop_kept(const Engine &engine);
    /// From now on what takes `ms` is long.
    void count_as_long(double ms);

    /// Whether what takes so long is worth another one's while.
    [[nodiscard]] bool is_long(double ms);

    /// A maker that may be helped, up to leave(), which waits until nobody works for it.
    void join(RingMaker &maker);
    void leave(RingMaker &maker) noexcept;
    /// Has `engine` iterate a part for a maker on another device. False if none has any to give.
    /// Throws as the engine, which is to help no more then; what it was at is done by its maker.
    bool give(const SharedEngine &engine);

    /// The complete frame that another maker has of a part; waits for one that is making it. Null
    /// if there is none, or if stopped. What was kept of it is kept no more.
    std::shared_ptr<Frame> frame(const WantedPart &part, const std::atomic<bool> &stop);
    /// Declares that the samples of that frame cannot be read.
    void lose(const WantedPart &part, const std::shared_ptr<Frame> &frame);

    /// The making of a part, to its end, unless another maker is at it or has it.
    class Making {
      public:
        Making(RingHelp &help, const WantedPart &part)
            : help_(help), part_(part), begun_(help.begin(part)) {}
        ~Making() {
            if (begun_)
                help_.end(part_, nullptr, nullptr);
        }
        Making(const Making &) = delete;
        Making &operator=(const Making &) = delete;

        [[nodiscard]] bool begun() const noexcept { return begun_; }
        /// `engine` has completed it after so long.
        void finish(const Engine &engine, const std::shared_ptr<Frame> &frame, double ms,
                    bool others_will_want_it);

      private:
        RingHelp &help_;
        const WantedPart part_;
        bool begun_;
    };

  private:
    /// What counts as long: from one device to another a copy takes a quarter of the time of
    /// iterating the same in a quick view.
    static constexpr double kLongMs = 10;

    /// What is kept on an engine's device.
    struct Shelf {
        std::uint64_t most_bytes = 0, bytes = 0;
        std::list<WantedPart> parts; ///< the oldest first
    };
    struct Known {
        bool under_way = false;
        std::weak_ptr<Frame> frame;
        std::shared_ptr<Frame> kept; ///< the same; null: it is its maker's alone
        Shelf *shelf = nullptr;      ///< that it is kept on
    };

    bool begin(const WantedPart &part);
    /// `frame`: that others may have; or null. `keeper`: whose shelf it goes to, if that has one.
    void end(const WantedPart &part, const std::shared_ptr<Frame> &frame, const Engine *keeper);
    /// Keeps it no more; whoever has it does.
    void take_down(WantedPart part);

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::map<RingMaker *, int> helpers_; ///< at work for each
    std::map<WantedPart, Known> parts_;  ///< that are being made, or took long
    std::map<const Engine *, Shelf> shelves_;
    double long_ms_ = kLongMs;
};

} // namespace fathom::film
