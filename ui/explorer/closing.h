#pragma once
#include "ui/state/ask_twice.h"

#include <SDL_events.h>

namespace fathom::ui {

class Messages;

/// When the window closes: at once for a signal; for a person only when asked twice while an export
/// is running.
class Closing {
  public:
    explicit Closing(Messages &messages) : messages_(messages) {}

    [[nodiscard]] bool decided() const { return decided_; }
    /// Sees every event of the window: its button is told from a signal by what came before.
    void watch(const SDL_Event &event);
    /// Whether this event comes from a signal; then it is decided.
    bool signalled(const SDL_Event &event);
    /// A person wants it. `exporting`: hours of work may be lost.
    void ask(bool exporting, UiClock::Time now);

  private:
    Messages &messages_;
    bool decided_ = false;
    bool button_ = false; ///< was used: SDL's wish to quit will follow
    AskTwice asked_;      ///< while an export runs
};

} // namespace fathom::ui
