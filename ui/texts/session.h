#pragma once
#include "ui/texts/text.h"

/// What is told of the last session, and of a window that cannot open.
namespace fathom::ui::texts::session {

inline constexpr Text kSessionLost = "The last session could not be restored: {}; {}.";
inline constexpr Text kPaletteGone =
    "The last session's palette is missing, so another is used: {}.";
inline constexpr Text kTooManyDigits =
    "the session was not saved: its location has too many digits";
inline constexpr Text kNoSessionFolder = "cannot create the folder {}: {}; check its permissions";
inline constexpr Text kReplaced = "it will be replaced";
inline constexpr Text kSetAside = "the file was kept as {}";
inline constexpr Text kSdlSaysNoMore = "SDL gives no reason";
inline constexpr Text kNoOpenGl = "no OpenGL 3.3";
inline constexpr Text kNoDisplay = "no display";
inline constexpr Text kNeitherDisplay = "neither DISPLAY nor WAYLAND_DISPLAY names a screen";
inline constexpr Text kNoWindow = "no window";
inline constexpr Text kNoContext = "no OpenGL 3.3 context";
inline constexpr Text kShaderFailed =
    "OpenGL cannot compile a shader; update the graphics driver: {}";
inline constexpr Text kLinkFailed = "OpenGL cannot link its shaders; update the graphics driver";
inline constexpr Text kNoPixelMemory =
    "OpenGL has no memory for a picture of this size; make the window smaller";

} // namespace fathom::ui::texts::session
