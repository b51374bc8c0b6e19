#include "ui/explorer/explorer.h"

#include "render/deep/reference_cache.h"
#include "ui/explorer/gui_options.h"
#include "ui/window/frame_brightness.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

// How often a clock that is driven looks for commands: a window at rest is to use next to nothing.
constexpr std::chrono::milliseconds kCommandPause{10};

} // namespace

Explorer::Explorer(const GuiOptions &options)
    : clock_(options.tour ? nullptr : std::getenv("FATHOM_CLOCK")),
      window_({options.window, !options.size_given && !options.tour, !options.tour}),
      messages_(clock_, pacing_), panels_(clock_, window_, messages_),
      session_(options.location, window_.drawable(), options.method),
      background_([this] { waker_.wake(); }),
      in_use_(messages_, session_, background_, [this] { waker_.wake(); },
              {options.device, !options.tour}),
      held_(clock_), steering_(clock_, pacing_, messages_, session_, in_use_.choice(), held_),
      colours_({messages_, session_, background_, in_use_, steering_, held_, panels_.settings()}),
      limit_(messages_, session_, background_, steering_),
      reports_({pacing_, messages_, session_, in_use_, background_, panels_.settings(),
                panels_.items()}),
      compared_(messages_, session_, background_, in_use_, reports_),
      pictures_(
          {pacing_, messages_, session_, in_use_, steering_, colours_, limit_, compared_, held_},
          options.tour && !options.live),
      small_views_(messages_, session_, steering_, colours_, [this] { waker_.wake(); }),
      bookmarks_({clock_, messages_, background_, in_use_, steering_, colours_, panels_.settings()},
                 options.tour.has_value()),
      landmarks_(clock_, messages_, session_, background_, steering_),
      files_({clock_, messages_, session_, background_, in_use_, pictures_, panels_.settings()},
             [this] { waker_.wake(); }),
      film_({clock_, pacing_, messages_, session_, background_, steering_, colours_,
             bookmarks_.files(), files_, panels_.settings()}),
      autosave_({window_, panels_.settings(), session_, in_use_, steering_, colours_,
                 pictures_.anti_aliasing(), small_views_, bookmarks_, film_},
                messages_, background_, options.tour.has_value()),
      side_panel_(panels_.controls(), panels_.settings()), help_(messages_), closing_(messages_),
      touring_(options.tour.has_value()),
      tells_brightness_(std::getenv("FATHOM_BRIGHTNESS") != nullptr) {
    add_sections();
    messages_.note(fmt::format("window {} {} {}", session_.size().width, session_.size().height,
                               window_.renderer()));
    if (options.orbit)
        session_.reference_cache()->use(options.orbit, {}, GivenOrbitUse::where_it_serves);
    if (!touring_) {
        autosave_.restore(options);
        files_.tell_unfinished();
    }
    if (options.file)
        bookmarks_.files().know(*options.file, options.location);
    if (options.file && !touring_)
        bookmarks_.files().show_samples(*options.file);
}

void Explorer::run() {
    panels_.run([this] { build_panels(); }); // the first picture knows what they cover
    steering_.begin();
    pacing_.draw_after_activity();
    while (!closing_.decided()) {
        wait_for_events();
        handle_events();
        follow_commands();
        if (must_draw())
            move();
        prepare();
        if (must_draw())
            draw();
    }
    finish();
}

