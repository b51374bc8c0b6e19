#pragma once
#include "render/places/picture_size.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace fathom {

class Engine;
class Frame;
class ReferenceCache;
struct Location;

/// How far a search for a limit is. It may be asked from any thread.
class LimitProgress {
  public:
    /// 0 to 1, of what the search takes at most: it may end at any share.
    [[nodiscard]] double share() const;
    /// For the search: a frame is iterated now that is what lies between these shares.
    void begin(std::shared_ptr<const Frame> frame, double from, double to);

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Frame> frame_; ///< null: nothing was begun yet
    double from_ = 0, to_ = 0;
};

/// The limit that a picture of `size` pixels of the location needs, whatever its own limit: with 16
/// times as many iterations less than half a percent more of its pixels would escape. It is found
/// from a lattice of some 5,000 of them, whose limit rises fourfold until hardly any escapes
/// between an eighth of it and itself. Where all of them escape, the limit is at most four times
/// that, so that none is left. They are iterated in the same numbers on every engine, so it is the
/// same on all machines.
///
/// Where no pixel escapes a coarser lattice is iterated farther, up to a limit that grows with the
/// depth; a view inside a component gets the least one, kLeastAutomaticLimit.
///
/// Nothing if stopped. Throws as make_request and Engine. `progress` may be null.
std::optional<std::uint64_t> automatic_limit(Engine &engine, const Location &location, Size size,
                                             const std::shared_ptr<ReferenceCache> &reference_cache,
                                             const std::atomic<bool> &stop,
                                             LimitProgress *progress = nullptr);

inline constexpr std::uint64_t kLeastAutomaticLimit = 500;

/// The least limit, two digits of it not 0, between which and `tried` at most `spare` of the
/// escaped samples lie. `indices` are their escape indices, 1 to `tried`, in any order.
std::uint64_t limit_for(std::span<std::uint64_t> indices, std::size_t spare) noexcept;

} // namespace fathom
