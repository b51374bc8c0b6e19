#include "ui/state/film_export_words.h"

#include "render/base/error.h"
#include "render/places/named_place.h"
#include "ui/state/pictures_folder.h"
#include "ui/texts/film.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fathom::ui {

namespace fs = std::filesystem;

std::optional<film::FrameRange> typed_frames(const std::string &words, int frames) {
    if (words.find_first_not_of(' ') == std::string::npos || words == texts::film::kAllFrames)
        return std::nullopt;
    const auto range = film::parse_frame_range(words);
    if (!range)
        throw InputError(texts::film::kGiveRange);
    if (range->last >= frames)
        throw InputError(fmt::format(texts::film::kRangeBeyond, frames, frames - 1));
    return range;
}

std::string frames_text(const std::optional<film::FrameRange> &range) {
    if (!range)
        return texts::film::kAllFrames;
    return range->first == range->last ? std::to_string(range->first)
                                       : fmt::format("{}-{}", range->first, range->last);
}

fs::path typed_rings_folder(const std::string &words, const fs::path &folder) {
    if (words.find_first_not_of(' ') == std::string::npos)
        return {};
    const fs::path path = typed_path(words, folder);
    std::error_code error;
    fs::path there = path;
    while (!fs::exists(there, error) && there.has_relative_path())
        there = there.parent_path();
    constexpr std::size_t kMaxName = 4096;
    const std::string shown = tidied_text(there.string(), kMaxName, false);
    if (!fs::is_directory(there, error))
        throw InputError(fmt::format(texts::film::kNoFolder, shown));
    if (::access(there.c_str(), W_OK | X_OK) != 0)
        throw InputError(fmt::format(texts::film::kFolderLocked, shown));
    return path;
}

std::string usable_rings_folder(const std::string &folder) {
    try {
        return fs::path(folder).is_absolute() ? typed_rings_folder(folder, {}).string() : "";
    } catch (const InputError &) {
        return {};
    }
}

} // namespace fathom::ui
