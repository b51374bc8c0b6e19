#include "ui/state/film_sound.h"

#include "render/base/error.h"
#include "render/import/palette_import.h"
#include "render/places/named_place.h"
#include "ui/state/file_question.h"
#include "ui/state/pictures_folder.h"
#include "ui/texts/film.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {

namespace fs = std::filesystem;

bool is_sound_name(const fs::path &path) {
    const std::string name = path.filename().string();
    return std::ranges::any_of(kSoundEndings, [&](std::string_view ending) {
        return ends_with_ignoring_case(name, ending);
    });
}

fs::path sound_file(const std::string &words, const fs::path &folder) {
    constexpr std::size_t kMaxName = 4096;
    const fs::path path = typed_path(words, folder);
    const std::string shown = tidied_text(path.string(), kMaxName, false);
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        throw InputError(fmt::format(texts::film::kNoSoundFile, shown));
    if (shown != path.string())
        throw InputError(fmt::format(texts::film::kSoundName, shown));
    return path;
}

} // namespace fathom::ui
