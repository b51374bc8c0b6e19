#pragma once
#include "render/film/film_export_job.h"

#include <filesystem>
#include <optional>
#include <string>

namespace fathom::ui {

/// The frames of a film of so many that a person calls so: "A-B", "A" for one, "all" or nothing for
/// all. Throws InputError, one sentence, where they are none of its frames.
std::optional<film::FrameRange> typed_frames(const std::string &words, int frames);
/// And what to call them.
std::string frames_text(const std::optional<film::FrameRange> &range);

/// The folder for rings that a person calls so, as typed_path() has it; empty: none. Throws
/// InputError, one sentence, where it is none and none can be made there.
std::filesystem::path typed_rings_folder(const std::string &words,
                                         const std::filesystem::path &folder);

/// A folder for rings that was used before, as long as something can be kept there; else none, for
/// a film's bytes don't hang on them.
std::string usable_rings_folder(const std::string &folder);

} // namespace fathom::ui
