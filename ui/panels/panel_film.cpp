#include "ui/panels/panel_film.h"

#include "ui/panels/export_frame.h"
#include "ui/texts/common.h"
#include "ui/texts/film.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

struct FilmSize {
    const char *name;
    Size size;
};
constexpr std::array kSizes = {
    FilmSize{texts::film::k720p, {1280, 720}},    FilmSize{texts::film::k1080p, {1920, 1080}},
    FilmSize{texts::film::k1440p, {2560, 1440}},  FilmSize{texts::film::k4k, {3840, 2160}},
    FilmSize{texts::film::k8k, {7680, 4320}},     FilmSize{texts::film::kSquare, {1080, 1080}},
    FilmSize{texts::film::kUpright, {1080, 1920}}};
constexpr std::array kRates = {23.976, 24.0, 25.0, 29.97, 30.0, 50.0, 59.94, 60.0, 120.0, 240.0};
constexpr std::array<std::optional<int>, 8> kFilmSamples = {std::nullopt, 1, 2, 4, 8, 16, 32, 64};
constexpr std::array kBlurFrames = {1, 4, 8, 16, 32, 64};
constexpr Range kSides = {film::FilmLimits::kMinSide, film::FilmLimits::kMaxSide};

std::string name_of(const FilmTimeline &film, const FilmInfo &info) {
    const std::string name = info.file.empty()
                                 ? texts::film::kUnnamed
                                 : std::filesystem::path(info.file).filename().string();
    return film.unsaved() && !info.file.empty() ? fmt::format(texts::film::kChanged, name) : name;
}

/// A list of those values; one that is none of them is shown, too. Returns what was chosen now.
template <class Value, class Entries, class Words>
std::optional<Value> choose(Controls &controls, const char *name, const Value &present,
                            const Entries &entries, Words words) {
    const auto found = std::find(entries.begin(), entries.end(), present);
    const auto chosen =
        controls.list(name, words(present), static_cast<int>(entries.size()),
                      found == entries.end() ? -1 : static_cast<int>(found - entries.begin()),
                      [&](int at) { return words(entries[static_cast<std::size_t>(at)]); });
    return chosen ? std::optional<Value>(entries[static_cast<std::size_t>(*chosen)]) : std::nullopt;
}

std::string words_for(Size size) {
    const auto *const preset = std::find_if(
        kSizes.begin(), kSizes.end(), [size](const FilmSize &one) { return one.size == size; });
    const std::string pixels = fmt::format(texts::common::kSizeInPixels, size.width, size.height);
    return preset == kSizes.end() ? pixels : fmt::format("{} ({})", preset->name, pixels);
}

void draw_size(Controls &controls, film::Film &changed) {
    std::array<Size, kSizes.size()> sizes{};
    std::transform(kSizes.begin(), kSizes.end(), sizes.begin(),
                   [](const FilmSize &preset) { return preset.size; });
    controls.label(texts::common::kSize);
    if (const auto size = choose(controls, "film-size", changed.size, sizes, words_for))
        changed.size = *size;
    controls.label(texts::common::kPixels);
    const float width = (ImGui::GetContentRegionAvail().x - em(1.4)) / 2;
    if (const auto pixels = controls.number_field("film-width", changed.size.width, kSides, width))
        changed.size.width = static_cast<int>(std::lround(*pixels));
    ImGui::SameLine(0, em(0.4));
    text(Theme::kDim, texts::common::kBy);
    ImGui::SameLine(0, em(0.4));
    if (const auto pixels = controls.number_field("film-height", changed.size.height, kSides))
        changed.size.height = static_cast<int>(std::lround(*pixels));
}

void draw_blur(Controls &controls, film::Film &changed) {
    controls.label(texts::film::kBlur);
    const auto blur = [](int frames) {
        return frames == 1 ? texts::film::kNoBlur : fmt::format(texts::film::kBlurSamples, frames);
    };
    if (const auto frames = choose(controls, "film-blur", changed.blur_frames, kBlurFrames, blur))
        changed.blur_frames = *frames;
    const Controls::Unless unless(controls,
                                  changed.blur_frames > 1 ? nullptr : texts::why_not::kNoBlur);
    controls.label(texts::film::kShutter);
    if (const auto share = controls.number_field("film-shutter", changed.shutter,
                                                 {film::FilmLimits::kMinShutter, 1}, em(4.4), 4))
        changed.shutter = *share;
    ImGui::SameLine(0, em(0.4));
    ImGui::AlignTextToFramePadding();
    text(Theme::kDim, texts::film::kShutterOf);
}

