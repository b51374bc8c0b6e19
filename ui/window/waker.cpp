#include "ui/window/waker.h"

#include <SDL.h>

namespace fathom::ui {

Waker::Waker() : event_type_(SDL_RegisterEvents(1)) {}

void Waker::wake() {
    {
        const std::lock_guard lock(mutex_);
        woken_ = true;
    }
    condition_.notify_one();
    SDL_Event event{};
    event.type = event_type_;
    SDL_PushEvent(&event);
}

void Waker::wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    condition_.wait_for(lock, longest, [this] { return woken_; });
    woken_ = false;
}

} // namespace fathom::ui
