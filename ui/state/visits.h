#pragma once
#include "render/images/small_picture.h"
#include "render/places/location.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {
class Background;
class Frame;
} // namespace fathom

namespace fathom::ui {

/// A thumbnail of a complete frame, with the centre of `view` in its middle: of what is left of the
/// frame without columns at its left end. From any thread. Throws DeviceError.
SmallPicture thumbnail_of(Frame &frame, const View &view);

/// A place where somebody has stayed for a moment.
struct Visit {
    std::uint64_t number = 0; ///< its own, rising with time
    Location location;
    std::shared_ptr<const SmallPicture> thumbnail; ///< null until it was made
    std::uint64_t thumbnail_number = 0;            ///< another for each picture made
};

/// The places visited, with thumbnails that are copies of what was shown: nothing is computed for
/// them. The newest kCapacity are kept.
class Visits {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kCapacity = 100;

    explicit Visits(Background &background) : background_(background) {}

    /// The window shows `location`. It becomes a visit when it has stayed for a second and
    /// `complete` is its complete frame (null until there is one). The same view in other colours
    /// replaces the visit before it.
    void show(const Location &location, const std::shared_ptr<Frame> &complete,
              Clock::time_point now);
    /// When show() wants to be called again, if it does.
    [[nodiscard]] std::optional<Clock::time_point> next(Clock::time_point now) const;
    /// Takes over the places of a session before, the oldest first, without thumbnails.
    void restore(const std::vector<Location> &places);

    /// The oldest first.
    [[nodiscard]] const std::deque<Visit> &list() const { return visits_; }
    [[nodiscard]] std::vector<Location> locations() const;

  private:
    void add(const Location &location);
    void make_thumbnail_of(const std::shared_ptr<Frame> &frame, const View &view);

    Background &background_;
    std::deque<Visit> visits_;
    std::optional<Location> shown_;
    Clock::time_point since_{};
    bool settled_ = false; ///< shown_ is the newest visit, and its thumbnail is there or on its way
    std::uint64_t count_ = 0;
    std::uint64_t thumbnails_ = 0; ///< made so far
};

} // namespace fathom::ui
