#include "ui/explorer/explorer.h"

#include "render/base/clock.h"
#include "ui/explorer/gui_options.h"
#include "ui/state/control_advice.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom {
namespace {

// How often a clock that is driven looks for commands.
constexpr std::chrono::milliseconds kCommandPause{5};
// Words about pictures that are there sooner would only flicker.
constexpr std::chrono::milliseconds kTellAfter{250};

bool is_press(const SDL_Event &event) {
    return event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL;
}

// One sentence that names the engine once; errors may do so already.
std::string takeover(const std::string &id, std::string_view why, bool has_worked) {
    if (why.starts_with(id + ": "))
        why.remove_prefix(id.size() + 2);
    if (why.starts_with(id + " "))
        return fmt::format("{}; the CPU takes over.", why);
    return fmt::format("{} {}: {}; the CPU takes over.", id,
                       has_worked ? "stopped" : "cannot be used", why);
}

} // namespace

Explorer::Explorer(const GuiOptions &options)
    : clock_(options.tour ? nullptr : std::getenv("FATHOM_CLOCK")),
      window_({options.window, options.last && !options.size_given, !options.tour}),
      messages_(clock_, pacing_), items_(messages_.log(), clock_), imgui_(window_, clock_),
      session_(options.location, window_.drawable(), options.method),
      background_([this] { waker_.wake(); }),
      in_use_(
          session_, messages_, background_, [this] { waker_.wake(); }, options.device),
      comparison_(background_), places_(
                                    background_, [this] { waker_.wake(); },
                                    [this](const std::string &why) { messages_.complain(why); },
                                    [this](const std::string &what) { messages_.note(what); },
                                    clock_, options.tour.has_value()),
      controls_(items_), side_panel_(controls_, settings_), colour_panel_(find_assets_dir()),
      surveyor_(background_), export_panel_(names_, [this] { waker_.wake(); }),
      features_(background_), touring_(options.tour.has_value()),
      every_picture_(touring_ && !options.live) {
    add_sections();
    messages_.note(fmt::format("window {} {} {}", session_.size().width, session_.size().height,
                               window_.renderer()));
    restore(options);
}

void Explorer::run() {
    pacing_.draw_after_activity();
    while (!quit_) {
        wait_for_events();
        handle_events();
        follow_commands();
        if (must_draw())
            move();
        prepare();
        if (must_draw())
            draw();
    }
    finish_places();
}

void Explorer::wait_for_events() {
    if (clock_.behind())
        return;
    const auto now = clock_.now();
    std::optional<UiClock::Time> until = messages_.toasts().next_expiry();
    const auto no_later_than = [&until](UiClock::Time time) {
        until = until ? std::min(*until, time) : time;
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
    if (const auto poll = input_.next_poll())
        no_later_than(*poll);
    if ((export_panel_.running() || features_.busy()) && window_.visible())
        after_last_draw(FramePacing::kProgressPause);
    if (const auto next = places_.next(now))
        no_later_than(*next);
    if (const auto tooltip = items_.next_change(); tooltip && window_.visible())
        no_later_than(*tooltip);
    if (clock_.driven())
        no_later_than(now + kCommandPause);
    if (!until) {
        SDL_WaitEvent(nullptr);
        return;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - now).count();
    if (left > 0)
        SDL_WaitEventTimeout(nullptr, static_cast<int>(std::min<long long>(left, 60'000)));
}

void Explorer::handle_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) == 1)
        handle(event);
    if (const auto command = input_.poll(clock_.now())) {
        perform(*command);
        pacing_.draw_after_activity();
    }
    if (background_.poll() || messages_.toasts().expire_any(clock_.now()))
        pacing_.draw_after_news();
    if (const auto tooltip = items_.next_change(); tooltip && *tooltip <= clock_.now())
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
    messages_.note(fmt::format("clock {}{}", clock_.milliseconds(), moving() ? " moving" : ""));
}

void Explorer::handle(const SDL_Event &event) {
    if (event.type == waker_.event_type())
        pacing_.draw_after_news();
    else
        pacing_.draw_after_activity();
    places_.keeper.touch(clock_.now());
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT)
        return handle_drop(event.drop);
    if (event.type == SDL_WINDOWEVENT) {
        closed_ = closed_ || event.window.event == SDL_WINDOWEVENT_CLOSE;
        session_.resize(window_.drawable());
    }
    if (touring_)
        return handle_touring(event);
    if (event.type == SDL_QUIT && !std::exchange(closed_, false)) {
        quit_ = true; // a signal: who sends it cannot be asked
        return;
    }
    if ((is_press(event) && mouse_moved_) || (event.type == SDL_KEYUP && key_pressed_))
        run_panels();
    if (is_press(event) || event.type == SDL_KEYDOWN)
        touch();
    handle_gamepad(event);
    imgui_.handle(event);
    mouse_moved_ = mouse_moved_ || event.type == SDL_MOUSEMOTION;
    key_pressed_ = key_pressed_ || event.type == SDL_KEYDOWN;
    if (imgui_.wants(event)) {
        // At the next frame the mouse may be elsewhere: what was pressed has to be found now.
        if (event.type == SDL_MOUSEBUTTONDOWN)
            run_panels();
        return;
    }
    if (const auto command = input_.handle(event, input_scale(), clock_.now()))
        perform(*command);
    if (input_.clicked() && !ImGui::GetIO().WantCaptureMouse)
        click();
}

