#pragma once
#include "ui/live/limit_search.h"
#include "ui/state/ui_clock.h"

#include <optional>

namespace fathom::ui {

class Messages;
class Session;
class ViewSteering;

/// Keeps the limit of a view that asks for it at what the view needs.
class LimitFollowing {
  public:
    LimitFollowing(Messages &messages, Session &session, Background &background,
                   const ViewSteering &steering)
        : messages_(messages), session_(session), steering_(steering), search_(background) {}

    /// Learns what a view at rest needs, and one that moves from time to time.
    void update(UiClock::Time now);
    /// Whether the view has its own limit, or asks for none.
    [[nodiscard]] bool settled() const;
    /// Whether that is under way.
    [[nodiscard]] bool busy() const { return search_.share().has_value(); }
    /// How far it is, 0 to 1, once it takes long enough to say so.
    [[nodiscard]] std::optional<double> worth_telling(UiClock::Time now) const;
    /// A person wants no more of it: the view keeps the limit that it has.
    void cancel();
    /// Ends what is under way.
    void stop() { search_.stop(); }

  private:
    void raise_for_zoom();
    void fall_back();

    Messages &messages_;
    Session &session_;
    const ViewSteering &steering_;
    LimitSearch search_;
    std::optional<LimitSearch::Found> found_; ///< last
    UiClock::Time asked_at_{};                ///< when a view that moves was asked about last
    UiClock::Time busy_since_{};              ///< of a search under way
};

} // namespace fathom::ui
