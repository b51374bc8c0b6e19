#pragma once
#include "ui/state/ui_clock.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fathom::ui {

/// Short messages to people that go away by themselves.
class Toasts {
  public:
    struct Toast {
        std::string words;
        bool is_error;
        UiClock::Time end;
    };

    explicit Toasts(const UiClock &clock) : clock_(clock) {}

    void say(std::string words) { add(std::move(words), false); }
    /// Stays longer and stands out.
    void complain(std::string words) { add(std::move(words), true); }
    /// What is to be seen, the oldest first.
    [[nodiscard]] std::span<const Toast> list() const { return toasts_; }
    /// Drops what is over. Returns whether anything was.
    bool expire_any(UiClock::Time now);
    /// When the next one will be over.
    [[nodiscard]] std::optional<UiClock::Time> next_expiry() const;

  private:
    void add(std::string words, bool is_error);

    const UiClock &clock_;
    std::vector<Toast> toasts_;
};

} // namespace fathom::ui
