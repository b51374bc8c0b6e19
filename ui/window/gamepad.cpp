#include "ui/window/gamepad.h"

#include <SDL.h>

namespace fathom::ui {
namespace {

double axis(SDL_GameController *controller, SDL_GameControllerAxis which) {
    return SDL_GameControllerGetAxis(controller, which) / 32767.0;
}

} // namespace

Gamepad::Gamepad() : started_(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0) {}

Gamepad::~Gamepad() {
    controller_.reset();
    if (started_)
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

void Gamepad::Close::operator()(SDL_GameController *controller) const {
    SDL_GameControllerClose(controller);
}

std::optional<Gamepad::Button> Gamepad::handle(const SDL_Event &event) {
    switch (event.type) {
    case SDL_CONTROLLERDEVICEADDED: // its `which` is an index, that of other events an id
        if (!controller_)
            controller_.reset(SDL_GameControllerOpen(event.cdevice.which));
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (controller_ &&
            event.cdevice.which ==
                SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller_.get())))
            controller_.reset();
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        if (event.cbutton.button == SDL_CONTROLLER_BUTTON_A)
            return Button::zoom_in;
        if (event.cbutton.button == SDL_CONTROLLER_BUTTON_B)
            return Button::back;
        break;
    default:
        break;
    }
    return std::nullopt;
}

Sticks Gamepad::sticks() const {
    if (!controller_)
        return {};
    SDL_GameController *controller = controller_.get();
    return {axis(controller, SDL_CONTROLLER_AXIS_LEFTX),
            axis(controller, SDL_CONTROLLER_AXIS_LEFTY),
            axis(controller, SDL_CONTROLLER_AXIS_RIGHTX),
            axis(controller, SDL_CONTROLLER_AXIS_RIGHTY),
            axis(controller, SDL_CONTROLLER_AXIS_TRIGGERLEFT),
            axis(controller, SDL_CONTROLLER_AXIS_TRIGGERRIGHT)};
}

} // namespace fathom::ui
