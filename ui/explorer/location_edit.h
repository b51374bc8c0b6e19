#pragma once

namespace fathom {
struct Location;
} // namespace fathom

namespace fathom::ui {

class Messages;
class Session;

/// Takes over what a panel has changed of the present location; complains if that cannot be.
void edit_location(Messages &messages, Session &session, const Location &edited);

} // namespace fathom::ui
