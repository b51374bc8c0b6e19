#include "ui/state/film_timeline.h"

#include "render/film/film_path.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

constexpr double kOctavesASecond = 2;
constexpr double kShortestWay = 3;  ///< seconds
constexpr double kLongestWay = 600; ///< likewise

// Keys in their order, the first at 0, and easing that fits between them.
film::Film in_order(film::Film film) {
    std::stable_sort(
        film.keys.begin(), film.keys.end(),
        [](const film::FilmKey &a, const film::FilmKey &b) { return a.seconds < b.seconds; });
    const double first = film.keys.empty() ? 0 : film.keys.front().seconds;
    for (film::FilmKey &key : film.keys)
        key.seconds -= first;
    for (std::size_t at = 0; at + 1 < film.keys.size(); ++at) {
        film::FilmKey &key = film.keys[at];
        const double half = (film.keys[at + 1].seconds - key.seconds) / 2;
        key.ease_out = std::clamp(key.ease_out, 0.0, half);
        key.ease_in = std::clamp(key.ease_in, 0.0, half);
    }
    return film;
}

// Where nothing else leads from that key to the next.
void cut_where_needed(film::Film &film, std::size_t at) {
    if (at + 1 < film.keys.size() &&
        !film::has_film_way(film.keys[at].location, film.keys[at + 1].location))
        film.keys[at].way = film::FilmWay::cut;
}

double in_range(double offset) {
    return std::abs(offset) > LocationLimits::kMaxOffset ? std::fmod(offset, 1.0) : offset;
}

// Its location becomes such that the film shows `seen` there. Of the offsets that do, it gets the
// one that is next to `near`, so that colours do not run a cycle for nothing.
void let_show(film::FilmKey &key, const Location &seen, double near) {
    key.location = seen;
    if (key.palette_cycles == 0)
        return;
    const double wanted = seen.colour.offset - key.palette_cycles;
    key.location.colour.offset = in_range(near + std::remainder(wanted - near, 1.0));
}

// To a tenth of a millisecond: what a hand or a field gives has no more.
double rounded(double seconds) {
    return std::round(seconds * 1e4) / 1e4;
}

} // namespace

FilmTimeline::FilmTimeline(film::Film film)
    : film_(std::make_shared<const film::Film>(in_order(std::move(film)))), saved_(film_),
      history_(Step{film_, std::nullopt}) {}

std::optional<std::size_t> FilmTimeline::key_at(double seconds) const {
    for (std::size_t at = 0; at < keys().size(); ++at)
        if (std::abs(keys()[at].seconds - seconds) < kGap / 2)
            return at;
    return std::nullopt;
}

std::optional<Location> FilmTimeline::seen_at_key() const {
    if (!chosen_)
        return std::nullopt;
    const film::FilmKey &key = keys()[*chosen_];
    Location seen = key.location;
    seen.colour.offset = in_range(seen.colour.offset + key.palette_cycles);
    return seen;
}

void FilmTimeline::choose(std::size_t index) {
    chosen_ = index;
    playhead_ = keys()[index].seconds;
    playing_ = false;
}

void FilmTimeline::choose_next(int steps) {
    const auto count = static_cast<int>(keys().size());
    if (count == 0)
        return;
    int next = 0;
    if (chosen_) {
        next = static_cast<int>(*chosen_) + steps;
    } else { // the one after the playhead, or before it
        const auto after = std::upper_bound(
            keys().begin(), keys().end(), playhead_,
            [](double seconds, const film::FilmKey &key) { return seconds < key.seconds; });
        next = static_cast<int>(after - keys().begin()) + (steps > 0 ? steps - 1 : steps);
    }
    choose(static_cast<std::size_t>(std::clamp(next, 0, count - 1)));
}

void FilmTimeline::move_playhead(double seconds) {
    playhead_ = std::clamp(seconds, 0.0, this->seconds());
    chosen_ = key_at(playhead_);
    playing_ = false;
}

void FilmTimeline::play() {
    if (!complete())
        return;
    if (playhead_ >= seconds())
        playhead_ = 0;
    chosen_.reset();
    playing_ = true;
}

void FilmTimeline::advance(double seconds) {
    if (!playing_)
        return;
    playhead_ = std::min(playhead_ + seconds, this->seconds());
    if (playhead_ >= this->seconds())
        playing_ = false;
}

