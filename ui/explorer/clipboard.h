#pragma once
#include <string>

namespace fathom {
struct Location;
} // namespace fathom

namespace fathom::ui {

class Messages;
class Session;
class ViewSteering;

/// Puts text into the desktop's clipboard and tells people so in the words `done`.
void copy_text(Messages &messages, const std::string &text, const char *done);

/// Likewise, a location.
void copy_location(Messages &messages, const Location &location);

/// Likewise, as one line to share (place_line.h).
void copy_line(Messages &messages, const Location &location);

/// Goes to the place that the clipboard tells (parse_pasted_place); complains if there is none.
void paste_location(Messages &messages, const Session &session, ViewSteering &steering);

} // namespace fathom::ui
