#include "ui/state/session.h"

#include "render/base/error.h"
#include "render/deep/reference_cache.h"
#include "render/engines/rank_table.h"
#include "render/places/palette.h"
#include "ui/state/control_advice.h"
#include "ui/texts/view.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr std::chrono::milliseconds kRest{500};
/// A density that suits a view so many powers of ten deeper makes the whole set nearly one colour.
constexpr double kDecadesFromHome = 3;

} // namespace

Session::Session(Location start, Size size, const MethodChoice &choice)
    : assets_(find_assets_dir()), location_(std::move(start)), size_(size),
      picture_view_(location_.view), choice_(choice), tracking_(needed_tracking(location_)),
      lut_(load_lut(assets_, location_)), ranks_(usual_ranks()), places_(present()),
      steps_(present()), reference_cache_(std::make_shared<ReferenceCache>()) {}

Method Session::method() const {
    return decide_method(picture(), size_, possible_choice(choice_, location_.formula.id), engine_,
                         reference_cache_);
}

void Session::choose_method(const MethodChoice &choice) {
    if (choice == choice_)
        return;
    begin_change();
    choice_ = choice;
    ++generation_;
}

void Session::use_engine(const EngineTraits &engine) {
    if (engine == engine_)
        return;
    const Precision before = precision();
    engine_ = engine;
    if (precision() != before)
        ++generation_;
}

std::optional<std::string> Session::warning() const {
    const Precision used = precision();
    if (choice_.precision && !can_iterate(location_.formula.id, *choice_.precision))
        return fmt::format(texts::view::kFormulaNotIn, to_string(*choice_.precision),
                           to_string(used));
    if (const std::uint64_t most = most_iterations(used); location_.iterations > most)
        return fmt::format(texts::view::kTooManyIterations, most, to_string(used));
    return with_controls(precision_warning(location_, size_, used));
}

RenderRequest Session::request() const {
    const Method used = method();
    Location counted = picture();
    counted.iterations = std::min(counted.iterations, most_iterations(used.precision));
    RenderRequest request =
        make_request(counted, size_, {0, 0, size_.width, size_.height}, {}, used);
    request.progressive = true;
    request.tag = generation_;
    request.tracking = tracking_;
    request.colour = colour();
    return request;
}

ColourSettings Session::colour() const {
    const bool ranked = location_.colour.mapping == kernels::ColourMapping::rank;
    return {preview_ ? preview_ : lut_, location_.colour, ranked ? ranks_ : nullptr};
}

void Session::preview_palette(std::shared_ptr<const PaletteTable> lut) {
    if (lut == preview_)
        return;
    preview_ = std::move(lut);
    ++colour_generation_;
}

void Session::resize(Size size) {
    if (size == size_)
        return;
    size_ = size;
    place_picture();
    ++generation_;
}

Viewport Session::viewport() const {
    const int covered = std::clamp(covered_, 0, size_.width - 1);
    return {{size_.width - covered, size_.height}, static_cast<double>(covered)};
}

Location Session::picture() const {
    Location picture = location_;
    picture.view = picture_view_;
    return picture;
}

void Session::cover(int columns) {
    if (columns == covered_)
        return;
    covered_ = columns;
    place_picture();
    ++generation_;
}

void Session::place_picture() {
    const double left = viewport().left;
    picture_view_ =
        left == 0 ? location_.view : pan_by_pixels(location_.view, size_, 0.5 * left, 0);
}

void Session::move_to(const View &view, Clock::time_point now) {
    if (!moved_ || now - *moved_ >= kRest)
        settle();
    moved_ = now;
    show(view);
}

void Session::pass_through(const Location &place, Clock::time_point now) {
    moved_ = now;
    show(place_of(place));
}

void Session::jump_to(const View &view) {
    settle();
    show(view);
    settle();
}

void Session::go_to(const Location &location) {
    auto lut = load_lut(assets_, location); // before anything changes
    settle();
    take(location, std::move(lut));
    settle();
}

void Session::take(const Location &location, std::shared_ptr<const PaletteTable> lut) {
    lut_ = std::move(lut);
    location_ = location;
    place_picture();
    tracking_ = needed_tracking(location);
    ++generation_;
    ++colour_generation_;
}

void Session::restore_past(const std::vector<Location> &past) {
    History<State> history(past.empty() ? present() : State{past.front(), choice_});
    for (const Location &place : past)
        history.visit({place, choice_});
    places_ = std::move(history);
    settle();
}

void Session::edit(const Location &location) {
    check_location(location);
    begin_change();
    take_colours(location);
    show(place_of(location));
}

void Session::adjust_colours(const Location &location) {
    const bool remembered = is_remembered();
    take_colours(location);
    if (remembered)
        steps_.amend(present());
}

void Session::take_colours(const Location &location) {
    if (location.palette != location_.palette || location.own_palette != location_.own_palette) {
        lut_ = load_lut(assets_, location);
        location_.palette = location.palette;
        location_.own_palette = location.own_palette;
    }
    location_.colour = location.colour;
    location_.automatic_colours = location.automatic_colours;
    location_.trap = location.trap;
    ++colour_generation_;
    const auto needed = needed_tracking(location_);
    if (tracks(needed))
        return;
    tracking_ = needed;
    ++generation_;
}

