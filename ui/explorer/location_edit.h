#pragma once

namespace fathom {
struct Location;
} // namespace fathom

namespace fathom::ui {

class Messages;
class Session;

/// Takes over what a panel has changed of the present location; complains if that cannot be.
void edit_location(Messages &messages, Session &session, const Location &edited);

/// A step through the history, as Session::back or Session::undo takes one; says `nowhere` if there
/// is none, and complains about one that cannot be shown.
void travel(Messages &messages, Session &session, bool (Session::*step)(), const char *nowhere);

} // namespace fathom::ui