bool FilmTimeline::add(const Location &location) {
    if (keys().size() >= film::FilmLimits::kMostKeys)
        return false;
    film::Film film = *film_;
    film::FilmKey key;
    const auto next =
        std::find_if(film.keys.begin(), film.keys.end(),
                     [this](const film::FilmKey &other) { return other.seconds > playhead_; });
    std::size_t at = film.keys.size();
    const bool between = next != film.keys.begin() && next != film.keys.end() &&
                         next->seconds - playhead_ >= kGap &&
                         playhead_ - (next - 1)->seconds >= kGap;
    if (between) {
        at = static_cast<std::size_t>(next - film.keys.begin());
        film::FilmKey &before = film.keys[at - 1];
        key.seconds = playhead_;
        key.way = before.way;
        key.ease_in = std::exchange(before.ease_in, 0); // still before the key that is next
    } else if (!film.keys.empty()) {
        const film::FilmKey &last = film.keys.back();
        key.seconds = last.seconds + usual_seconds(last.location.view, location.view);
        if (key.seconds > kLongest)
            return false;
    }
    const film::FilmKey &before = at > 0 ? film.keys[at - 1] : key;
    key.palette_cycles = before.palette_cycles;
    let_show(key, location, before.location.colour.offset);
    film.keys.insert(film.keys.begin() + static_cast<std::ptrdiff_t>(at), std::move(key));
    if (at > 0)
        cut_where_needed(film, at - 1);
    cut_where_needed(film, at);
    chosen_ = at;
    change(std::move(film));
    choose(at);
    return true;
}

void FilmTimeline::replace(const Location &location) {
    if (!chosen_)
        return;
    film::Film film = *film_;
    film::FilmKey &key = film.keys[*chosen_];
    let_show(key, location, key.location.colour.offset);
    if (*chosen_ > 0)
        cut_where_needed(film, *chosen_ - 1);
    cut_where_needed(film, *chosen_);
    change(std::move(film));
}

void FilmTimeline::remove() {
    if (!chosen_)
        return;
    film::Film film = *film_;
    const std::size_t at = *chosen_;
    film.keys.erase(film.keys.begin() + static_cast<std::ptrdiff_t>(at));
    if (at > 0)
        cut_where_needed(film, at - 1);
    chosen_.reset();
    if (!film.keys.empty())
        chosen_ = std::min(at, film.keys.size() - 1);
    change(std::move(film));
    if (chosen_)
        choose(*chosen_);
}

// `film` with the chosen key as near to that time as the others leave room. Its index there is that
// of the only key at its time.
film::Film FilmTimeline::moved(const film::Film &film, double seconds) const {
    film::Film result = film;
    std::vector<film::FilmKey> &others = result.keys;
    film::FilmKey key = std::move(others[*chosen_]);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(*chosen_));
    const double wanted = std::clamp(rounded(seconds), kGap, kLongest);
    double best = key.seconds;
    double distance = std::abs(best - wanted);
    const auto try_at = [&](double there) {
        const bool free =
            there >= kGap && there <= kLongest &&
            std::all_of(others.begin(), others.end(), [there](const film::FilmKey &other) {
                return std::abs(other.seconds - there) >= kGap * (1 - 1e-9);
            });
        if (free && std::abs(there - wanted) < distance) {
            best = there;
            distance = std::abs(there - wanted);
        }
    };
    try_at(wanted);
    for (const film::FilmKey &other : others) {
        try_at(other.seconds - kGap);
        try_at(other.seconds + kGap);
    }
    key.seconds = best;
    others.push_back(std::move(key));
    return result;
}

void FilmTimeline::set_seconds(double seconds) {
    if (!chosen_ || *chosen_ == 0)
        return;
    film::Film film = moved(*film_, seconds);
    const double there = film.keys.back().seconds;
    if (there == keys()[*chosen_].seconds)
        return;
    take(std::move(film));
    chosen_ = key_at(there);
    history_.visit({film_, chosen_});
    choose(*chosen_);
}

void FilmTimeline::set_way(film::FilmWay way) {
    if (!chosen_ || keys()[*chosen_].way == way)
        return;
    film::Film film = *film_;
    film.keys[*chosen_].way = way;
    change(std::move(film));
}

void FilmTimeline::set_palette_cycles(double cycles) {
    constexpr double kMost = film::FilmLimits::kMaxPaletteCycles;
    const double wanted = std::clamp(cycles, -kMost, kMost);
    if (!chosen_ || keys()[*chosen_].palette_cycles == wanted)
        return;
    film::Film film = *film_;
    film.keys[*chosen_].palette_cycles = wanted;
    change(std::move(film));
}