bool Session::tracks(const kernels::Tracking<double> &needed) const {
    return tracking_ == needed ||
           (tracking_.level >= needed.level && tracking_.interior >= needed.interior &&
            (tracking_.trap == needed.trap || !kernels::needs_of(location_.colour.base).trap));
}

void Session::go_home() {
    settle();
    const Location whole = home();
    if (location_.view.zoom.log10() - whole.view.zoom.log10() > kDecadesFromHome) {
        Location look = location_;
        if (const State *before = places_.last_before(
                [&whole](const State &state) { return same_place(state.location, whole); })) {
            look.colour = before->location.colour;
            look.automatic_colours = before->location.automatic_colours;
        } else {
            take_automatic_look(look);
        }
        take_colours(look);
    }
    show(place_of(whole));
    settle();
}

void Session::go_home_anew() {
    Location anew = home();
    take_automatic_look(anew);
    go_to(anew);
}

Location Session::home() const {
    Location home;
    home.formula = location_.formula;
    home.view = home_view(home.formula);
    home.automatic_iterations = true;
    return home;
}

bool Session::back() {
    settle();
    return places_.can_go_back() && travel(places_, &History<State>::back);
}

bool Session::forward() {
    settle();
    return places_.can_go_forward() && travel(places_, &History<State>::forward);
}

bool Session::undo() {
    settle();
    return steps_.can_go_back() && travel(steps_, &History<State>::back);
}

bool Session::redo() {
    settle();
    return steps_.can_go_forward() && travel(steps_, &History<State>::forward);
}

// One step in one of the histories; the other one follows. Returns true.
bool Session::travel(History<State> &history, const State &(History<State>::*step)()) {
    const std::size_t from = history.position();
    try {
        restore((history.*step)());
    } catch (const Error &) {
        history.go(from);
        throw;
    }
    if (&history == &places_) {
        steps_.visit(present());
        return true;
    }
    // Where the step was one from place to place, the places go with it.
    const std::size_t here = places_.position();
    if (!shows(places_.current()) && places_.can_go_back() && !shows(places_.back()))
        places_.go(here);
    if (!shows(places_.current()) && places_.can_go_forward() && !shows(places_.forward()))
        places_.go(here);
    return true;
}

void Session::restore(const State &state) {
    take_colours(state.location);
    if (choice_ != state.method)
        ++generation_;
    choice_ = state.method;
    show(place_of(state.location));
}

// Whether it is a state of the present view, whatever its limit and colours are.
bool Session::shows(const State &state) const {
    return state.location.view == location_.view && state.location.formula == location_.formula;
}

void Session::set_iterations(std::uint64_t iterations) {
    begin_change();
    set_limit(std::clamp<std::uint64_t>(iterations, 1, LocationLimits::kMaxIterations), false);
}

void Session::set_automatic_iterations(bool automatic) {
    begin_change();
    set_limit(location_.iterations, automatic);
}

void Session::take_found_iterations(std::uint64_t iterations) {
    const bool remembered = is_remembered();
    set_limit(iterations, true);
    if (remembered)
        steps_.amend(present());
}

void Session::set_limit(std::uint64_t iterations, bool automatic) {
    if (iterations != location_.iterations)
        ++generation_;
    else if (automatic == location_.automatic_iterations)
        return;
    location_.iterations = iterations;
    location_.automatic_iterations = automatic;
}

bool Session::set_ranks(std::shared_ptr<const RankTable> ranks) {
    if (ranks == ranks_)
        return false;
    ranks_ = std::move(ranks);
    ++colour_generation_;
    return true;
}

void Session::change_palette(int steps) {
    const std::vector<std::string> names = list_palettes(assets_);
    const auto count = static_cast<int>(names.size());
    const auto found = std::find(names.begin(), names.end(), location_.palette);
    const int at = found == names.end() ? 0 : static_cast<int>(found - names.begin());
    const std::string &name =
        names[static_cast<std::size_t>(((at + steps) % count + count) % count)];
    auto lut = load_lut(assets_, name);
    begin_change();
    lut_ = std::move(lut);
    location_.palette = name;
    location_.own_palette.reset();
    ++colour_generation_;
}

Session::Place Session::place_of(const Location &location) {
    return {location.view, location.formula, location.iterations, location.automatic_iterations,
            location.bailout};
}

void Session::show(const Place &place) {
    Place before = place_of(location_);
    before.automatic_iterations = place.automatic_iterations;
    location_.automatic_iterations = place.automatic_iterations;
    if (place == before)
        return;
    location_.view = place.view;
    location_.formula = place.formula;
    location_.iterations = place.iterations;
    location_.bailout = place.bailout;
    place_picture();
    ++generation_;
}

void Session::show(const View &view) {
    Place place = place_of(location_);
    place.view = view;
    show(place);
}

// What is shown becomes a place and a state that one can go back to.
void Session::settle() {
    if (shows(places_.current()))
        places_.amend(present());
    else
        places_.visit(present());
    steps_.visit(present());
    moved_.reset();
    begins_step_ = true;
}

// Of what somebody chooses; a view that was moved to is a step of its own.
void Session::begin_change() {
    if (begins_step_ || moved_)
        settle();
    begins_step_ = false;
}

} // namespace fathom::ui
