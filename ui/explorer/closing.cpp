#include "ui/explorer/closing.h"

#include "ui/explorer/messages.h"
#include "ui/texts/exports.h"

#include <utility>

namespace fathom::ui {
void Closing::watch(const SDL_Event &event) {
    if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_CLOSE)
        button_ = true;
}

bool Closing::signalled(const SDL_Event &event) {
    if (event.type != SDL_QUIT || std::exchange(button_, false))
        return false;
    decided_ = true; // who sends a signal cannot be asked
    return true;
}

void Closing::ask(bool exporting, UiClock::Time now) {
    decided_ = !exporting || asked_.sure(now);
    if (decided_)
        return;
    messages_.complain(texts::exports::kQuitAgain);
}

} // namespace fathom::ui
