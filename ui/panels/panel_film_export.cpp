#include "ui/panels/panel_film_export.h"

#include "render/base/error.h"
#include "render/base/path_watch.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/images/kept_folder.h"
#include "ui/state/control_advice.h"
#include "ui/state/film_export_words.h"
#include "ui/state/film_formats.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/common.h"
#include "ui/texts/film.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace fathom::ui {
namespace {

constexpr const char *kPictureName = "%06d";
constexpr int kStateLines = 3;

} // namespace

void FilmExportPanel::prepare() {
    if (!path_.empty())
        return;
    const FilmFormat &format = film_format(settings_.format);
    path_ = is_pictures(format)
                ? names_.next("", settings_.folder) / (std::string(kPictureName) + format.ending)
                : names_.next(format.ending, settings_.folder);
    error_.clear();
}

void FilmExportPanel::take_path(const std::string &words) {
    // A name alone stays in the folder that the panel tells.
    path_ = names_.named(words, path_.parent_path(), film_format(settings_.format).ending);
    error_.clear();
}

// The file keeps its name and gets the ending of its kind.
void FilmExportPanel::take_format(std::size_t index) {
    const FilmFormat &before = film_format(settings_.format);
    const FilmFormat &format = kFilmFormats.at(index);
    settings_.format = format.id;
    error_.clear();
    if (is_pictures(before) && !is_pictures(format))
        path_ = path_.parent_path();
    else if (!is_pictures(before) && is_pictures(format))
        path_ = path_.replace_extension() / kPictureName;
    path_.replace_extension(format.ending);
}

BegunFilm FilmExportPanel::note_begun() {
    BegunFilm noted = begun();
    path_.clear();
    return noted;
}

std::optional<film::FilmExportJob> FilmExportPanel::draw(Controls &controls, const film::Film &film,
                                                         bool busy) {
    prepare();
    controls.heading(texts::film::kExport);
    draw_format(controls);
    draw_frames(controls, film);
    draw_rings(controls);
    draw_file(controls);
    if (!draw_start(controls, film, busy))
        return std::nullopt;
    refuse({});
    settings_.folder = folder().string();
    try {
        film::FilmExportJob wanted = film_job(film, begun());
        check_film(wanted.film);
        check_film_job(wanted);
        return wanted;
    } catch (const Error &error) {
        refuse(with_controls(error));
        return std::nullopt;
    }
}

void FilmExportPanel::refuse(std::string why) {
    error_ = std::move(why);
    scroll_ = !error_.empty();
}

// Returns whether its button was pressed.
bool FilmExportPanel::draw_start(Controls &controls, const film::Film &film, bool busy) {
    const bool begun = files_.there(KeptFolder::of(path_)).value_or(false);
    const bool replaces = !begun && files_.there(path_).value_or(false);
    const auto [tone, words] = state(film, begun, replaces);
    controls.note_in_lines(kStateLines, tone, words);
    ImGui::BeginDisabled(film.keys.size() < 2);
    const char *label = begun  ? texts::common::kContinue
                        : busy ? texts::common::kAddToQueue
                               : texts::common::kExport;
    const bool pressed = ImGui::Button(fmt::format("{}##film-export", label).c_str(),
                                       {-FLT_MIN, ImGui::GetFrameHeight() * 1.15F});
    ImGui::EndDisabled();
    controls.note_item("film-export");
    if (std::exchange(scroll_, false)) // what is new stands at the panel's end
        ImGui::SetScrollHereY(1);
    if (pressed && replaces)
        ImGui::OpenPopup("film-replace");
    return controls.confirm("film-replace",
                            fmt::format(texts::common::kReplaceFile, path_.filename().string()),
                            texts::common::kReplace, texts::common::kCancel) ||
           (pressed && !replaces);
}

// What there is to say before it begins: what matters most.
std::pair<Tone, std::string> FilmExportPanel::state(const film::Film &film, bool begun,
                                                    bool replaces) const {
    const double seconds = film.keys.empty() ? 0 : film.keys.back().seconds;
    const int frames = film::frames_in(seconds, film.frames_per_second);
    if (!error_.empty())
        return {Theme::kError, error_};
    if (range_ && range_->last >= frames)
        return {Theme::kWarning, fmt::format(texts::film::kRangeTooLong, frames - 1)};
    if (begun)
        return {Theme::kDim, texts::film::kContinues};
    if (replaces)
        return {Theme::kWarning, texts::common::kReplacesFile};
    if (film.audio && is_pictures(film_format(settings_.format)))
        return {Theme::kDim, texts::film::kSilent};
    return {Theme::kDim, {}};
}

