#pragma once
#include "ui/state/ui_clock.h"

#include <optional>

namespace fathom::ui {

/// What a person has to ask for twice, as long as a message about the first time stands.
class AskTwice {
  public:
    /// Returns whether this is the second time.
    bool sure(UiClock::Time now) {
        const bool second = first_ && now - *first_ < kMessageStands;
        first_ = second ? std::nullopt : std::optional(now);
        return second;
    }

  private:
    static constexpr std::chrono::seconds kMessageStands{12};

    std::optional<UiClock::Time> first_;
};

} // namespace fathom::ui
