#pragma once
#include "ui/texts/text.h"

/// The Formula section.
namespace fathom::ui::texts::formula {

inline constexpr Text kFormula = "Formula";
inline constexpr Text kRule = "z becomes {}";
inline constexpr Text kWholeSet = "Show the whole set";
inline constexpr Text kParameter = "Parameter";
inline constexpr Text kParameterReal = "p, real";
inline constexpr Text kParameterImaginary = "p, imaginary";
inline constexpr Text kJulia = "Julia set";
inline constexpr Text kShowJulia = "Show a Julia set";
inline constexpr Text kSeedReal = "Seed, real";
inline constexpr Text kSeedImaginary = "Seed, imaginary";
inline constexpr Text kSeedFromCentre = "Use the view's centre";
inline constexpr Text kAboutSeeds = "Every point of this picture is the seed of a Julia set, which "
                                    "looks like the picture near that point.";

} // namespace fathom::ui::texts::formula