void Explorer::wait_for_events() {
    if (clock_.behind())
        return;
    const auto now = clock_.now();
    const auto until = next_turn(now);
    if (!until) {
        SDL_WaitEvent(nullptr);
        return;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - now).count();
    if (left > 0)
        SDL_WaitEventTimeout(nullptr, static_cast<int>(std::min<long long>(left, 60'000)));
}

// When there is something to do although nothing happens.
std::optional<UiClock::Time> Explorer::next_turn(UiClock::Time now) {
    std::optional<UiClock::Time> until = messages_.toasts().next_expiry();
    const auto no_later_than = [&until](std::optional<UiClock::Time> time) {
        if (time)
            until = until ? std::min(*until, *time) : time;
    };
    // What spares the processor goes by real time.
    const auto after_last_draw = [&](std::chrono::milliseconds pause) {
        no_later_than(now + pacing_.left_of(pause, RealClock::now()));
    };
    if (pacing_.any_left() && window_.visible())
        after_last_draw(FramePacing::kShortestFrame);
    else if (in_use_.busy())
        no_later_than(now + FramePacing::kShortestFrame);
    if (cursor_blinks())
        after_last_draw(FramePacing::kCursorBlink);
    if ((files_.exporting() || landmarks_.busy() || limit_.busy() || reports_.checking()) &&
        window_.visible())
        after_last_draw(FramePacing::kProgressPause);
    no_later_than(reports_.next());
    if (window_.visible())
        no_later_than(landmarks_.auto_explore().next());
    no_later_than(input_.next_poll());
    no_later_than(autosave_.next());
    no_later_than(bookmarks_.next(now));
    no_later_than(small_views_.next(now));
    no_later_than(help_.next_expiry());
    if (window_.visible())
        no_later_than(panels_.items().next_change());
    if (clock_.driven())
        no_later_than(now + kCommandPause);
    return until;
}

void Explorer::handle_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) == 1)
        handle(event);
    if (const auto command = input_.poll(clock_.now())) {
        perform(*command);
        pacing_.draw_after_activity();
    }
    const bool done = background_.poll();
    const bool found = files_.paths().poll();
    if (done || found || messages_.toasts().expire_any(clock_.now()) ||
        help_.expire(panels_.settings(), clock_.now()))
        pacing_.draw_after_news();
    if (const auto tooltip = panels_.items().next_change(); tooltip && *tooltip <= clock_.now())
        pacing_.draw_after_news();
}

// A command of the clock comes after all input before it, and ends when the panels have settled.
void Explorer::follow_commands() {
    if (!pacing_.settling() && clock_.take_command()) {
        window_.catch_up();
        handle_events();
        pacing_.draw_on(); // what moved goes on
    }
    if (!clock_.behind() || !clock_.step())
        return;
    pacing_.draw_after_activity();
    if (window_.visible())
        pacing_.settle();
    else
        tell_time();
}

void Explorer::tell_time() {
    window_.catch_up(); // and the display has what was drawn
    messages_.note(
        fmt::format("clock {}{}", clock_.milliseconds(), changes_by_time() ? " moving" : ""));
}

// Whether the picture goes on changing as time goes by.
bool Explorer::changes_by_time() const {
    return steering_.moving() || held_.fading() || colours_.gliding();
}

void Explorer::handle(const SDL_Event &event) {
    if (event.type == waker_.event_type())
        pacing_.draw_after_news();
    else
        pacing_.draw_after_activity();
    autosave_.touch(clock_.now());
    input_.watch_modifiers(event);
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT) {
        if (const auto file = dropped_file(event.drop); file && !touring_)
            perform(*file);
        return;
    }
    closing_.watch(event);
    if (event.type == SDL_WINDOWEVENT)
        session_.resize(window_.drawable());
    if (touring_)
        return handle_touring(event);
    if (closing_.signalled(event))
        return;
    const auto build = [this] { build_panels(); };
    panels_.catch_up(event, build);
    if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL ||
        event.type == SDL_KEYDOWN) {
        steering_.touch(event.type != SDL_KEYDOWN || event.key.keysym.sym != SDLK_ESCAPE);
        session_.begin_step();
    }
    if (const auto action = steering_.handle_gamepad(event))
        perform(*action);
    if (panels_.take(event, build))
        return;
    if (const auto command = input_.handle(event, input_scale(), clock_.now()))
        perform(*command);
    if (input_.clicked() && !ImGuiFrames::have_mouse())
        click();
}