void FilmTimeline::set_easing(double out, double in) {
    if (!chosen_)
        return;
    film::Film film = *film_;
    film.keys[*chosen_].ease_out = out;
    film.keys[*chosen_].ease_in = in;
    film = in_order(std::move(film));
    const film::FilmKey &after = film.keys[*chosen_];
    const film::FilmKey &before = keys()[*chosen_];
    if (after.ease_out != before.ease_out || after.ease_in != before.ease_in)
        change(std::move(film));
}

void FilmTimeline::set_settings(const film::Film &film) {
    film::Film changed = film;
    changed.keys = keys();
    change(std::move(changed));
}

void FilmTimeline::open(film::Film film) {
    chosen_.reset();
    change(std::move(film));
    playhead_ = 0;
}

void FilmTimeline::begin_drag() {
    if (!chosen_ || dragging())
        return;
    before_drag_ = film_;
    chosen_at_press_ = chosen_;
    playing_ = false;
}

void FilmTimeline::drag_to(double seconds, bool later) {
    if (!dragging() || *chosen_at_press_ == 0)
        return;
    chosen_ = chosen_at_press_;
    if (later) {
        film::Film film = *before_drag_;
        const double low = film.keys[*chosen_ - 1].seconds + kGap;
        const double high = kLongest - film.keys.back().seconds + film.keys[*chosen_].seconds;
        const double by =
            std::clamp(rounded(seconds), low, std::max(low, high)) - film.keys[*chosen_].seconds;
        for (std::size_t at = *chosen_; at < film.keys.size(); ++at)
            film.keys[at].seconds += by;
        take(std::move(film));
    } else {
        film::Film film = moved(*before_drag_, seconds);
        const double there = film.keys.back().seconds;
        take(std::move(film));
        chosen_ = key_at(there);
    }
    playhead_ = keys()[*chosen_].seconds;
}

void FilmTimeline::end_drag() {
    if (!dragging())
        return;
    const auto before = std::exchange(before_drag_, nullptr);
    const bool same = std::equal(
        before->keys.begin(), before->keys.end(), keys().begin(),
        [](const film::FilmKey &a, const film::FilmKey &b) { return a.seconds == b.seconds; });
    if (same)
        film_ = before;
    else
        history_.visit({film_, chosen_});
}

bool FilmTimeline::cancel_drag() {
    if (!dragging())
        return false;
    film_ = std::exchange(before_drag_, nullptr);
    choose(*chosen_at_press_);
    return true;
}

bool FilmTimeline::undo() {
    cancel_drag();
    if (!can_undo())
        return false;
    restore(history_.back());
    return true;
}

bool FilmTimeline::redo() {
    cancel_drag();
    if (!can_redo())
        return false;
    restore(history_.forward());
    return true;
}

void FilmTimeline::restore(const Step &step) {
    film_ = step.film;
    playing_ = false;
    chosen_ = step.chosen;
    if (chosen_)
        choose(*chosen_);
    playhead_ = std::min(playhead_, seconds());
}

void FilmTimeline::take(film::Film film) {
    film_ = std::make_shared<const film::Film>(in_order(std::move(film)));
    playing_ = false;
    playhead_ = std::min(playhead_, seconds());
}

void FilmTimeline::change(film::Film film) {
    before_drag_ = nullptr;
    take(std::move(film));
    history_.visit({film_, chosen_});
}

double usual_seconds(const View &from, const View &to) {
    const double log2_10 = std::log2(10.0);
    const double out = from.zoom.log10();
    const double in = to.zoom.log10();
    // The larger of the centres' distances along the axes, and the zoom at which it is the
    // picture's height.
    const double distance = std::max((to.re - from.re).log10(), (to.im - from.im).log10());
    const double both = std::min({out, in, std::log10(4.0) - distance});
    const double octaves = (out - both + in - both) * log2_10;
    return std::round(std::clamp(octaves / kOctavesASecond, kShortestWay, kLongestWay) * 2) / 2;
}

std::string film_time(double seconds) {
    const auto tenths = std::llround(seconds * 10);
    return fmt::format("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

std::string power_of_ten_text(const Decimal &zoom) {
    const double power = zoom.log10();
    if (std::abs(power) < 0.05)
        return "10^0";
    return fmt::format("10^{:.{}f}", power, std::abs(power) < 99.95 ? 1 : 0);
}

double ruler_step(double least) {
    constexpr double kSteps[] = {0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800};
    for (const double step : kSteps)
        if (step >= least)
            return step;
    return std::ceil(least / 3600) * 3600;
}

} // namespace fathom::ui
