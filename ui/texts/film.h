#pragma once
#include "ui/texts/text.h"

/// The Film section and the export of a film.
namespace fathom::ui::texts::film {

inline constexpr Text k720p = "720p";
inline constexpr Text k1080p = "1080p";
inline constexpr Text k1440p = "1440p";
inline constexpr Text k4k = "4K";
inline constexpr Text k8k = "8K";
inline constexpr Text kSquare = "Square";
inline constexpr Text kUpright = "Portrait";
inline constexpr Text kUnnamed = "Unsaved film";
inline constexpr Text kChanged = "{} (unsaved changes)";
inline constexpr Text kHeading = "Film";
inline constexpr Text kHowTo = "Go to a view and add it as a keyframe, then to the next. The film "
                               "travels from keyframe to keyframe.";
inline constexpr Text kKeysAndTime = "{} {}, {}";
inline constexpr Text kOneKey = "keyframe";
inline constexpr Text kKeys = "keyframes";
inline constexpr Text kAddView = "Add this view";
inline constexpr Text kTimeline = "Show timeline";
inline constexpr Text kHideTimeline = "Hide timeline";
inline constexpr Text kOpen = "Open...";
inline constexpr Text kSaveAs = "Save as...";
inline constexpr Text kNew = "New";
inline constexpr Text kFrames = "Frames";
inline constexpr Text kFrameRate = "Frame rate";
inline constexpr Text kFramesPerSecond = "{:g} fps";
inline constexpr Text kSamples = "Samples";
inline constexpr Text kSamplesPerPixel = "{} per pixel";
inline constexpr Text kSamplesBySize = "Automatic ({})";
inline constexpr Text kBlur = "Motion blur";
inline constexpr Text kNoBlur = "Off";
inline constexpr Text kBlurSamples = "{} samples per frame";
inline constexpr Text kShutter = "Shutter";
inline constexpr Text kShutterOf = "of a frame";
inline constexpr Text kSound = "Sound";
inline constexpr Text kSoundGone = "The file {} is missing. Choose another.";
inline constexpr Text kSoundFolder = "In {}. It starts with the film.";
inline constexpr Text kExport = "Export film";
inline constexpr Text kSilent = "Picture files have no sound.";
inline constexpr Text kContinues = "An export to this file was stopped. Continue resumes it.";
inline constexpr Text kFormat = "Format";
inline constexpr Text kQuality = "Quality";
inline constexpr Text kBits = "Bits per channel";
inline constexpr Text kRange = "Range";
inline constexpr Text kRangeOf = "of {}";
inline constexpr Text kRangeTooLong = "The film now has only frames 0 to {}.";
inline constexpr Text kCacheFolder = "Cache folder";
inline constexpr Text kFolder = "Folder: {}";
inline constexpr Text kUnfinishedOne = "Unfinished export";
inline constexpr Text kUnfinished = "Unfinished exports";
inline constexpr Text kUnfinishedRange = "{}, frames {}";
inline constexpr Text kUnfinishedFolder = "{}. Folder: {}";
inline constexpr Text kForget = "Remove";
inline constexpr Text kNoRoom = "The film cannot hold more keyframes.";
inline constexpr Text kNothingToUndo = "Nothing to undo in the film.";
inline constexpr Text kNothingToRedo = "Nothing to redo in the film.";
inline constexpr Text kSoundIs = "The film's sound is now {}.";
inline constexpr Text kNotFinished =
    "The export of {} is not finished. Continue it in the Film section.";
inline constexpr Text kForgotten = "Removed from the list. Its unfinished frames stay in {} beside "
                                   "the film's file. You can delete them.";
inline constexpr Text kAllFrames = "all";
inline constexpr Text kGiveRange = "Enter a range such as 0-119, one frame, or all.";
inline constexpr Text kRangeBeyond = "The film has {} frames. Enter numbers from 0 to {}, or all.";
inline constexpr Text kNoFolder = "{} is not a folder. Enter another name.";
inline constexpr Text kFolderLocked = "{} cannot be written to. Choose another folder.";
inline constexpr Text kNoSoundFile = "There is no file {}. Choose a sound file.";
inline constexpr Text kSoundName =
    "The file name {} has characters that a film file cannot store. Rename that file.";
inline constexpr Text kH264 = "H.264, for any player";
inline constexpr Text kH265 = "H.265, smaller";
inline constexpr Text kAv1 = "AV1, smallest";
inline constexpr Text kVp9 = "VP9, for the web";
inline constexpr Text kProRes = "ProRes, for editing";
inline constexpr Text kFfv1 = "FFV1, lossless";
inline constexpr Text kH264Gpu = "H.264 on an NVIDIA GPU";
inline constexpr Text kH265Gpu = "H.265 on an NVIDIA GPU";
inline constexpr Text kAv1Gpu = "AV1 on an NVIDIA GPU";
inline constexpr Text kPngFiles = "PNG files, one per frame";
inline constexpr Text kExrFiles = "EXR files, one per frame";
inline constexpr Text kFilmNotRemoved = "cannot remove {}: {}; check its folder's permissions";
inline constexpr Text kFilmLost = "The last session's film could not be restored: {}; {}.";

} // namespace fathom::ui::texts::film
