#pragma once
#include "ui/state/ui_clock.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// Short messages above the lower edge that go away by themselves.
class Toasts {
  public:
    explicit Toasts(const UiClock &clock) : clock_(clock) {}

    void say(std::string words) { add(std::move(words), false); }
    /// Stays longer and stands out.
    void complain(std::string words) { add(std::move(words), true); }
    /// Draws them, the newest lowest, above a bar of the given height in points.
    void draw(float bar_height);
    /// Drops what is over. Returns whether anything was.
    bool expire_any(UiClock::Time now);
    /// When the next one will be over.
    [[nodiscard]] std::optional<UiClock::Time> next_expiry() const;

  private:
    struct Toast {
        std::string words;
        bool is_error;
        UiClock::Time end;
    };
    void add(std::string words, bool is_error);

    const UiClock &clock_;
    std::vector<Toast> toasts_;
};

} // namespace fathom
