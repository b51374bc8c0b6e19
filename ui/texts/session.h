#pragma once
#include "ui/texts/text.h"

/// What is told of the last session, and of a window that cannot open.
namespace fathom::ui::texts::session {

inline constexpr Text kSessionLost = "The last session is lost: {}; {}.";
inline constexpr Text kPaletteGone = "The last session's palette is gone, and another is used: {}.";
inline constexpr Text kTooManyDigits =
    "the session was not saved: its location has too many digits";
inline constexpr Text kNoSessionFolder = "cannot make the folder {}: {}; check its permissions";
inline constexpr Text kReplaced = "it will be replaced";
inline constexpr Text kSetAside = "it was set aside as {}";
inline constexpr Text kSdlSaysNoMore = "SDL says no more";
inline constexpr Text kNoOpenGl = "no OpenGL 3.3";
inline constexpr Text kNoDisplay = "no display";
inline constexpr Text kNeitherDisplay = "neither DISPLAY nor WAYLAND_DISPLAY leads to one";
inline constexpr Text kNoWindow = "no window";
inline constexpr Text kNoContext = "no OpenGL 3.3 context";
inline constexpr Text kShaderFailed = "OpenGL does not compile a shader; update the driver: {}";
inline constexpr Text kLinkFailed = "OpenGL does not link its shaders; update the driver";
inline constexpr Text kNoPixelMemory =
    "OpenGL has no memory for a picture of the window's size; make the window smaller";

} // namespace fathom::ui::texts::session
