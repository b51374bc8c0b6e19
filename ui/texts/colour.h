#pragma once
#include "ui/texts/text.h"

/// The Colour section and the palette editor.
namespace fathom::ui::texts::colour {

inline constexpr Text kPalette = "Palette";
inline constexpr Text kEdited = "{}, edited";
inline constexpr Text kEdit = "Edit the gradient";
inline constexpr Text kBrowse = "Browse...";
inline constexpr Text kCloseEditor = "Close the editor";
inline constexpr Text kName = "Name";
inline constexpr Text kNameTaken = "there is a palette \"{}\" already: give this one another name";
inline constexpr Text kSaveAs = "Save as";
inline constexpr Text kRead = "Read";
inline constexpr Text kWrite = "Write";
inline constexpr Text kMapping = "Mapping";
inline constexpr Text kColourBy = "Colour by";
inline constexpr Text kSpread = "Spread";
inline constexpr Text kCycle = "Cycle";
inline constexpr Text kOffset = "Offset";
inline constexpr Text kFitAlways = "Fitted to each view";
inline constexpr Text kFitOnce = "Fit to this view";
inline constexpr Text kFilter = "Mean of crowded colours";
inline constexpr Text kDither = "Gradients without bands";
inline constexpr Text kAnimate = "Let the colours flow";
inline constexpr Text kAnimationSpeed = "Cycles/s";
inline constexpr Text kShade = "Shade";
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
inline constexpr Text kNotAColour = "{} is not a colour such as ff8800";
inline constexpr Text kPaletteIs = "Palette: {}";
inline constexpr Text kPalettesLoaded = "{} palettes are in the list now; this is {}.";
inline constexpr Text kNothingOnKey = "There is no palette on key {}.";
inline constexpr Text kPutOnKey = "Palette {} is on key {}.";
inline constexpr Text kNoNameForKey =
    "This gradient has no name yet; save it under one in the Colour section to put it on a key.";
inline constexpr Text kNothingToFit = "There are no colours here that could be fitted.";
inline constexpr Text kFitFailed =
    "The colours were not fitted: the CPU could not compute a picture to fit them to.";

} // namespace fathom::ui::texts::colour
