#pragma once
#include "ui/texts/text.h"

/// Why controls are greyed out: the tooltip that they have then.
namespace fathom::ui::texts::why_not {

inline constexpr Text kIterationsFollow = "The iterations are already automatic.";
inline constexpr Text kUsualAlready = "These are already the usual iterations here.";
inline constexpr Text kNotPerturbed = "Only number types with perturbation can skip iterations.";
inline constexpr Text kExactEnough =
    "No check has found a need for a more exact number type, or there is none.";
inline constexpr Text kNoParameter = "This formula has no parameter.";
inline constexpr Text kNoJulia = "Turn on the Julia set first.";
inline constexpr Text kNoMinibrot = "Find a minibrot first (button above).";
inline constexpr Text kNoPoint = "Mark a point first: turn on Click to mark the nearest.";
inline constexpr Text kNoMarks = "There are no marks.";
inline constexpr Text kNoSlopes = "Only slopes have a light.";
inline constexpr Text kNoShade = "Choose a kind of shading first.";
inline constexpr Text kNotFlat = "Choose Flat first.";
inline constexpr Text kNoTrap = "Choose Orbit trap under Colour by first.";
inline constexpr Text kNoCircle = "Only a circle has a radius.";
inline constexpr Text kNotOwn = "Only your own palettes can be renamed or deleted.";
inline constexpr Text kNotDeleted = "No palette was deleted.";
inline constexpr Text kFittedAlready = "Colours are already fitted automatically.";
inline constexpr Text kRecolours = "The picture takes its size and samples from the file.";
inline constexpr Text kOneSample = "Choose more than one sample per pixel first.";
inline constexpr Text kNoBlur = "Turn on motion blur first.";
inline constexpr Text kNoSound = "The film has no sound.";
inline constexpr Text kOneDepth = "This format has only one bit depth.";
inline constexpr Text kLossless = "This format is lossless, so it has no quality setting.";
inline constexpr Text kNotFlowing = "Turn on Animate colours first.";

} // namespace fathom::ui::texts::why_not
