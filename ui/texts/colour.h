#pragma once
#include "ui/texts/text.h"

/// The Colour section and the palette editor.
namespace fathom::ui::texts::colour {

inline constexpr Text kPalette = "Palette";
inline constexpr Text kEdited = "{}, edited";
inline constexpr Text kEdit = "Edit gradient";
inline constexpr Text kBrowse = "Load...";
inline constexpr Text kCloseEditor = "Close editor";
inline constexpr Text kName = "Name";
inline constexpr Text kNameTaken = "there is already a palette \"{}\"; choose another name";
inline constexpr Text kSaveAs = "Save as";
inline constexpr Text kRead = "Load";
inline constexpr Text kWrite = "Save";
inline constexpr Text kMapping = "Mapping";
inline constexpr Text kColourBy = "Colour by";
inline constexpr Text kSpread = "Spread";
inline constexpr Text kCycle = "Cycle";
inline constexpr Text kOffset = "Offset";
inline constexpr Text kFitAlways = "Fit automatically";
inline constexpr Text kFitOnce = "Fit to this view";
inline constexpr Text kFilter = "Calm busy areas";
inline constexpr Text kDither = "Dither";
inline constexpr Text kAnimate = "Animate colours";
inline constexpr Text kAnimationSpeed = "Cycles/s";
inline constexpr Text kShade = "Shading";
inline constexpr Text kShadeKind = "Kind";
inline constexpr Text kLightFrom = "Light from";
inline constexpr Text kLightHeight = "Height";
inline constexpr Text kShadeStrength = "Strength";
inline constexpr Text kInterior = "Inside the set";
inline constexpr Text kInteriorColour = "Colour";
inline constexpr Text kTrap = "Orbit trap";
inline constexpr Text kTrapShape = "Shape";
inline constexpr Text kTrapRadius = "Radius";
inline constexpr Text kBlend = "Blend";
inline constexpr Text kStop = "Stop";
inline constexpr Text kPreviousStop = "<";
inline constexpr Text kNextStop = ">";
inline constexpr Text kAddStop = "Add";
inline constexpr Text kRemoveStop = "Remove";
inline constexpr Text kNotAColour = "Not a colour such as ff8800.";
inline constexpr Text kPaletteIs = "Palette: {}";
inline constexpr Text kPalettesLoaded = "{} palettes were loaded. The picture uses {}.";
inline constexpr Text kNothingOnKey = "Key {} has no palette.";
inline constexpr Text kPutOnKey = "Key {1} now selects the palette {0}.";
inline constexpr Text kNoNameForKey =
    "This gradient has no name yet. Save it in the Colour section first.";
inline constexpr Text kNothingToFit =
    "There are no colours here to fit: the whole view is inside the set.";
inline constexpr Text kFitFailed =
    "The colours were not fitted, because the CPU could not compute this view.";

} // namespace fathom::ui::texts::colour
