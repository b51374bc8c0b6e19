#include "ui/explorer/film_session.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/film/film_toml.h"
#include "render/images/kept_folder.h"
#include "render/jobs/survey.h"
#include "render/video/ffmpeg.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/opened_files.h"
#include "ui/explorer/screenshots_and_exports.h"
#include "ui/explorer/view_steering.h"
#include "ui/panels/panel_film.h"
#include "ui/panels/panel_unfinished_films.h"
#include "ui/state/control_advice.h"
#include "ui/state/film_export_words.h"
#include "ui/state/film_formats.h"
#include "ui/state/film_sound.h"
#include "ui/state/session.h"
#include "ui/texts/common.h"
#include "ui/texts/film.h"
#include "ui/texts/view.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <imgui.h>
#include <iterator>
#include <utility>

namespace fathom::ui {
namespace {

// A window that was hidden, or had to wait, goes on where it was.
constexpr double kLongestStep = 1;

// What is found for each view by itself stays what was found for the present one.
Location with_found_values(Location place, const Location &present) {
    if (place.automatic_iterations && present.automatic_iterations)
        place.iterations = std::max(place.iterations, present.iterations);
    if (needs_fit(place) && needs_fit(present)) {
        place.colour.density = present.colour.density;
        place.colour.offset = present.colour.offset;
    }
    return place;
}

bool same_colours(const Location &a, const Location &b) {
    return a.palette == b.palette && a.own_palette == b.own_palette && a.colour == b.colour &&
           a.automatic_colours == b.automatic_colours && a.trap == b.trap;
}

} // namespace

FilmSession::FilmSession(const Uses &uses)
    : use_(uses),
      export_panel_(uses.settings.film_exports, uses.exports.names(), uses.exports.paths()) {}

void FilmSession::restore(const film::Film &film) {
    timeline_.open(film);
    const std::filesystem::path path = use_.settings.film_file;
    if (path.empty())
        return;
    try {
        if (film::read_film_file(path).film == film)
            timeline_.note_saved(timeline_.shared());
    } catch (const Error &) {
        use_.settings.film_file.clear(); // it is gone, and the film is without a file
    }
}

void FilmSession::add_key() {
    timeline_.stop();
    if (!timeline_.add(use_.colours.lasting_location()))
        return use_.messages.complain(texts::film::kNoRoom);
    show_timeline(true);
    has_keys_ = true;
    const film::FilmKey &key = *timeline_.key();
    use_.messages.note(fmt::format("film key {} of {} at {}", *timeline_.chosen() + 1,
                                   timeline_.keys().size(), key.seconds));
}

void FilmSession::show_timeline(bool shown) {
    use_.settings.timeline = shown;
    has_keys_ = shown;
    if (!shown)
        timeline_.stop();
}

bool FilmSession::timeline_shown() const {
    return use_.settings.timeline;
}

bool FilmSession::toggle_play() {
    if (!timeline_shown() || path() == nullptr)
        return false;
    timeline_.playing() ? timeline_.stop() : timeline_.play();
    return true;
}

bool FilmSession::step(bool (FilmTimeline::*change)(), const char *none) {
    if (!has_keys_)
        return false;
    if ((timeline_.*change)())
        use_.messages.note(fmt::format("film step {} keys", timeline_.keys().size()));
    else
        use_.messages.say(none);
    return true;
}

void FilmSession::delete_key() {
    if (!timeline_shown() || !timeline_.chosen())
        return;
    has_keys_ = true; // Ctrl+Z brings it back
    timeline_.remove();
    go_to_key(); // what is chosen is what is shown
}

bool FilmSession::cancel() {
    if (timeline_.cancel_drag())
        return true;
    const bool played = timeline_.playing();
    timeline_.stop();
    return played;
}

void FilmSession::find_path() {
    const Size size = use_.session.viewport().size;
    if (path_film_ == timeline_.shared() && path_size_ == size)
        return;
    path_film_ = timeline_.shared();
    path_size_ = size;
    path_.reset();
    problem_.clear();
    if (!timeline_.complete())
        return;
    try {
        path_.emplace(timeline_.film(), size);
    } catch (const Error &error) {
        problem_ = with_controls(error);
    }
}

// Null where there is no way through the film.
const film::FilmPath *FilmSession::path() {
    find_path();
    return path_ ? &*path_ : nullptr;
}

void FilmSession::advance() {
    if (!timeline_.playing()) {
        if (played_at_)
            use_.messages.note(fmt::format("film stopped at {:.3f}", timeline_.playhead()));
        played_at_.reset();
        return;
    }
    const auto now = use_.clock.now();
    if (!played_at_) {
        use_.messages.note(fmt::format("film plays from {:.3f}", timeline_.playhead()));
        begin_to_show();
    } else if (use_.session.location().view != shown_) {
        timeline_.stop(); // somebody has led the view elsewhere
        return;
    } else {
        const double gone = std::chrono::duration<double>(now - *played_at_).count();
        timeline_.advance(std::min(gone, kLongestStep));
    }
    played_at_ = now;
    show();
    if (use_.clock.goes_on())
        use_.pacing.draw_on();
}

// What moves by itself ends, and where the person was is a place to come back to.
void FilmSession::begin_to_show() {
    use_.steering.touch();
    use_.session.move_to(use_.session.location().view, use_.clock.now());
    use_.steering.jump({texts::view::kFilm, nullptr, false}, [this] { show(); });
}

// The view at the playhead.
void FilmSession::show() {
    const film::FilmPath *way = path();
    if (way == nullptr)
        return timeline_.stop();
    try {
        const Location &present = use_.session.location();
        const Location place = with_found_values(way->at(timeline_.playhead()), present);
        use_.session.pass_through(place, use_.clock.now());
        if (!same_colours(place, present))
            use_.session.adjust_colours(place);
        shown_ = place.view;
    } catch (const Error &error) {
        timeline_.stop();
        use_.messages.complain(error);
    }
}

void FilmSession::go_to_key() {
    if (const auto seen = timeline_.seen_at_key())
        use_.steering.go(*seen, fmt::format("key {}", *timeline_.chosen() + 1));
}

void FilmSession::poll() {
    if (const auto sound = use_.files.take_sound())
        take_sound(sound->string());
    auto opened = use_.files.take_film();
    if (!opened)
        return;
    timeline_.open(std::move(opened->film));
    timeline_.note_saved(timeline_.shared());
    use_.settings.film_file = opened->path.string();
    show_timeline(true);
    if (!timeline_.keys().empty())
        timeline_.choose(0);
    for (const std::string &warning : opened->warnings)
        use_.messages.say(warning);
    use_.messages.note(fmt::format("film opened {} keys", timeline_.keys().size()));
    go_to_key();
}

void FilmSession::ask_sound() {
    const auto &present = timeline_.film().audio;
    use_.files.chooser().ask(
        {FileQuestion::What::sound, present ? present->parent_path() : std::filesystem::path(), {}},
        [this](const std::filesystem::path &path) { take_sound(path.string()); });
}

// Whether there is sound in it FFmpeg says, away from the window's thread.
void FilmSession::take_sound(const std::string &words) {
    const auto &present = timeline_.film().audio;
    const std::filesystem::path folder =
        present ? present->parent_path()
                : std::filesystem::path(use_.settings.film_file).parent_path();
    use_.background.run([this, words, folder]() -> Background::Result {
        try {
            const std::filesystem::path sound = sound_file(words, folder);
            const std::atomic<bool> never = false;
            check_sound(sound, never);
            return [this, sound] {
                film::Film film = timeline_.film();
                film.audio = sound;
                timeline_.set_settings(film);
                has_keys_ = true;
                use_.messages.say(fmt::format(texts::film::kSoundIs, sound.filename().string()));
                use_.messages.note("film sound " + sound.string());
            };
        } catch (const std::exception &error) {
            return [this, why = with_controls(error)] { use_.messages.complain(why); };
        }
    });
}

void FilmSession::save(bool ask) {
    const std::filesystem::path known = use_.settings.film_file;
    if (!ask && !known.empty())
        return save_to(known);
    use_.files.chooser().ask({FileQuestion::What::film, known.parent_path(),
                              known.empty() ? "film.toml" : known.filename().string()},
                             [this](const std::filesystem::path &path) { save_to(path); });
}

void FilmSession::save_to(std::filesystem::path path) {
    if (path.extension().empty())
        path += ".toml";
    use_.background.run([this, path, film = timeline_.shared()]() -> Background::Result {
        try {
            write_film_file(path, *film);
        } catch (const std::exception &error) {
            return [this, why = named_shortly(with_controls(error), path)] {
                use_.messages.complain(why);
            };
        }
        return [this, path, film] {
            timeline_.note_saved(film);
            use_.settings.film_file = path.string();
            use_.settings.remember_file(path.string());
            use_.messages.say(fmt::format(texts::common::kSaved, path.filename().string()));
            use_.messages.note("film saved " + path.string());
        };
    });
}

float FilmSession::draw_timeline(Controls &controls, float left, float bar) {
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool in_section = std::exchange(pressed_in_section_, false);
    if (pressed)
        has_keys_ = in_section;
    if (!timeline_shown())
        return 0;
    find_path();
    const TimelineChoice choice =
        panel_.draw(controls, timeline_, {left, bar, problem_, has_keys_});
    has_keys_ = has_keys_ || choice.pressed.value_or(false);
    if (choice.add)
        add_key();
    if (choice.replace)
        timeline_.replace(use_.colours.lasting_location());
    if (choice.go)
        go_to_key();
    if (choice.show && path() != nullptr) {
        begin_to_show();
        use_.messages.note(fmt::format("film shows {:.3f}", timeline_.playhead()));
    }
    if (choice.close)
        show_timeline(false);
    return choice.height;
}

void FilmSession::draw_section(Controls &controls) {
    find_path();
    pressed_in_section_ = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                          ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    const auto before = timeline_.shared();
    const auto &sound = before->audio;
    const bool sound_gone = sound && !use_.exports.paths().there(*sound).value_or(true);
    const FilmChoice choice =
        draw_film_panel(controls, timeline_,
                        {use_.settings.film_file, timeline_shown(), problem_, sound_gone,
                         use_.session.size(), use_.session.viewport()});
    has_keys_ = has_keys_ || timeline_.shared() != before;
    if (timeline_.keys().empty())
        use_.settings.film_file.clear(); // what comes next is another film
    if (choice.timeline)
        show_timeline(!timeline_shown());
    if (choice.add)
        add_key();
    if (choice.sound)
        take_sound(*choice.sound);
    if (choice.browse_sound)
        ask_sound();
    if (choice.open)
        use_.files.choose();
    if (choice.save || choice.save_as)
        save(choice.save_as);
    draw_export(controls);
}

void FilmSession::draw_export(Controls &controls) {
    if (const auto left = use_.exports.take_film_left(); left && may_be_of_this_film(*left))
        export_panel_.offer_again(*left);
    if (const auto job = export_panel_.draw(controls, timeline_.film(), use_.exports.exporting())) {
        try {
            use_.exports.export_film(*job);
            use_.settings.remember_film(export_panel_.note_begun());
        } catch (const Error &error) {
            export_panel_.refuse(with_controls(error));
        }
    }
    if (const auto question = export_panel_.take_question())
        use_.files.chooser().ask(
            *question, [this, what = question->what](const std::filesystem::path &path) {
                what == FileQuestion::What::folder ? take_rings(path)
                                                   : export_panel_.take_path(path.string());
            });
}

// What is kept of another one goes on by its own button alone.
bool FilmSession::may_be_of_this_film(const std::filesystem::path &path) const {
    std::error_code ignored;
    if (!std::filesystem::exists(KeptFolder::purpose_of(path), ignored))
        return true;
    try {
        return film::unfinished_film(path) == timeline_.film();
    } catch (const Error &) {
        return false;
    }
}

void FilmSession::take_rings(const std::filesystem::path &path) {
    try {
        export_panel_.take_rings(path.string());
    } catch (const Error &error) {
        export_panel_.refuse(error.what());
    }
}

std::vector<BegunFilm> FilmSession::unfinished() {
    std::vector<BegunFilm> films;
    std::ranges::copy_if(
        use_.settings.begun_films, std::back_inserter(films),
        [this](const BegunFilm &begun) { return use_.exports.is_unfinished(begun.path); });
    return films;
}

void FilmSession::draw_unfinished(Controls &controls) {
    const std::vector<BegunFilm> films = unfinished();
    const UnfinishedFilmChoice choice = draw_unfinished_films(controls, films);
    if (choice.go_on)
        go_on_with(films[*choice.go_on]);
    if (choice.forget)
        forget(films[*choice.forget]);
}

// As it was asked for, whatever the timeline holds now.
void FilmSession::go_on_with(BegunFilm begun) {
    try {
        begun.rings = usable_rings_folder(begun.rings);
        const film::FilmExportJob job = film_job(film::unfinished_film(begun.path), begun);
        check_film_job(job);
        use_.exports.export_film(job);
        use_.settings.remember_film(begun);
        export_panel_.leave(begun.path);
    } catch (const Error &error) {
        use_.messages.complain(error);
    }
}

void FilmSession::forget(const BegunFilm &begun) {
    use_.settings.forget_film(begun.path);
    export_panel_.leave(begun.path);
    use_.messages.say(
        fmt::format(texts::film::kForgotten, KeptFolder::of(begun.path).filename().string()));
    use_.messages.note("film forgotten " + begun.path);
}

} // namespace fathom::ui
