#pragma once
#include "render/engines/sample_buffer.h"
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
#include <optional>

namespace fathom {

class Frame;
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
/// another maker, or kept in memory for those who come later.
class RingHelp {
  public:
    /// What takes `least_ms` is long. Of such parts those are kept whose makers say that others
    /// will want them, of so many bytes at most, the oldest go first. Before that none is.
    void keep(std::uint64_t most_bytes, double least_ms = kLongMs);

    /// Whether what takes so long is worth another one's while.
    [[nodiscard]] bool is_long(double ms);

    /// A maker that may be helped, up to leave(), which waits until nobody works for it.
    void join(RingMaker &maker);
    void leave(RingMaker &maker) noexcept;
    /// Has `engine` iterate a part for a maker on another device. False if none has any to give.
    /// Throws as the engine, which is to help no more then; what it was at is done by its maker.
    bool give(const SharedEngine &engine);

    /// The samples that another maker has of a part; waits for one that is making it. Nothing if
    /// there are none that can be read, or if stopped.
    std::optional<SampleBuffer> samples(const WantedPart &part, const std::atomic<bool> &stop);

    /// The making of a part, to its end, unless another maker is at it or has it.
    class Making {
      public:
        Making(RingHelp &help, const WantedPart &part)
            : help_(help), part_(part), begun_(help.begin(part)) {}
        ~Making() {
            if (begun_)
                help_.end(part_, {});
        }
        Making(const Making &) = delete;
        Making &operator=(const Making &) = delete;

        [[nodiscard]] bool begun() const noexcept { return begun_; }
        /// It is complete after so long. Throws DeviceError if its samples cannot be read.
        void finish(const std::shared_ptr<Frame> &frame, double ms, bool others_will_want_it);

      private:
        RingHelp &help_;
        const WantedPart part_;
        bool begun_;
    };

  private:
    /// What counts as long: a copy by the host's memory takes some tens of ms.
    static constexpr double kLongMs = 100;

    struct Known {
        bool under_way = false;
        std::weak_ptr<Frame> frame;
        std::shared_ptr<const SampleBuffer> samples; ///< null: none are kept
    };

    bool begin(const WantedPart &part);
    void end(const WantedPart &part, Known known);
    void forget_oldest();

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::map<RingMaker *, int> helpers_; ///< at work for each
    std::map<WantedPart, Known> parts_;  ///< that are being made, or took long
    std::list<WantedPart> kept_;         ///< with samples, the oldest first
    std::uint64_t kept_bytes_ = 0, most_bytes_ = 0;
    double least_ms_ = kLongMs;
};

} // namespace fathom