void FilmExportPanel::draw_format(Controls &controls) {
    controls.label(texts::film::kFormat);
    const FilmFormat &present = film_format(settings_.format);
    const auto entry = [](int at) { return kFilmFormats.at(static_cast<std::size_t>(at)).label; };
    if (const auto chosen =
            controls.list("film-format", present.label, static_cast<int>(kFilmFormats.size()),
                          static_cast<int>(&present - kFilmFormats.data()), entry))
        take_format(static_cast<std::size_t>(*chosen));
    draw_bits(controls);
    const Controls::Unless unless(
        controls, film_format(settings_.format).lossless ? texts::why_not::kLossless : nullptr);
    controls.label(texts::film::kQuality);
    const auto quality =
        controls.slider("film-quality", settings_.quality, {.slider = {1, 100}, .range = {1, 100}});
    if (quality)
        settings_.quality = static_cast<int>(std::lround(*quality));
}

void FilmExportPanel::draw_bits(Controls &controls) {
    std::vector<int> bits = possible_bits(film_format(settings_.format));
    const Controls::Unless unless(controls, bits.size() > 1 ? nullptr : texts::why_not::kOneDepth);
    if (bits.empty())
        bits = {8};
    std::vector<std::string> words;
    std::vector<const char *> labels;
    for (const int each : bits)
        words.push_back(std::to_string(each));
    for (const std::string &each : words)
        labels.push_back(each.c_str());
    controls.label(texts::film::kBits);
    const auto present = static_cast<int>(index_of_bits(bits, settings_.bits));
    if (const auto chosen = controls.segments("film-bits", labels, present))
        settings_.bits = bits[static_cast<std::size_t>(*chosen)];
}

void FilmExportPanel::draw_frames(Controls &controls, const film::Film &film) {
    const double seconds = film.keys.empty() ? 0 : film.keys.back().seconds;
    const int frames = film::frames_in(seconds, film.frames_per_second);
    controls.label(texts::film::kRange);
    if (const auto words = controls.text_field("film-frames", frames_text(range_), em(6))) {
        try {
            range_ = typed_frames(*words, frames);
            refuse({});
        } catch (const InputError &error) {
            controls.refuse("film-frames", error.what());
        }
    }
    ImGui::SameLine(0, em(0.4));
    text(Theme::kDim, fmt::format(texts::film::kRangeOf, frames));
}

void FilmExportPanel::draw_rings(Controls &controls) {
    controls.label(texts::film::kCacheFolder);
    const float gap = em(0.2);
    const float field = ImGui::GetContentRegionAvail().x - em(1.7) - gap;
    if (const auto words = controls.text_field("film-rings", settings_.rings, field, false)) {
        try {
            take_rings(*words);
        } catch (const InputError &error) {
            controls.refuse("film-rings", error.what());
        }
    }
    ImGui::SameLine(0, gap);
    if (controls.button("film-rings-browse", texts::common::kBrowse, -1))
        question_ = {FileQuestion::What::folder,
                     settings_.rings.empty() ? folder() : std::filesystem::path(settings_.rings),
                     {}};
}

void FilmExportPanel::take_rings(const std::string &words) {
    settings_.rings = typed_rings_folder(words, folder()).string();
    refuse({});
}

void FilmExportPanel::draw_file(Controls &controls) {
    controls.label(texts::common::kFile, Controls::kShortLabel);
    const float gap = em(0.2);
    const float button = em(1.7);
    const float field = ImGui::GetContentRegionAvail().x - button - gap;
    const std::string name = path_.lexically_relative(folder()).string();
    if (const auto words = controls.text_field("film-path", name, field, false)) {
        path_ = names_.named(*words, folder(), film_format(settings_.format).ending);
        refuse({});
    }
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(film::is_picture_pattern(path_));
    if (controls.button("film-browse", texts::common::kBrowse, -1))
        question_ = {FileQuestion::What::video, path_.parent_path(), path_.filename().string()};
    ImGui::EndDisabled();
    controls.note(shortened(fmt::format(texts::film::kFolder, folder().string()),
                            ImGui::GetContentRegionAvail().x));
}

// In which the file lies, or the folder of the pictures.
std::filesystem::path FilmExportPanel::folder() const {
    return film::is_picture_pattern(path_) ? path_.parent_path().parent_path()
                                           : path_.parent_path();
}

BegunFilm FilmExportPanel::begun() const {
    BegunFilm begun{path_.string(), settings_.format, settings_.quality, settings_.bits,
                    settings_.rings};
    if (range_) {
        begun.first_frame = range_->first;
        begun.last_frame = range_->last;
    }
    return begun;
}

} // namespace fathom::ui
