#pragma once
#include "render/film/film_looks.h"
#include "render/film/ring_maker.h"
#include "render/film/surveys_ahead.h"
#include "render/film/zoom_leg.h"

#include <map>
#include <memory>
#include <vector>

namespace fathom {
class ColourLayer;
class FrameMean;
} // namespace fathom

namespace fathom::film {

class RingHelp;

/// Puts the frames of a zoom together from rings, which it has made ahead and keeps as long as
/// frames show them. For one thread.
class ZoomFrames {
  public:
    /// `leg` is prepared; `mean` is of the engine. They have to outlive it, and `store` and
    /// `help`, see RingMaker.
    ZoomFrames(std::shared_ptr<ZoomLeg> leg, const SharedEngine &engine, FrameMean &mean,
               const RingStore *store, RingHelp *help);
    ~ZoomFrames();

    /// Has the rings of frames from one level to another made in the background, and what their
    /// colours are found from, in the order in which they are shown; to be in `colour` at first.
    /// `begins`: a run of frames; others that come along the frames before it will want its first
    /// one's rings, too.
    void expect(int from, int to, const ColourSettings &colour, bool begins);
    /// Adds the frame that shows `location`, in `colour`, to the mean, `times` times. False if
    /// stopped. Throws as the engine.
    bool add(const Location &location, const ColourSettings &colour, int times,
             const std::atomic<bool> &stop);

    /// See RingMaker.
    void help_others(bool help) { maker_.help_others(help); }

  private:
    /// A ring with its colours.
    struct Kept {
        std::shared_ptr<ColourLayer> layer;
        std::vector<RingPart> parts; ///< none where colours are still
        ColourSettings colour;
    };

    /// The ring's layer in the colours of a frame of that level; null if stopped.
    ColourLayer *layer_of(const Ring &ring, int level, const Location &location,
                          const ColourSettings &colour, const std::atomic<bool> &stop);
    /// Null if stopped.
    Kept *kept(const Ring &ring, const ColourSettings &colour, const std::atomic<bool> &stop);
    bool recolour(Kept &ring, const ColourSettings &colour, const std::atomic<bool> &stop);
    void drop_others(int level);

    const std::shared_ptr<ZoomLeg> leg_;
    const SharedEngine engine_;
    FrameMean &mean_;
    ColourSettings colour_; ///< that rings are iterated with: the last frame's
    std::mutex colour_mutex_;
    std::set<Ring> expected_;
    std::map<Ring, Kept> kept_;
    // Last: their threads end before the rest goes.
    SurveysAhead surveys_;
    RingMaker maker_;
};

} // namespace fathom::film