// What a click does that moved nothing.
void Explorer::click() {
    const auto cursor = input_.cursor();
    if (clicks_mark_ && cursor && side_panel_.shows("minibrot"))
        mark_misiurewicz(cursor->first, cursor->second);
    else
        enter_julia();
}

void Explorer::handle_drop(const SDL_DropEvent &event) {
    const std::unique_ptr<char, decltype(&SDL_free)> dropped(event.file, SDL_free);
    if (event.type == SDL_DROPFILE && !touring_)
        perform(OpenFile{dropped.get()});
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

void Explorer::begin_panels() {
    imgui_.set_look(settings_.theme, settings_.font_scale);
    imgui_.begin();
    controls_.begin(window_.pixel_ratio());
}

// Panels know what the mouse is over, and which keys are down, from their last frame: a press right
// after a move must not be judged by that, and a key that was up again before the next frame would
// be lost.
void Explorer::run_panels() {
    begin_panels();
    build_panels();
    imgui_.end_unseen();
    mouse_moved_ = key_pressed_ = false;
}

bool Explorer::must_draw() const {
    if (!window_.visible())
        return false;
    return pacing_.any_left() && (clock_.behind() || pacing_.due(RealClock::now()));
}

// A text field has the keyboard: its cursor comes and goes.
bool Explorer::cursor_blinks() const {
    return ImGui::GetIO().WantTextInput && window_.visible();
}

void Explorer::prepare() {
    const Stopwatch watch;
    choose_engines();
    const auto active = in_use_.ids();
    session_.use_engine(in_use_.engines().traits(active));
    in_use_.engines().pause_others(active);
    for (const std::string &id : active)
        if (id != "auto")
            if (EngineFeed *feed = in_use_.engines().use(id)) {
                if (!in_use_.must_wait(id))
                    follow_feed(*feed);
                else if (!feed->follows(session_))
                    feed->cancel();
            }
    refine();
    engine_ms_ += watch.ms();
    watch_the_clock(clock_.now());
    poll_screenshot();
    update_places();
    let_colours_flow(clock_.now());
    update_survey();
    if (const auto outcome = export_panel_.take_outcome()) {
        messages_.note("export " + outcome->words);
        if (outcome->good)
            messages_.say(outcome->words);
        else
            messages_.complain(outcome->words);
        pacing_.draw_after_activity();
    }
    if (!pacing_.any_left())
        draw_again();
}

// What is to be seen of work that goes on while nothing happens.
void Explorer::draw_again() {
    FramePacing::Unrest unrest;
    unrest.pictures = in_use_.outdated();
    unrest.cursor = cursor_blinks();
    unrest.progress = export_panel_.running() || features_.busy() || (slow_ && in_use_.preparing());
    pacing_.draw_again(unrest, window_.draws_in_software(), RealClock::now());
}

void Explorer::watch_the_clock(UiClock::Time now) {
    const bool computing = in_use_.busy();
    if (!computing || timed_generation_ != session_.generation()) {
        timed_generation_ = session_.generation();
        busy_since_ = now;
    }
    const bool slow = computing && now - busy_since_ >= kTellAfter;
    if (slow != slow_)
        pacing_.draw_after_news();
    slow_ = slow;
}

void Explorer::choose_engines() {
    if (!in_use_.settle())
        return;
    for (const std::string &id : in_use_.ids()) {
        if (const auto why = in_use_.engines().failure(id))
            replace_failed(id, *why);
        else
            tell_refusal(in_use_.engines().find(id));
    }
}

// A moving view is refused again and again: once is enough.
void Explorer::tell_refusal(const EngineFeed *feed) {
    const auto why = feed == nullptr ? std::nullopt : feed->refusal();
    if (!why || why == refusal_)
        return;
    refusal_ = why;
    messages_.complain(*why);
}

void Explorer::replace_failed(const std::string &id, const std::string &why) {
    lost_engine_ = why;
    if (id != "cpu") {
        messages_.complain(takeover(id, why, in_use_.engines().find(id) != nullptr));
        in_use_.engines().forget(id);
        comparison_.clear(); // its frames lie on the device that is lost
        in_use_.choice().compare(CompareMode::off);
        in_use_.choice().use("cpu");
    } else if (failed_generation_ != session_.generation()) {
        // Too large a window, say: the next view may work.
        if (failed_generation_ == 0)
            messages_.complain(why);
        failed_generation_ = session_.generation();
        in_use_.engines().forget(id);
    }
    pacing_.draw_after_activity();
}

void Explorer::draw() {
    const bool settling = pacing_.settling();
    pacing_.begin(RealClock::now());
    draw_pictures();
    draw_panels();
    swap();
    pacing_.end(RealClock::now());
    if (logged_generation_ != session_.generation()) {
        logged_generation_ = session_.generation();
        messages_.note(fmt::format("drawn {}", logged_generation_));
    }
    if (settling && !pacing_.settling())
        tell_time();
}

void Explorer::swap() {
    pacing_.swapped(RealClock::now());
    window_.swap();
}

void Explorer::draw_pictures() {
    const Size size = session_.size();
    update_feeds();
    if (in_use_.choice().mode() == CompareMode::difference) {
        if (comparison_.picture() != nullptr) // else a panel says why not
            presenter_.draw(*comparison_.picture(), size);
        return;
    }
    const auto active = in_use_.ids();
    const int split = !in_use_.choice().comparing()
                          ? size.width
                          : static_cast<int>(std::lround(in_use_.choice().divider() * size.width));
    for (std::size_t at = 0; at < active.size(); ++at) {
        EngineFeed *feed = in_use_.engines().find(active[at]);
        Scene scene;
        scene.view = session_.location().view;
        scene.size = size;
        if (feed != nullptr) {
            scene.now = feed->picture(session_.generation());
            feed->timer().begin();
        }
        // What is compared is never a warped picture.
        if (!shows_samples_alone()) {
            scene.exact = scene.now != nullptr && motion_.glide.resting();
            scene.shown = motion_.glide.map();
            const auto wanted = [this](const Picture &picture) { return can_stand_in(picture); };
            if (feed != nullptr && scene.now == nullptr && feed->newest() != nullptr &&
                wanted(*feed->newest()))
                scene.now = feed->newest();
            if (feed != nullptr)
                scene.before =
                    feed->earlier_picture(scene.now == nullptr ? 0 : scene.now->generation, wanted);
            if (scene.before == nullptr)
                scene.before = in_use_.engines().any_picture(wanted);
        }
        presenter_.draw(scene, at == 0 ? 0 : split, at == 0 ? split : size.width);
        if (feed != nullptr)
            feed->timer().end();
    }
}

void Explorer::draw_complete_picture() {
    update_feeds();
    EngineFeed *engine = in_use_.first();
    const Picture *picture = engine == nullptr ? nullptr : engine->earlier_picture(0);
    if (picture == nullptr)
        return;
    engine->timer().begin();
    presenter_.draw(picture->texture, session_.size());
    engine->timer().end();
}

void Explorer::update_feeds() {
    for (const std::string &id : in_use_.ids()) {
        EngineFeed *feed = in_use_.engines().find(id);
        if (feed == nullptr)
            continue;
        const Stopwatch watch;
        try {
            if (shows_samples_alone())
                feed->unrefine();
            if (const auto generation = feed->update()) {
                refusal_.reset();
                messages_.note(fmt::format("frame {} {}", id, *generation));
            }
        } catch (const std::exception &error) { // memory may run out, too
            in_use_.engines().fail(id, with_controls(error));
        }
        engine_ms_ += watch.ms() - feed->take_opengl_ms();
    }
    if (in_use_.choice().mode() == CompareMode::difference)
        compare_pictures();
}

void Explorer::compare_pictures() {
    EngineFeed *left = in_use_.engines().find(in_use_.choice().left());
    EngineFeed *right = in_use_.engines().find(in_use_.choice().right());
    const auto frame_of = [this](const EngineFeed *feed) {
        return feed == nullptr ? nullptr : feed->complete_frame(session_.generation());
    };
    auto a = frame_of(left);
    auto b = frame_of(right);
    if (a && b)
        comparison_.compare(std::move(a), std::move(b), session_.colour_generation());
    else
        comparison_.clear();
    const auto &difference = comparison_.difference();
    if (difference && !logged_difference_)
        messages_.note(fmt::format("difference {} {} {} {} {}", in_use_.choice().left(),
                                   in_use_.choice().right(), difference->samples_differ,
                                   difference->rgba_differ, difference->max_iteration_delta));
    logged_difference_ = difference.has_value();
}

void Explorer::draw_panels() {
    begin_panels();
    build_panels();
    mouse_moved_ = key_pressed_ = false;
    imgui_.end();
}

double Explorer::frames_per_second() {
    // The last frame before a rest says so.
    if (!pacing_.any_left() && !in_use_.busy() && !touring_)
        return 0;
    return static_cast<double>(pacing_.frames_per_second());
}

} // namespace fathom
