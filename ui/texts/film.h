#pragma once
#include "ui/texts/text.h"

/// The Film section and the export of a film.
namespace fathom::ui::texts::film {

inline constexpr Text k720p = "720p";
inline constexpr Text k1080p = "1080p";
inline constexpr Text k1440p = "1440p";
inline constexpr Text k4k = "4K";
inline constexpr Text k8k = "8K";
inline constexpr Text kSquare = "square";
inline constexpr Text kUpright = "upright";
inline constexpr Text kUnnamed = "A film without a file";
inline constexpr Text kChanged = "{}, changed since it was saved";
inline constexpr Text kHeading = "Film";
inline constexpr Text kHowTo = "Go to a place and add it as a key, go on to the next and add that, "
                               "too: a film leads from key to key.";
inline constexpr Text kKeysAndTime = "{} {}, {}";
inline constexpr Text kOneKey = "key";
inline constexpr Text kKeys = "keys";
inline constexpr Text kAddView = "Add this view";
inline constexpr Text kTimeline = "Timeline";
inline constexpr Text kHideTimeline = "Hide timeline";
inline constexpr Text kOpen = "Open...";
inline constexpr Text kSaveAs = "Save as...";
inline constexpr Text kNew = "Empty";
inline constexpr Text kFrames = "Its pictures";
inline constexpr Text kFrameRate = "Frames";
inline constexpr Text kFramesPerSecond = "{:g} a second";
inline constexpr Text kSamples = "Samples";
inline constexpr Text kSamplesPerPixel = "{} a pixel";
inline constexpr Text kSamplesBySize = "by size ({})";
inline constexpr Text kBlur = "Blur";
inline constexpr Text kNoBlur = "none";
inline constexpr Text kBlurSamples = "{} moments a frame";
inline constexpr Text kShutter = "Shutter";
inline constexpr Text kShutterOf = "of a frame's time";
inline constexpr Text kSound = "Sound";
inline constexpr Text kNoSound = "No sound";
inline constexpr Text kSoundGone = "There is no file {} any more.";
inline constexpr Text kSoundFolder = "In {}. It begins with the film.";
inline constexpr Text kExport = "Export the film";
inline constexpr Text kSilent = "Pictures are written without the film's sound.";
inline constexpr Text kContinues =
    "An export to this file ended early: this one goes on with what it has made.";
inline constexpr Text kFormat = "As";
inline constexpr Text kQuality = "Quality";
inline constexpr Text kBits = "Bits";
inline constexpr Text kRange = "Frames";
inline constexpr Text kRangeOf = "of {}";
inline constexpr Text kRangeTooLong = "The film has only frames 0 to {} now.";
inline constexpr Text kCacheFolder = "Keep rings";
inline constexpr Text kFolder = "In {}.";
inline constexpr Text kUnfinishedOne = "An unfinished export";
inline constexpr Text kUnfinished = "Unfinished exports";
inline constexpr Text kUnfinishedRange = "{}, frames {}";
inline constexpr Text kUnfinishedFolder = "{}. In {}.";
inline constexpr Text kForget = "Forget";
inline constexpr Text kNoRoom = "The film has no room for another key.";
inline constexpr Text kNothingToUndo = "There is nothing to undo in the film.";
inline constexpr Text kNothingToRedo = "There is nothing to redo in the film.";
inline constexpr Text kSoundIs = "{} is the film's sound.";
inline constexpr Text kNotFinished =
    "The export of {} is not finished; continue it in the Film section.";
inline constexpr Text kForgotten =
    "Forgotten. What was made of it is still in {}, which can be removed.";
inline constexpr Text kAllFrames = "all";
inline constexpr Text kGiveRange =
    "Give the numbers of the first and the last frame, such as 0-119, one number, or all.";
inline constexpr Text kRangeBeyond = "The film has {} frames, 0 to {}: give some of these, or all.";
inline constexpr Text kNoFolder = "{} is no folder: give the name of one.";
inline constexpr Text kFolderLocked = "Nothing can be written to {}: give another folder.";
inline constexpr Text kNoSoundFile = "There is no file {}; give one with sound, or browse for it.";
inline constexpr Text kSoundName =
    "A film's file cannot hold the name {}: rename that file, in UTF-8 and without line ends.";
inline constexpr Text kH264 = "H.264, plays everywhere";
inline constexpr Text kH265 = "H.265, smaller";
inline constexpr Text kAv1 = "AV1, smallest";
inline constexpr Text kVp9 = "VP9, for the web";
inline constexpr Text kProRes = "ProRes, for cutting";
inline constexpr Text kFfv1 = "FFV1, lossless";
inline constexpr Text kH264Gpu = "H.264 by an NVIDIA GPU";
inline constexpr Text kH265Gpu = "H.265 by an NVIDIA GPU";
inline constexpr Text kAv1Gpu = "AV1 by an NVIDIA GPU";
inline constexpr Text kPngFiles = "PNG pictures";
inline constexpr Text kExrFiles = "EXR pictures";
inline constexpr Text kFilmNotRemoved = "cannot remove {}: {}; check its folder's permissions";
inline constexpr Text kFilmLost = "The last session's film is lost: {}; {}.";

} // namespace fathom::ui::texts::film
