#pragma once
#include "ui/texts/text.h"

/// The Formula section.
namespace fathom::ui::texts::formula {

inline constexpr Text kFormula = "Formula";
inline constexpr Text kRule = "z becomes {}";
inline constexpr Text kWholeSet = "Show the whole set";
inline constexpr Text kParameter = "Parameter";
inline constexpr Text kParameterReal = "p real";
inline constexpr Text kParameterImaginary = "Imaginary";
inline constexpr Text kJulia = "Julia set";
inline constexpr Text kShowJulia = "Julia set of a seed";
inline constexpr Text kSeedReal = "Seed real";
inline constexpr Text kSeedImaginary = "Imaginary";
inline constexpr Text kSeedFromCentre = "Take the middle as seed";
inline constexpr Text kAboutSeeds =
    "Each point of the picture is a seed; its Julia set looks like the picture near that point.";

} // namespace fathom::ui::texts::formula
