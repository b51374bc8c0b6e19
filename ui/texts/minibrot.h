#pragma once
#include "ui/texts/text.h"

/// The Minibrot section, morphing, straightening and flights that choose their way themselves.
namespace fathom::ui::texts::minibrot {

inline constexpr Text kMinibrot = "Minibrot";
inline constexpr Text kNotPossible = "Only z^p + c has small copies of its set that are sought "
                                     "here, and only in the plane, not in a Julia set.";
inline constexpr Text kCancelSearch = "Cancel ({:.0f} %)";
inline constexpr Text kFind = "Find the nearest to the middle";
inline constexpr Text kHalfWay = "Half-way there";
inline constexpr Text kEmbeddedJulia = "Embedded Julia set";
inline constexpr Text kKeys = "N goes to the one nearest to the mouse, Shift+N half-way.";
inline constexpr Text kMorph = "Morph: a click doubles the pattern";
inline constexpr Text kPeriod = "Period";
inline constexpr Text kTurnedBy = "Turned by";
inline constexpr Text kZoomThere = "Zoom there";
inline constexpr Text kMark = "Mark";
inline constexpr Text kCopy = "Copy";
inline constexpr Text kMisiurewicz = "Misiurewicz points";
inline constexpr Text kClickMarks = "A click marks the nearest";
inline constexpr Text kAboutMisiurewicz =
    "Spirals turn about such points, and branches meet in them.";
inline constexpr Text kPreperiod = "Preperiod";
inline constexpr Text kTurn = "A turn";
inline constexpr Text kTurnGrows = "grows {} times, by {:.6g}°";
inline constexpr Text kCentre = "Centre";
inline constexpr Text kClearMarks = "Remove all marks";
inline constexpr Text kByItself = "By itself";
inline constexpr Text kExplore = "Explore";
inline constexpr Text kStopExploring = "Stop exploring";
inline constexpr Text kFound = "Minibrot of period {}, zoom {}";
inline constexpr Text kMarkOfPeriod = "period {}";
inline constexpr Text kMarkOfPoint = "M {}, {}";
inline constexpr Text kTooDeepToHalve = "The view is as deep as its minibrot, so that there is no "
                                        "way to halve; point at what lies beside it.";
inline constexpr Text kStraightAlready = "What is here stands straight already";
inline constexpr Text kNoMorphing = "Only z^p + c, and no Julia set of it, has minibrots to morph "
                                    "by; choose one of these under Formula.";
inline constexpr Text kMorphOn =
    "Morph: a click doubles the pattern there. Backspace takes one back, Esc ends it.";
inline constexpr Text kMorphOff = "Morph is off.";
inline constexpr Text kNucleusCopied = "The minibrot's nucleus was copied.";
inline constexpr Text kExploring = "Exploring by itself: any key, click or wheel ends it.";
inline constexpr Text kTooSlow =
    "The picture takes too long here to explore by itself; halve the iterations, or zoom out.";
inline constexpr Text kNowhereToFly =
    "There is nothing here to fly to by itself; go to where there are edges and colours.";
inline constexpr Text kEnterJulia = "Click or Enter: into this Julia set";
inline constexpr Text kPointAtPicture = "Point at the picture.";

} // namespace fathom::ui::texts::minibrot
