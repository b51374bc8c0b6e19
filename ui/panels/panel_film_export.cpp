#include "ui/panels/panel_film_export.h"

#include "render/base/error.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/images/kept_folder.h"
#include "ui/state/control_advice.h"
#include "ui/state/film_export_words.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_settings.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <vector>

namespace fathom {
namespace {

/// What a film is written as.
struct Format {
    const char *id; ///< in settings: a codec's name, or the pictures' type
    const char *label;
    const char *ending; ///< that its files usually have
    bool lossless = false;
};
constexpr std::array kFormats = {
    Format{"h264", "H.264, plays everywhere", ".mp4"},
    Format{"h265", "H.265, smaller", ".mp4"},
    Format{"av1", "AV1, smallest", ".mkv"},
    Format{"vp9", "VP9, for the web", ".webm"},
    Format{"prores", "ProRes, for cutting", ".mov"},
    Format{"ffv1", "FFV1, lossless", ".mkv", true},
    Format{"h264-nvenc", "H.264 by an NVIDIA GPU", ".mp4"},
    Format{"h265-nvenc", "H.265 by an NVIDIA GPU", ".mp4"},
    Format{"av1-nvenc", "AV1 by an NVIDIA GPU", ".mkv"},
    Format{"png", "PNG pictures", ".png", true},
    Format{"exr", "EXR pictures", ".exr", true},
};
constexpr const char *kPictureName = "%06d";

const Format &format_of(const std::string &id) {
    const auto *const found = std::find_if(kFormats.begin(), kFormats.end(),
                                           [&](const Format &format) { return format.id == id; });
    return found == kFormats.end() ? kFormats.front() : *found;
}

bool is_pictures(const Format &format) {
    const std::string_view ending = format.ending;
    return ending == ".png" || ending == ".exr";
}

/// Bits a channel that it can have, the usual ones first.
std::vector<int> bits_of(const Format &format) {
    if (!is_pictures(format))
        return possible_bits(video_codec(format.id));
    constexpr std::string_view kPng = ".png";
    return format.ending == kPng ? std::vector<int>{8, 16} : std::vector<int>();
}

/// The one of these that was wished for last, or the usual one.
std::size_t index_of_bits(const std::vector<int> &bits, int wished) {
    const auto found = std::find(bits.begin(), bits.end(), wished);
    return found == bits.end() ? 0 : static_cast<std::size_t>(found - bits.begin());
}

bool is_there(const std::filesystem::path &path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

} // namespace

void FilmExportPanel::prepare() {
    if (!path_.empty())
        return;
    const Format &format = format_of(settings_.format);
    path_ = is_pictures(format)
                ? names_.next("", settings_.folder) / (std::string(kPictureName) + format.ending)
                : names_.next(format.ending, settings_.folder);
    error_.clear();
}

void FilmExportPanel::take_path(const std::string &words) {
    // A name alone stays in the folder that the panel tells.
    path_ = names_.named(words, path_.parent_path(), format_of(settings_.format).ending);
    error_.clear();
}

// The file keeps its name and gets the ending of its kind.
void FilmExportPanel::take_format(std::size_t index) {
    const Format &before = format_of(settings_.format);
    const Format &format = kFormats.at(index);
    settings_.format = format.id;
    error_.clear();
    if (is_pictures(before) && !is_pictures(format))
        path_ = path_.parent_path();
    else if (!is_pictures(before) && is_pictures(format))
        path_ = path_.replace_extension() / kPictureName;
    path_.replace_extension(format.ending);
}

std::optional<FilmExportJob> FilmExportPanel::draw(Controls &controls, const Film &film,
                                                   bool busy) {
    prepare();
    controls.heading("Export the film");
    draw_format(controls);
    draw_frames(controls, film);
    draw_rings(controls);
    draw_file(controls);
    controls.end_row();
    if (film.audio && is_pictures(format_of(settings_.format)))
        controls.note("Pictures are written without the film's sound.");
    if (!draw_start(controls, film, busy))
        return std::nullopt;
    refuse({});
    settings_.folder = folder().string();
    try {
        FilmExportJob wanted = job(film);
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
bool FilmExportPanel::draw_start(Controls &controls, const Film &film, bool busy) {
    const bool begun = is_there(KeptFolder::of(path_));
    if (!error_.empty())
        controls.note(Theme::kError, error_);
    else if (begun)
        controls.note(
            "An export to this file ended early: this one goes on with what it has made.");
    else if (is_there(path_))
        controls.note(Theme::kWarning, "This replaces the file there.");
    ImGui::Dummy({0, em(0.2)});
    ImGui::BeginDisabled(film.keys.size() < 2);
    const char *label = begun  ? "Continue##film-export"
                        : busy ? "Add to the queue##film-export"
                               : "Export##film-export";
    const bool pressed = ImGui::Button(label, {-FLT_MIN, ImGui::GetFrameHeight() * 1.15F});
    ImGui::EndDisabled();
    controls.note_item("film-export");
    if (std::exchange(scroll_, false)) // what is new stands at the panel's end
        ImGui::SetScrollHereY(1);
    return pressed;
}

void FilmExportPanel::draw_format(Controls &controls) {
    controls.label("As");
    const Format &present = format_of(settings_.format);
    const auto entry = [](int at) { return kFormats.at(static_cast<std::size_t>(at)).label; };
    if (const auto chosen =
            controls.list("film-format", present.label, static_cast<int>(kFormats.size()),
                          static_cast<int>(&present - kFormats.data()), entry))
        take_format(static_cast<std::size_t>(*chosen));
    draw_bits(controls);
    if (format_of(settings_.format).lossless)
        return;
    controls.label("Quality");
    const auto quality =
        controls.slider("film-quality", settings_.quality, {.slider = {1, 100}, .range = {1, 100}});
    if (quality)
        settings_.quality = static_cast<int>(std::lround(*quality));
}

void FilmExportPanel::draw_bits(Controls &controls) {
    const std::vector<int> bits = bits_of(format_of(settings_.format));
    if (bits.size() < 2)
        return;
    std::vector<std::string> words;
    std::vector<const char *> labels;
    for (const int each : bits)
        words.push_back(std::to_string(each));
    for (const std::string &each : words)
        labels.push_back(each.c_str());
    controls.label("Bits");
    const auto present = static_cast<int>(index_of_bits(bits, settings_.bits));
    if (const auto chosen = controls.segments("film-bits", labels, present))
        settings_.bits = bits[static_cast<std::size_t>(*chosen)];
}

void FilmExportPanel::draw_frames(Controls &controls, const Film &film) {
    const double seconds = film.keys.empty() ? 0 : film.keys.back().seconds;
    const int frames = frames_in(seconds, film.frames_per_second);
    controls.label("Frames");
    if (const auto words = controls.text_field("film-frames", frames_text(range_), em(6))) {
        try {
            range_ = typed_frames(*words, frames);
            refuse({});
        } catch (const InputError &error) {
            controls.refuse("film-frames", error.what());
        }
    }
    ImGui::SameLine(0, em(0.4));
    text(Theme::kDim, fmt::format("of {}", frames));
    if (range_ && range_->last >= frames)
        controls.note(Theme::kWarning,
                      fmt::format("The film has only frames 0 to {} now.", frames - 1));
}

void FilmExportPanel::draw_rings(Controls &controls) {
    controls.label("Keep rings");
    if (const auto words = controls.text_field("film-rings", settings_.rings, -FLT_MIN, false)) {
        try {
            settings_.rings = typed_rings_folder(*words, folder()).string();
            refuse({});
        } catch (const InputError &error) {
            controls.refuse("film-rings", error.what());
        }
    }
}

void FilmExportPanel::draw_file(Controls &controls) {
    controls.label("File");
    const float gap = em(0.2);
    const float button = em(1.7); // a new file's name has room then
    const float field = ImGui::GetContentRegionAvail().x - button - gap;
    const std::string name = path_.lexically_relative(folder()).string();
    if (const auto words = controls.text_field("film-path", name, field, false)) {
        path_ = names_.named(*words, folder(), format_of(settings_.format).ending);
        refuse({});
    }
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(is_picture_pattern(path_));
    if (controls.button("film-browse", "...", -1))
        question_ = {FileQuestion::What::video, path_.parent_path(), path_.filename().string()};
    ImGui::EndDisabled();
    controls.note(fmt::format("In {}.", folder().string()));
}

// In which the file lies, or the folder of the pictures.
std::filesystem::path FilmExportPanel::folder() const {
    return is_picture_pattern(path_) ? path_.parent_path().parent_path() : path_.parent_path();
}

FilmExportJob FilmExportPanel::job(const Film &film) const {
    FilmExportJob job;
    job.film = film;
    job.path = path_;
    job.continued = true;
    job.range = range_;
    job.rings_folder = settings_.rings;
    const Format &format = format_of(settings_.format);
    if (is_pictures(format))
        job.film.audio.reset(); // which they cannot have
    else
        job.video.codec = video_codec(format.id);
    if (const std::vector<int> bits = bits_of(format); bits.size() > 1)
        job.video.bits = bits[index_of_bits(bits, settings_.bits)];
    if (!format.lossless)
        job.video.quality = settings_.quality;
    return job;
}

} // namespace fathom
