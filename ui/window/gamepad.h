#pragma once
#include "ui/state/motion.h"

#include <SDL_events.h>
#include <memory>
#include <optional>

struct _SDL_GameController;

namespace fathom::ui {

/// A game controller, which may come and go while the window is open. Where SDL has none of that,
/// there is never one.
class Gamepad {
  public:
    /// SDL's video part has to be up, for the events.
    Gamepad();
    ~Gamepad();
    Gamepad(const Gamepad &) = delete;
    Gamepad &operator=(const Gamepad &) = delete;

    enum class Button { zoom_in, back };

    /// Takes up and gives up controllers. The button that was pressed, if it means anything.
    std::optional<Button> handle(const SDL_Event &event);
    /// Where its sticks are now; in the middle without a controller.
    [[nodiscard]] Sticks sticks() const;

  private:
    struct Close {
        void operator()(_SDL_GameController *controller) const;
    };
    bool started_;
    std::unique_ptr<_SDL_GameController, Close> controller_;
};

} // namespace fathom::ui
