#pragma once

namespace fathom::ui {

struct GuiOptions;

/// Opens the window and returns when it is closed or the tour has ended; false if the tour was
/// stopped half way (the window was closed, or SIGINT, SIGTERM or SIGHUP came), and then nothing
/// was written. Throws DeviceError where there is no display or no OpenGL 3.3, DiskError if a
/// tour's results cannot be written.
bool run_gui(const GuiOptions &options);

} // namespace fathom::ui
