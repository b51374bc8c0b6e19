#pragma once
#include "ui/texts/text.h"

/// What fields say of what is typed into them, and what helps against an error.
namespace fathom::ui::texts::errors {

inline constexpr Text kGiveNumber = "Enter a number from {} to {}.";
inline constexpr Text kRestore = "Press Esc to restore {}.";
inline constexpr Text kNotANumber = "Not a number.";
inline constexpr Text kPrecision = "choose the precision {} in the View section";
inline constexpr Text kFewerIterations = "enter fewer iterations in the View section";
inline constexpr Text kMoreIterations = "enter more iterations in the View section";
inline constexpr Text kNoApproximation = "choose the approximation None in the View section";
inline constexpr Text kCpu = "choose cpu in the Devices section";
inline constexpr Text kFewerThreads = "close other programs";
inline constexpr Text kOneSample = "choose 1 sample per pixel";
inline constexpr Text kFormulaWithMinibrots =
    "choose the Mandelbrot set or a multibrot in the Formula section";
inline constexpr Text kNoJulia = "turn off the Julia set in the Formula section";
inline constexpr Text kRotation = "set the rotation to {} in the View section";
inline constexpr Text kKnownDevice = "choose one in the Devices section";
inline constexpr Text kNoWindow = "start Fathom on a computer with a screen";
inline constexpr Text kPaletteImport = "load it in the Colour section";
inline constexpr Text kGoOn = "press Continue";
inline constexpr Text kCudaBuild = "install the CUDA toolkit and build Fathom again";

} // namespace fathom::ui::texts::errors
