#pragma once

namespace fathom::ui {

class Explorer;
struct GuiOptions;

/// Drives the window along options.tour in exactly options.frames frames, each computed to its end
/// before it is shown and, if options.pipelined, while the one before it is shown; or, if
/// options.live, in real time, see tour_live.h; and writes the
/// statistics and the screenshot that were asked for. Returns false, with nothing written, if the
/// window was to close before the end. Throws DeviceError if the engine is not there or fails,
/// DiskError if a file cannot be written.
bool drive_tour(Explorer &explorer, const GuiOptions &options);

} // namespace fathom::ui
