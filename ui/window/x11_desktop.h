#pragma once
#include <optional>

// What SDL does not tell of an X11 desktop. Each call asks the server of $DISPLAY over a connection
// of its own. SDL's video has to be up; where it draws by other means than X11 there is no answer.

namespace fathom::ui {

/// Dots per inch that the person has chosen for text (the resource Xft.dpi), 48 to 960.
std::optional<double> chosen_dpi();

/// Whether nobody manages windows, so that a window has just the size that it gives itself
/// (Extended Window Manager Hints 1.5, _NET_SUPPORTING_WM_CHECK).
bool lacks_window_manager();

} // namespace fathom::ui
