#include "ui/panels/panel_unfinished_films.h"

#include "render/film/film_pictures.h"
#include "ui/state/film_export_words.h"
#include "ui/state/film_formats.h"
#include "ui/texts/common.h"
#include "ui/texts/film.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

/// "tiny.mp4", or of pictures the folder's name, too.
std::string name_of(const std::filesystem::path &path) {
    return film::is_picture_pattern(path)
               ? (path.parent_path().filename() / path.filename()).string()
               : path.filename().string();
}

/// "H.264, frames 3-8. In /tmp."
std::string details_of(const BegunFilm &begun) {
    std::string words = film_format(begun.format).label;
    words.resize(std::min(words.find(','), words.size()));
    if (begun.last_frame >= begun.first_frame)
        words = fmt::format(texts::film::kUnfinishedRange, words,
                            frames_text(film::FrameRange{begun.first_frame, begun.last_frame}));
    return fmt::format(texts::film::kUnfinishedFolder, words,
                       std::filesystem::path(begun.path).parent_path().string());
}

} // namespace

UnfinishedFilmChoice draw_unfinished_films(Controls &controls,
                                           const std::vector<BegunFilm> &films) {
    UnfinishedFilmChoice choice;
    if (films.empty())
        return choice;
    controls.heading(films.size() == 1 ? texts::film::kUnfinishedOne : texts::film::kUnfinished);
    const float gap = em(0.2);
    for (std::size_t at = 0; at < films.size(); ++at) {
        if (at > 0)
            ImGui::Dummy({0, em(0.2)});
        controls.note(Theme::kText, name_of(films[at].path));
        controls.note(details_of(films[at]));
        const float width = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
        if (controls.button(fmt::format("film-continue-{}", at), texts::common::kContinue, width))
            choice.go_on = at;
        ImGui::SameLine(0, gap);
        if (controls.button(fmt::format("film-forget-{}", at), texts::film::kForget, width))
            choice.forget = at;
    }
    return choice;
}

} // namespace fathom::ui
