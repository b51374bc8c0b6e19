#pragma once
#include "ui/state/ui_clock.h"

#include <filesystem>
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
        std::filesystem::path folder{}; ///< that it alone offers to show; empty: none
    };

    explicit Toasts(const UiClock &clock) : clock_(clock) {}

    /// `folder`: what it tells of lies there, and it offers to show that.
    void say(std::string words, std::filesystem::path folder = {}) {
        add(std::move(words), false, std::move(folder));
    }
    /// Stays longer and stands out.
    void complain(std::string words) { add(std::move(words), true, {}); }
    /// What is to be seen, the oldest first.
    [[nodiscard]] std::span<const Toast> list() const { return toasts_; }
    /// Drops what is over. Returns whether anything was.
    bool expire_any(UiClock::Time now);
    /// When the next one will be over.
    [[nodiscard]] std::optional<UiClock::Time> next_expiry() const;

  private:
    void add(std::string words, bool is_error, std::filesystem::path folder);

    const UiClock &clock_;
    std::vector<Toast> toasts_;
};

} // namespace fathom::ui