// A tour can be ended; nothing else may come between its pictures.
void Explorer::handle_touring(const SDL_Event &event) {
    if (event.type != SDL_QUIT && event.type != SDL_KEYDOWN)
        return;
    const auto command = input_.handle(event, input_scale(), clock_.now());
    const Action *action = command ? std::get_if<Action>(&*command) : nullptr;
    if (action != nullptr && *action == Action::quit)
        perform(*command);
}

void Explorer::move() {
    film_.advance();
    steering_.advance(input_.dragging());
}

void Explorer::prepare() {
    pictures_.ask(input_.cursor());
    reports_.watch(clock_.now());
    if (files_.poll())
        pacing_.draw_after_activity();
    if (!touring_)
        update_places(clock_.now());
    if (!touring_)
        limit_.update(clock_.now());
    if (!touring_)
        reports_.check_pixels(window_.visible() && !steering_.moving() && !files_.exporting() &&
                                  !landmarks_.busy(),
                              clock_.now());
    colours_.update(clock_.now());
    const bool arrives = steering_.jumping() && !held_.held();
    if ((colours_.gliding() || arrives || colours_.flow() || help_.fading()) && clock_.goes_on())
        pacing_.draw_once();
    if (!pacing_.any_left())
        draw_again();
}

void Explorer::update_places(UiClock::Time now) {
    if (bookmarks_.update(colours_.lasting_location(), pictures_.settled_frame(), now))
        pacing_.draw_once();
    window_.set_title(bookmarks_.window_title(session_.location()));
    film_.poll();
    landmarks_.auto_explore().update(window_.visible(), pictures_.settled_frame() != nullptr);
    autosave_.keep(now);
    if (small_views_.update(now, ImGuiFrames::have_mouse() ? std::nullopt : input_.cursor()))
        pacing_.draw_once();
}

// What is to be seen of work that goes on while nothing happens.
void Explorer::draw_again() {
    FramePacing::Unrest unrest;
    unrest.pictures = in_use_.outdated();
    unrest.cursor = cursor_blinks();
    unrest.progress = files_.exporting() || landmarks_.busy() || limit_.busy() ||
                      reports_.checking() || (reports_.slow() && in_use_.preparing());
    pacing_.draw_again(unrest, window_.draws_in_software(), RealClock::now());
}

bool Explorer::must_draw() const {
    if (!window_.visible())
        return false;
    return pacing_.any_left() && (clock_.behind() || pacing_.due(RealClock::now()));
}

// Of the frames of one of the clock's commands only the last can be looked at.
void Explorer::draw() {
    const bool settling = pacing_.settling();
    pacing_.begin(RealClock::now());
    if ((clock_.behind() || pacing_.settles_later()) && !tells_brightness_) {
        pictures_.take_over();
        panels_.run([this] { build_panels(); });
    } else {
        draw_seen();
    }
    pacing_.end(RealClock::now());
    pictures_.note_drawn();
    if (settling && !pacing_.settling())
        tell_time();
}

void Explorer::draw_seen() {
    pictures_.draw();
    if (tells_brightness_)
        messages_.note(fmt::format("shown {:.4f}", frame_brightness(session_.size())));
    draw_panels();
    swap();
}

void Explorer::draw_panels() {
    panels_.draw([this] { build_panels(); });
}

void Explorer::swap() {
    pacing_.swapped(RealClock::now());
    window_.swap();
}

void Explorer::finish() {
    colours_.stop();
    limit_.stop();
    bookmarks_.finish();
    autosave_.finish();
}

// A text field has the keyboard: its cursor comes and goes.
bool Explorer::cursor_blinks() const {
    return ImGuiFrames::have_keyboard() && window_.visible();
}

InputScale Explorer::input_scale() const {
    InputScale scale;
    scale.pixel_ratio = window_.pixel_ratio();
    scale.ui_scale = panels_.scale();
    scale.size = session_.size();
    scale.viewport = session_.viewport().size;
    scale.scroll_pans = steering_.settings().scroll_pans;
    if (in_use_.choice().mode() == CompareMode::split)
        scale.divider = in_use_.choice().divider() * scale.size.width;
    return scale;
}

} // namespace fathom::ui
