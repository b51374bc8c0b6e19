#include "ui/explorer/dropped_files.h"

#include "render/base/background.h"
#include "render/import/location_file.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/control_advice.h"

#include <SDL.h>
#include <memory>

namespace fathom {

std::optional<OpenFile> dropped_file(const SDL_DropEvent &event) {
    const std::unique_ptr<char, decltype(&SDL_free)> dropped(event.file, SDL_free);
    if (event.type != SDL_DROPFILE)
        return std::nullopt;
    return OpenFile{dropped.get()};
}

void open_location_file(const OpenFile &file, Messages &messages, Background &background,
                        ViewSteering &steering) {
    background.run([path = file.path, &messages, &steering]() -> Background::Result {
        try {
            return [&steering, parsed = read_location_file(path)] { steering.fly_to(parsed); };
        } catch (const std::exception &error) {
            return [&messages, why = with_controls(error)] { messages.complain(why); };
        }
    });
}

} // namespace fathom
