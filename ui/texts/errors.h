#pragma once
#include "ui/texts/text.h"

/// What fields say of what is typed into them, and what helps against an error.
namespace fathom::ui::texts::errors {

inline constexpr Text kGiveNumber = "Give a number from {} to {}.";
inline constexpr Text kRestore = "In use: {} (Esc brings it back)";
inline constexpr Text kNotANumber = "{} is not a number such as 0.5 or 2e3";
inline constexpr Text kPrecision = "choose the precision {} in the View section";
inline constexpr Text kFewerIterations = "take fewer iterations (View section)";
inline constexpr Text kMoreIterations = "take more iterations (View section)";
inline constexpr Text kNoApproximation = "skip none (View section)";
inline constexpr Text kCpu = "choose cpu in the Devices section";
inline constexpr Text kFewerThreads = "close other programs";
inline constexpr Text kOneSample = "take 1 sample a pixel";
inline constexpr Text kFormulaWithMinibrots =
    "choose the Mandelbrot set or a multibrot in the Formula section";
inline constexpr Text kNoJulia = "leave the Julia set (Formula section)";
inline constexpr Text kRotation = "set the rotation to {} in the View section";
inline constexpr Text kKnownDevice = "choose one in the Devices section";
inline constexpr Text kNoWindow = "start Fathom where there is a screen";
inline constexpr Text kPaletteImport = "import it in the Colour section";
inline constexpr Text kGoOn = "go on with it (Continue)";
inline constexpr Text kCudaBuild = "install the CUDA toolkit and build Fathom again";

} // namespace fathom::ui::texts::errors
