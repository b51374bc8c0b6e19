#pragma once
#include "ui/live/feature_search.h"
#include "ui/state/roaming.h"
#include "ui/state/ui_clock.h"

#include <optional>
#include <vector>

namespace fathom::ui {

class Messages;
class Session;
class ViewSteering;

/// Flies by itself from one place with much to see to the next, until somebody touches anything. A
/// picture that takes too long is the deepest of its way. All of it is one step of the history.
class AutoExplore {
  public:
    AutoExplore(const UiClock &clock, Messages &messages, Session &session, Background &background,
                ViewSteering &steering);

    [[nodiscard]] bool on() const { return stage_ != Stage::off; }
    void set_on(bool on);
    /// Its next step, none while the window is not `visible`. `complete`: the picture of the
    /// present view is.
    void update(bool visible, bool complete);
    /// When update() is to be called next, if nothing happens before.
    [[nodiscard]] std::optional<UiClock::Time> next() const;

  private:
    enum class Stage { off, flying, waiting, looking_around, choosing };
    void wait_for(bool complete);
    void look_around();
    void choose();
    void end();

    const UiClock &clock_;
    Messages &messages_;
    Session &session_;
    ViewSteering &steering_;
    FeatureSearch search_;
    Roaming roaming_;
    Stage stage_ = Stage::off;
    std::uint64_t touches_ = 0; ///< of the steering, when its way began
    UiClock::Time since_{};     ///< the present stage
    bool hidden_ = false;       ///< the window was not to be seen
    bool too_deep_ = false;     ///< the picture was not complete in time
    std::vector<InterestingPlace> places_;
};

} // namespace fathom::ui
