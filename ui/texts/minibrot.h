#pragma once
#include "ui/texts/text.h"

/// The Minibrot section, morphing, straightening and flights that choose their way themselves.
namespace fathom::ui::texts::minibrot {

inline constexpr Text kMinibrot = "Minibrot";
inline constexpr Text kNotPossible = "Minibrots can be found only for z^p + c, not in Julia sets.";
inline constexpr Text kCancelSearch = "Cancel ({:.0f} %)";
inline constexpr Text kFind = "Find nearest minibrot";
inline constexpr Text kHalfWay = "Zoom half-way";
inline constexpr Text kEmbeddedJulia = "Embedded Julia set";
inline constexpr Text kKeys = "N zooms to the minibrot nearest to the mouse, Shift+N half-way.";
inline constexpr Text kMorph = "Morph: each click doubles the pattern";
inline constexpr Text kPeriod = "Period";
inline constexpr Text kTurnedBy = "Rotation";
inline constexpr Text kZoomThere = "Zoom there";
inline constexpr Text kMark = "Mark";
inline constexpr Text kCopy = "Copy";
inline constexpr Text kMisiurewicz = "Misiurewicz points";
inline constexpr Text kClickMarks = "Click to mark the nearest";
inline constexpr Text kAboutMisiurewicz =
    "These are the centres of spirals and the points where branches meet.";
inline constexpr Text kPreperiod = "Preperiod";
inline constexpr Text kTurn = "Each turn";
inline constexpr Text kTurnGrows = "{}× larger, rotated by {:.6g}°";
inline constexpr Text kCentre = "Centre";
inline constexpr Text kClearMarks = "Remove all marks";
inline constexpr Text kByItself = "Auto-explore";
inline constexpr Text kExplore = "Start exploring";
inline constexpr Text kStopExploring = "Stop exploring";
inline constexpr Text kFound = "Minibrot of period {}, zoom {}";
inline constexpr Text kMarkOfPeriod = "period {}";
inline constexpr Text kMarkOfPoint = "M {}, {}";
inline constexpr Text kTooDeepToHalve =
    "The view is already as deep as this minibrot. Point at the pattern beside it.";
inline constexpr Text kStraightAlready = "Nothing to straighten here.";
inline constexpr Text kNoMorphing =
    "Morphing needs z^p + c and no Julia set. Choose such a formula in the Formula section.";
inline constexpr Text kMorphOn =
    "Morphing: each click doubles the pattern there. Backspace undoes one, Esc stops.";
inline constexpr Text kMorphOff = "Morphing is off.";
inline constexpr Text kNucleusCopied = "The minibrot's centre was copied.";
inline constexpr Text kExploring = "Exploring. Press any key to stop.";
inline constexpr Text kTooSlow =
    "Exploring stopped: pictures take too long here. Halve the iterations ([) or zoom out.";
inline constexpr Text kNowhereToFly =
    "Exploring stopped: there is nothing to fly to here. Go to a place with edges and colours.";
inline constexpr Text kEnterJulia = "Click or press Enter to open this Julia set.";
inline constexpr Text kPointAtPicture = "Point at the picture to see a Julia set.";

} // namespace fathom::ui::texts::minibrot
