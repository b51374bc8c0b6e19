#pragma once
#include "ui/state/command.h"

#include <SDL_events.h>
#include <optional>

namespace fathom {

class Background;
class Messages;
class ViewSteering;

/// What a drop on the window asks for, if anything. To be called once for each drop: it frees what
/// SDL has allocated.
std::optional<OpenFile> dropped_file(const SDL_DropEvent &event);

/// Goes to the location in a file of any kind that can be read; complains if there is none. The
/// file is read away from the window's thread.
void open_location_file(const OpenFile &file, Messages &messages, Background &background,
                        ViewSteering &steering);

} // namespace fathom
