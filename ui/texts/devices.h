#pragma once
#include "ui/texts/text.h"

/// The Devices section, and what is told when an engine changes.
namespace fathom::ui::texts::devices {

inline constexpr Text kEngines = "Engines";
inline constexpr Text kInUse = "in use";
inline constexpr Text kComparing = "While comparing, choose both engines in the Compare section.";
inline constexpr Text kMissing = "Not on this machine";
inline constexpr Text kEngineIs = "Engine: {}";
inline constexpr Text kFileLacks =
    "{} does not contain {}, so this view is computed anew for these colours.";
inline constexpr Text kFileFailed = "{}; the view is computed anew.";
inline constexpr Text kShownFromSamples =
    "{} ({}): colours use the data in this file. Other views are computed anew.";
inline constexpr Text kNotThisGpu =
    "OpenGL runs on {}, not on this GPU; if the computer has two, start Fathom with "
    "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia";

} // namespace fathom::ui::texts::devices
