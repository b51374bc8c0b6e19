#pragma once
#include "ui/texts/text.h"

/// The View section.
namespace fathom::ui::texts::view {

inline constexpr Text kPlace = "Place";
inline constexpr Text kZoom = "Zoom";
inline constexpr Text kRotation = "Rotation";
inline constexpr Text kMirrored = "Flip vertically";
inline constexpr Text kStretch = "Stretch";
inline constexpr Text kStraighten = "Straighten";
inline constexpr Text kUnstretch = "Reset";
inline constexpr Text kCopy = "Copy location";
inline constexpr Text kPaste = "Paste location";
inline constexpr Text kDepth = "Depth";
inline constexpr Text kIterations = "Iterations";
inline constexpr Text kHalf = "÷2";
inline constexpr Text kTwice = "×2";
inline constexpr Text kAutomaticIterations = "Automatic";
inline constexpr Text kSuggested = "Use {} (usual here)";
inline constexpr Text kBailout = "Bailout";
inline constexpr Text kPrecision = "Precision";
inline constexpr Text kAutomaticPrecision = "Automatic ({})";
inline constexpr Text kNumberType = "{1} ({0})";
inline constexpr Text kFloat = "float";
inline constexpr Text kDouble = "double";
inline constexpr Text kTwoFloats = "double-float";
inline constexpr Text kTwoDoubles = "double-double";
inline constexpr Text kPerturbedFloat = "float, perturbation";
inline constexpr Text kPerturbedDouble = "double, perturbation";
inline constexpr Text kWideFloat = "float, perturbation, extended range";
inline constexpr Text kWideDouble = "double, perturbation, extended range";
inline constexpr Text kWideTwoFloats = "double-float, perturbation, extended range";
inline constexpr Text kWideTwoDoubles = "double-double, perturbation, extended range";
inline constexpr Text kApproximation = "Approximation";
inline constexpr Text kBestApproximation = "Best";
inline constexpr Text kNoApproximation = "None";
inline constexpr Text kBla = "BLA";
inline constexpr Text kLa = "LA";
inline constexpr Text kCheckPixels = "Verify when idle";
inline constexpr Text kMoreExact = "More exact";
inline constexpr Text kMoreExactIn = "More exact: {}";
inline constexpr Text kMotion = "Quality and motion";
inline constexpr Text kSamples = "Anti-aliasing";
inline constexpr Text kOneSample = "Off";
inline constexpr Text kSpeed = "Zoom speed";
inline constexpr Text kMomentum = "Momentum";
inline constexpr Text kScrollPans = "Two-finger scroll pans";
inline constexpr Text kWindow = "Window";
inline constexpr Text kTheme = "Theme";
inline constexpr Text kDark = "Dark";
inline constexpr Text kLight = "Light";
inline constexpr Text kTextSize = "Text size";
inline constexpr Text kSpeedIs = "Zoom speed: {}×";
inline constexpr Text kSamplesOff = "Anti-aliasing: off";
inline constexpr Text kSamplesAre = "Anti-aliasing: {} samples per pixel";
inline constexpr Text kIterationsKept = "Stopped at {} iterations. Press ] to double them.";
inline constexpr Text kCopied = "The location was copied as text.";
inline constexpr Text kCopiedLine = "The location was copied as one line.";
inline constexpr Text kNotCopied = "Nothing was copied: {}";
inline constexpr Text kNoViewBefore = "There is no earlier view.";
inline constexpr Text kNoViewAfter = "There is no later view.";
inline constexpr Text kOnTheWay = "Going to {}. Any key: arrive now. Esc: go back.";
inline constexpr Text kWholeSet = "the whole set";
inline constexpr Text kChosenPart = "the selected part";
inline constexpr Text kChosenView = "the entered view";
inline constexpr Text kChosenFormula = "the selected formula";
inline constexpr Text kViewBefore = "the previous view";
inline constexpr Text kViewAfter = "the next view";
inline constexpr Text kWhereYouWere = "where you were";
inline constexpr Text kPastedPlace = "the pasted location";
inline constexpr Text kNextPlace = "the next place";
inline constexpr Text kFilm = "the film";
inline constexpr Text kFormulaNotIn = "{} cannot compute this formula; {} is used instead";
inline constexpr Text kTooManyIterations =
    "{1} cannot count beyond {0} iterations, where this picture stops; enter fewer, or choose "
    "another precision";

} // namespace fathom::ui::texts::view
