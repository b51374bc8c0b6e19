#include "ui/panels/panel_film.h"

#include "ui/panels/export_frame.h"
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
constexpr std::array kSizes = {FilmSize{"720p", {1280, 720}},    FilmSize{"1080p", {1920, 1080}},
                               FilmSize{"1440p", {2560, 1440}},  FilmSize{"4K", {3840, 2160}},
                               FilmSize{"8K", {7680, 4320}},     FilmSize{"square", {1080, 1080}},
                               FilmSize{"upright", {1080, 1920}}};
constexpr std::array kRates = {23.976, 24.0, 25.0, 29.97, 30.0, 50.0, 59.94, 60.0, 120.0, 240.0};
constexpr std::array<std::optional<int>, 8> kFilmSamples = {std::nullopt, 1, 2, 4, 8, 16, 32, 64};
constexpr std::array kBlurFrames = {1, 4, 8, 16, 32, 64};
constexpr Range kSides = {film::FilmLimits::kMinSide, film::FilmLimits::kMaxSide};

std::string name_of(const FilmTimeline &film, const FilmInfo &info) {
    const std::string name = info.file.empty()
                                 ? "A film without a file"
                                 : std::filesystem::path(info.file).filename().string();
    return film.unsaved() && !info.file.empty() ? name + ", changed since it was saved" : name;
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
    const std::string pixels = fmt::format("{} x {}", size.width, size.height);
    return preset == kSizes.end() ? pixels : fmt::format("{} ({})", preset->name, pixels);
}

void draw_size(Controls &controls, film::Film &changed) {
    std::array<Size, kSizes.size()> sizes{};
    std::transform(kSizes.begin(), kSizes.end(), sizes.begin(),
                   [](const FilmSize &preset) { return preset.size; });
    controls.label("Size");
    if (const auto size = choose(controls, "film-size", changed.size, sizes, words_for))
        changed.size = *size;
    controls.label("Pixels");
    const float width = (ImGui::GetContentRegionAvail().x - em(1.4)) / 2;
    if (const auto pixels = controls.number_field("film-width", changed.size.width, kSides, width))
        changed.size.width = static_cast<int>(std::lround(*pixels));
    ImGui::SameLine(0, em(0.4));
    text(Theme::kDim, "x");
    ImGui::SameLine(0, em(0.4));
    if (const auto pixels = controls.number_field("film-height", changed.size.height, kSides))
        changed.size.height = static_cast<int>(std::lround(*pixels));
}

void draw_blur(Controls &controls, film::Film &changed) {
    controls.label("Blur");
    const auto blur = [](int frames) {
        return frames == 1 ? "none" : fmt::format("{} moments a frame", frames);
    };
    if (const auto frames = choose(controls, "film-blur", changed.blur_frames, kBlurFrames, blur))
        changed.blur_frames = *frames;
    if (changed.blur_frames == 1)
        return;
    controls.label("Shutter");
    if (const auto share = controls.number_field("film-shutter", changed.shutter,
                                                 {film::FilmLimits::kMinShutter, 1}, em(4.4), 4))
        changed.shutter = *share;
    ImGui::SameLine(0, em(0.4));
    ImGui::AlignTextToFramePadding();
    text(Theme::kDim, "of a frame's time");
}

void draw_pictures(Controls &controls, FilmTimeline &film) {
    film::Film changed = film.film();
    draw_size(controls, changed);
    controls.label("Frames");
    const auto rate = [](double frames) { return fmt::format("{:g} a second", frames); };
    if (const auto frames = choose(controls, "film-rate", changed.frames_per_second, kRates, rate))
        changed.frames_per_second = *frames;
    controls.label("Samples");
    const auto count = [&](std::optional<int> samples) {
        return samples ? fmt::format("{} a pixel", *samples)
                       : fmt::format("by size ({})", film::usual_film_samples(changed.size));
    };
    if (const auto samples = choose(controls, "film-samples", changed.samples, kFilmSamples, count))
        changed.samples = *samples;
    draw_blur(controls, changed);
    if (changed != film.film())
        film.set_settings(changed);
}

void draw_sound(Controls &controls, FilmTimeline &film, bool gone, FilmChoice &choice) {
    const auto sound = film.film().audio;
    controls.label("Sound");
    const float gap = em(0.2);
    const float field = ImGui::GetContentRegionAvail().x - em(1.7) - gap;
    choice.sound =
        controls.text_field("film-sound", sound ? sound->filename().string() : "", field);
    ImGui::SameLine(0, gap);
    choice.browse_sound = controls.button("film-sound-browse", "...", -1);
    bool none = choice.sound && choice.sound->empty();
    if (none)
        choice.sound.reset();
    if (sound) {
        controls.label("");
        none = controls.button("film-sound-none", "No sound", -1) || none;
        if (gone)
            controls.note(Theme::kWarning,
                          fmt::format("There is no file {} any more.", sound->string()));
        else
            controls.note(
                fmt::format("In {}. It begins with the film.", sound->parent_path().string()));
    }
    if (!none)
        return;
    film::Film silent = film.film();
    silent.audio.reset();
    film.set_settings(silent);
}

void draw_files(Controls &controls, FilmTimeline &film, FilmChoice &choice) {
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4 / ImGui::GetFontSize();
    choice.open = controls.button("film-open", "Open...", width);
    ImGui::BeginDisabled(!film.complete());
    ImGui::SameLine(0, gap);
    choice.save = controls.button("film-save", "Save", width);
    ImGui::SameLine(0, gap);
    choice.save_as = controls.button("film-save-as", "Save as...", width);
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(film.keys().empty());
    if (controls.button("film-new", "Empty", width))
        film.open(film::Film());
    ImGui::EndDisabled();
}

} // namespace

FilmChoice draw_film_panel(Controls &controls, FilmTimeline &film, const FilmInfo &info) {
    FilmChoice choice;
    controls.heading("Film");
    if (film.keys().empty()) {
        controls.note("Go to a place and add it as a key, go on to the next and add that, too: a "
                      "film leads from key to key.");
    } else {
        controls.note(Theme::kText, name_of(film, info));
        controls.note(fmt::format("{} {}, {}", film.keys().size(),
                                  film.keys().size() == 1 ? "key" : "keys",
                                  film_time(film.seconds())));
    }
    if (!info.problem.empty())
        controls.note(Theme::kWarning, info.problem);
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
    choice.add = controls.button("film-add", "Add this view", width);
    ImGui::SameLine(0, gap);
    choice.timeline =
        controls.button("film-timeline", info.timeline ? "Hide timeline" : "Timeline", width);
    draw_files(controls, film, choice);
    controls.heading("Its pictures");
    draw_pictures(controls, film);
    draw_sound(controls, film, info.sound_gone, choice);
    draw_export_frame(controls, info.window, info.viewport, film.film().size);
    return choice;
}

} // namespace fathom::ui
