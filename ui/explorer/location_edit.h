#pragma once

namespace fathom {

class Messages;
class Session;
struct Location;

/// Takes over what a panel has changed of the present location; complains if that cannot be.
void edit_location(Messages &messages, Session &session, const Location &edited);

} // namespace fathom
