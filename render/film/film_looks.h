#pragma once
#include "render/base/made_once.h"
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
#include <string>
#include <vector>

namespace fathom {
class ReferenceCache;
} // namespace fathom

namespace fathom::film {

class RingStore;
struct LegFindings;

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

    /// Whether these could be of this zoom: the limits of all levels that it finds them of.
    [[nodiscard]] bool takes(const LegFindings &found) const;
    /// Has what was found before; limits that it takes. Before anything else.
    void use(const LegFindings &found);
    /// Keeps limits and the samples that colours are found from there, which has to outlive it, and
    /// takes them from there. Likewise.
    void keep_in(const RingStore &store) { store_ = &store; }
    /// Tells what is found by now, ranks only where they are needed.
    void give(LegFindings &found);
    /// Whether colours are found, from surveys.
    [[nodiscard]] bool finds_colours() const noexcept { return finds_colours_; }
    /// Whether these are numbered by levels: a level's and the next one's are those of its frames.
    [[nodiscard]] bool surveys_levels() const noexcept { return finds_colours_ && views_ == 0; }
    /// Finds one of what colours are blended from, by its number in LegFindings. As find_colours.
    bool find_survey(int number, const SharedEngine &engine, const std::atomic<bool> &stop);

    /// Finds the limits that are the film's to find, unless they are there; threads that call it at
    /// the same time share them out. False if stopped. Throws as the engine.
    bool find_limits(const SharedEngine &engine, const std::atomic<bool> &stop);
    /// The largest limit of any level, without all of their views: to 1e100000 there are 664,000
    /// levels, and a centre has as many digits. After find_limits.
    [[nodiscard]] std::uint64_t largest_limit() const;
    /// What is iterated in a level's ring; the view is a frame's. After find_limits.
    [[nodiscard]] Location location_of(int level) const;
    /// `cache` gives the same orbits whatever was asked for before; which ones `name` tells, that
    /// of what was kept. After find_limits.
    void use_orbit(std::shared_ptr<ReferenceCache> cache, std::string name);
    /// Sets what of `colour` is found: the scheme's density and offset, and the ranks. `location`
    /// is a frame's. False if stopped. After use_orbit.
    bool find_colours(const Location &location, const SharedEngine &engine, ColourSettings &colour,
                      const std::atomic<bool> &stop);

  private:
    /// A view whose limit counts for a level.
    struct LimitView {
        int level = 0;
        View view;
    };
    [[nodiscard]] std::vector<LimitView> limit_views() const;
    /// Nothing if stopped.
    std::optional<std::uint64_t> find_limit(const View &view, const SharedEngine &engine,
                                            const std::atomic<bool> &stop) const;
    [[nodiscard]] std::uint64_t given_limit(const Decimal &zoom) const;
    [[nodiscard]] std::uint64_t found_limit(int level) const;
    [[nodiscard]] Decimal shown_zoom(int level) const;
    /// The last survey before a view, and how far this is on the way to the next one.
    struct Between {
        int number = 0;
        double share = 0;
    };
    [[nodiscard]] Between surveys_around(const View &view) const;
    [[nodiscard]] Location surveyed_location(int number) const;
    [[nodiscard]] bool finds_limits() const;
    /// With ranks where the deepest view's colours go by them. Null if stopped.
    std::shared_ptr<const Survey> survey_of(int number, const SharedEngine &engine,
                                            const std::atomic<bool> &stop);
    std::shared_ptr<const Survey> made_survey(int number, const SharedEngine &engine,
                                              const std::atomic<bool> &stop) const;

    const ZoomRings &rings_;
    const Size size_;
    Location shallow_, deep_; ///< the leg's ends
    bool still_;
    bool finds_colours_, ranked_; ///< of either end
    int first_, last_;
    int spacing_;                      ///< levels from one whose limit is found to the next
    double turn_;                      ///< degrees, of a leg that turns and does not zoom; else 0
    int views_;                        ///< between which such a leg's surveys lie
    const RingStore *store_ = nullptr; ///< where what is found is kept; null: nowhere
    MadeOnce<std::size_t, std::uint64_t> found_limits_; ///< of limit_views
    std::mutex mutex_;                                  ///< while limits_ are set
    std::map<int, std::uint64_t> limits_;               ///< by level
    std::shared_ptr<ReferenceCache> cache_;             ///< null where no orbit is needed
    std::string orbit_name_;
    MadeOnce<int, std::shared_ptr<const Survey>> surveys_; ///< as LegFindings has them
};

} // namespace fathom::film
