#pragma once
#include "ui/texts/text.h"

/// The View section.
namespace fathom::ui::texts::view {

inline constexpr Text kPlace = "Place";
inline constexpr Text kZoom = "Zoom";
inline constexpr Text kRotation = "Rotation";
inline constexpr Text kMirrored = "Mirrored";
inline constexpr Text kStretch = "Stretch";
inline constexpr Text kStraighten = "Unskew";
inline constexpr Text kUnstretch = "None";
inline constexpr Text kCopy = "Copy location";
inline constexpr Text kPaste = "Paste location";
inline constexpr Text kDepth = "Depth";
inline constexpr Text kIterations = "Iterations";
inline constexpr Text kHalf = "/2";
inline constexpr Text kTwice = "x2";
inline constexpr Text kAutomaticIterations = "As many as the view needs";
inline constexpr Text kSuggested = "Take {}, usual here";
inline constexpr Text kBailout = "Bailout";
inline constexpr Text kPrecision = "Precision";
inline constexpr Text kAutomaticPrecision = "By need: {}";
inline constexpr Text kNumberType = "{}: {}";
inline constexpr Text kFloat = "float, direct";
inline constexpr Text kDouble = "double, direct";
inline constexpr Text kTwoFloats = "two floats, direct";
inline constexpr Text kTwoDoubles = "two doubles, direct";
inline constexpr Text kPerturbedFloat = "float, perturbed";
inline constexpr Text kPerturbedDouble = "double, perturbed";
inline constexpr Text kWideFloat = "float, perturbed, wide";
inline constexpr Text kWideDouble = "double, perturbed, wide";
inline constexpr Text kWideTwoFloats = "two floats, perturbed, wide";
inline constexpr Text kWideTwoDoubles = "two doubles, perturbed, wide";
inline constexpr Text kApproximation = "Skipping";
inline constexpr Text kBestApproximation = "Best";
inline constexpr Text kNoApproximation = "None";
inline constexpr Text kBla = "BLA";
inline constexpr Text kLa = "LA";
inline constexpr Text kCheckPixels = "Check pixels at rest";
inline constexpr Text kMoreExact = "Iterate more exactly";
inline constexpr Text kMoreExactIn = "Iterate more exactly, in {}";
inline constexpr Text kMotion = "Motion";
inline constexpr Text kSamples = "Smooth";
inline constexpr Text kOneSample = "Off";
inline constexpr Text kSpeed = "Speed";
inline constexpr Text kMomentum = "Momentum";
inline constexpr Text kScrollPans = "Touchpad scroll moves";
inline constexpr Text kWindow = "Window";
inline constexpr Text kTheme = "Theme";
inline constexpr Text kDark = "Dark";
inline constexpr Text kLight = "Light";
inline constexpr Text kTextSize = "Text size";
inline constexpr Text kSpeedIs = "Speed: {} times";
inline constexpr Text kSamplesOff = "Anti-aliasing: off";
inline constexpr Text kSamplesAre = "Anti-aliasing: {} samples";
inline constexpr Text kIterationsKept = "The view keeps {} iterations; ] doubles them.";
inline constexpr Text kCopied = "The location was copied as text.";
inline constexpr Text kCopiedLine = "The location was copied as one line.";
inline constexpr Text kNotCopied = "Nothing was copied: {}";
inline constexpr Text kNoViewBefore = "There is no view before this one.";
inline constexpr Text kNoViewAfter = "There is no view after this one.";
inline constexpr Text kFormulaNotIn = "{} cannot iterate this formula; {} is used instead";
inline constexpr Text kTooManyIterations = "this picture stops at {} iterations, which is as far "
                                           "as {} counts; take fewer, or another precision";

} // namespace fathom::ui::texts::view
