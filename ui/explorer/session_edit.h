#pragma once

namespace fathom {

class Messages;
class Session;
struct Location;

/// Takes over what a panel has changed of the present location; complains if that cannot be.
void edit_session(Session &session, Messages &messages, const Location &edited);

} // namespace fathom
