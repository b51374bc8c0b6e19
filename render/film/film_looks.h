#pragma once
#include "render/film/film_path.h"
#include "render/film/shared_engine.h"
#include "render/film/zoom_rings.h"
#include "render/jobs/survey.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace fathom {

class ReferenceCache;

/// Limits and colours of the frames of a zoom: those of the film's keys, and where these leave them
/// to the film what the views themselves need, found once for some levels and blended between them,
/// so that nothing jumps. The same whatever frames are asked for, in whatever order. Safe from
/// several threads.
class FilmLooks {
  public:
    /// `path` and `rings` have to outlive it; `leg` zooms, in frames of that size.
    FilmLooks(const FilmPath &path, const FilmLeg &leg, const ZoomRings &rings, Size size);

    /// Whether the colours of a sample are the same in all frames.
    [[nodiscard]] bool are_still() const noexcept { return still_; }
    /// The levels of the rings of all frames.
    [[nodiscard]] int first_level() const noexcept { return first_; }
    [[nodiscard]] int last_level() const noexcept { return last_; }

    /// Finds the limits that are the film's to find. False if stopped. Throws as the engine.
    bool find_limits(const SharedEngine &engine, const std::atomic<bool> &stop);
    /// What is iterated in a level's ring; the view is a frame's. After find_limits.
    [[nodiscard]] Location location_of(int level) const;
    /// Sets what of `colour` is found: the scheme's density and offset, and the ranks. `location`
    /// is a frame's, `cache` gives the same orbits whatever was asked for before. False if stopped.
    bool find_colours(const Location &location, const std::shared_ptr<ReferenceCache> &cache,
                      const SharedEngine &engine, ColourSettings &colour,
                      const std::atomic<bool> &stop);

  private:
    [[nodiscard]] std::uint64_t given_limit(const Decimal &zoom) const;
    [[nodiscard]] std::uint64_t found_limit(int level) const;
    [[nodiscard]] Decimal shown_zoom(int level) const;
    std::shared_ptr<const Survey> survey_of(int level, const std::shared_ptr<ReferenceCache> &cache,
                                            const SharedEngine &engine,
                                            const std::atomic<bool> &stop);

    const ZoomRings &rings_;
    const Size size_;
    Location shallow_, deep_; ///< the leg's ends
    bool still_;
    int first_, last_;
    int spacing_; ///< levels from one whose limit is found to the next
    std::map<int, std::uint64_t> limits_;
    std::mutex mutex_; ///< guards what follows
    std::map<int, std::shared_ptr<const Survey>> surveys_;
};

} // namespace fathom
