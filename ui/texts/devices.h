#pragma once
#include "ui/texts/text.h"

/// The Devices section, and what is told when an engine changes.
namespace fathom::ui::texts::devices {

inline constexpr Text kEngines = "Engines";
inline constexpr Text kInUse = "in use";
inline constexpr Text kComparing = "While comparing, choose both engines in the Compare section.";
inline constexpr Text kMissing = "Not on this machine";
inline constexpr Text kEngineIs = "Engine: {}";
inline constexpr Text kFileLacks = "{} does not hold {}: in these colours its place is iterated.";
inline constexpr Text kFileFailed = "{}; its place is iterated anew.";
inline constexpr Text kShownFromSamples =
    "{} ({}) is shown from its samples: change its colours as you like. Another view is iterated.";
inline constexpr Text kNotThisGpu =
    "OpenGL runs on {}, not on this GPU; starting with __NV_PRIME_RENDER_OFFLOAD=1 "
    "__GLX_VENDOR_LIBRARY_NAME=nvidia may change that";

} // namespace fathom::ui::texts::devices