void draw_pictures(Controls &controls, FilmTimeline &film) {
    film::Film changed = film.film();
    draw_size(controls, changed);
    controls.label(texts::film::kFrameRate);
    const auto rate = [](double frames) {
        return fmt::format(texts::film::kFramesPerSecond, frames);
    };
    if (const auto frames = choose(controls, "film-rate", changed.frames_per_second, kRates, rate))
        changed.frames_per_second = *frames;
    controls.label(texts::film::kSamples);
    const auto count = [&](std::optional<int> samples) {
        return samples ? fmt::format(texts::film::kSamplesPerPixel, *samples)
                       : fmt::format(texts::film::kSamplesBySize,
                                     film::usual_film_samples(changed.size));
    };
    if (const auto samples = choose(controls, "film-samples", changed.samples, kFilmSamples, count))
        changed.samples = *samples;
    draw_blur(controls, changed);
    if (changed != film.film())
        film.set_settings(changed);
}

void draw_sound(Controls &controls, FilmTimeline &film, bool gone, FilmChoice &choice) {
    const auto sound = film.film().audio;
    controls.label(texts::film::kSound);
    const float gap = em(0.2);
    const float field =
        ImGui::GetContentRegionAvail().x - em(1.7) - ImGui::GetFrameHeight() - 2 * gap;
    choice.sound =
        controls.text_field("film-sound", sound ? sound->filename().string() : "", field);
    ImGui::SameLine(0, gap);
    choice.browse_sound = controls.button("film-sound-browse", texts::common::kBrowse, 1.7);
    ImGui::SameLine(0, gap);
    bool none = choice.sound && choice.sound->empty();
    if (none)
        choice.sound.reset();
    {
        const Controls::Unless unless(controls, sound ? nullptr : texts::why_not::kNoSound);
        none = controls.icon_button("film-sound-none", Icon::bin) || none;
    }
    controls.note_in_lines(
        2, gone ? Theme::kWarning : Theme::kDim,
        !sound ? std::string()
        : gone ? fmt::format(texts::film::kSoundGone, sound->string())
               : fmt::format(texts::film::kSoundFolder, sound->parent_path().string()));
    if (!none)
        return;
    film::Film silent = film.film();
    silent.audio.reset();
    film.set_settings(silent);
}

void draw_files(Controls &controls, FilmTimeline &film, FilmChoice &choice) {
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4 / ImGui::GetFontSize();
    choice.open = controls.button("film-open", texts::film::kOpen, width);
    ImGui::BeginDisabled(!film.complete());
    ImGui::SameLine(0, gap);
    choice.save = controls.button("film-save", texts::common::kSave, width);
    ImGui::SameLine(0, gap);
    choice.save_as = controls.button("film-save-as", texts::film::kSaveAs, width);
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(film.keys().empty());
    if (controls.button("film-new", texts::film::kNew, width))
        film.open(film::Film());
    ImGui::EndDisabled();
}

// In as many lines, whatever there is to say.
void draw_state(Controls &controls, const FilmTimeline &film, const FilmInfo &info) {
    constexpr int kLines = 4;
    const float begin = ImGui::GetCursorPosY();
    if (film.keys().empty()) {
        controls.note(texts::film::kHowTo);
    } else {
        controls.note(Theme::kText,
                      shortened(name_of(film, info), ImGui::GetContentRegionAvail().x));
        controls.note(
            fmt::format(texts::film::kKeysAndTime, film.keys().size(),
                        film.keys().size() == 1 ? texts::film::kOneKey : texts::film::kKeys,
                        film_time(film.seconds())));
        if (!info.problem.empty())
            controls.note(Theme::kWarning, info.problem);
    }
    Controls::end_lines(begin, kLines);
}

} // namespace

FilmChoice draw_film_panel(Controls &controls, FilmTimeline &film, const FilmInfo &info) {
    FilmChoice choice;
    controls.heading(texts::film::kHeading);
    draw_state(controls, film, info);
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
    choice.add = controls.button("film-add", texts::film::kAddView, width);
    ImGui::SameLine(0, gap);
    choice.timeline =
        controls.button("film-timeline",
                        info.timeline ? texts::film::kHideTimeline : texts::film::kTimeline, width);
    draw_files(controls, film, choice);
    controls.heading(texts::film::kFrames);
    draw_pictures(controls, film);
    draw_sound(controls, film, info.sound_gone, choice);
    draw_export_frame(controls, info.window, info.viewport, film.film().size);
    return choice;
}

} // namespace fathom::ui
