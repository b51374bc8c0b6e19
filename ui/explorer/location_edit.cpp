#include "ui/explorer/location_edit.h"

#include "render/base/error.h"
#include "ui/explorer/messages.h"
#include "ui/state/session.h"

#include <fmt/format.h>

namespace fathom::ui {

void edit_location(Messages &messages, Session &session, const Location &edited) {
    try {
        session.edit(edited);
    } catch (const Error &error) {
        messages.complain(error);
    }
    messages.note(fmt::format("edit {} {}", session.generation(), session.colour_generation()));
}

} // namespace fathom::ui
