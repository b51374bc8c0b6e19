#pragma once
#include "ui/texts/text.h"

/// Why controls are greyed out: the tooltip that they have then.
namespace fathom::ui::texts::why_not {

inline constexpr Text kIterationsFollow = "The iterations follow the view already.";
inline constexpr Text kUsualAlready = "These are the usual iterations here.";
inline constexpr Text kNotPerturbed = "Only perturbed number types skip iterations.";
inline constexpr Text kExactEnough =
    "No check has found too many wrong pixels in a picture whose number type is chosen by need.";
inline constexpr Text kNoParameter = "This formula has no parameter.";
inline constexpr Text kNoJulia = "Switch the Julia set on to choose its seed.";
inline constexpr Text kNoMinibrot = "Find a minibrot first, with the button above.";
inline constexpr Text kNoPoint = "Mark a point first: switch clicks on above.";
inline constexpr Text kNoMarks = "There are no marks to remove.";
inline constexpr Text kNoSlopes = "Only slopes have a light.";
inline constexpr Text kNoShade = "There is no shade: choose its kind.";
inline constexpr Text kNotFlat = "Only a flat inside has one colour.";
inline constexpr Text kNoTrap = "Colour by the orbit trap to choose its shape.";
inline constexpr Text kNoCircle = "Only a circle has a radius.";
inline constexpr Text kNotOwn = "Only palettes of your own can be renamed or deleted.";
inline constexpr Text kNotDeleted = "No palette was deleted.";
inline constexpr Text kFittedAlready = "Each view is fitted by itself.";
inline constexpr Text kRecolours = "A recoloured picture has the file's size and samples.";
inline constexpr Text kOneSample = "Choose more than one sample a pixel.";
inline constexpr Text kNoBlur = "There is no blur: choose its moments.";
inline constexpr Text kNoSound = "The film has no sound.";
inline constexpr Text kOneDepth = "This format has one number of bits.";
inline constexpr Text kLossless = "This format loses nothing: it has no quality to choose.";
inline constexpr Text kNotFlowing = "The colours do not flow.";

} // namespace fathom::ui::texts::why_not
