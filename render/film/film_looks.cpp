#include "render/film/film_looks.h"

#include "render/base/turns.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/film/film_findings.h"
#include "render/film/inner_discs.h"
#include "render/film/ring_samples.h"
#include "render/film/ring_store.h"
#include "render/jobs/automatic_limit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom::film {
namespace {

/// Whether samples have other colours where pixels are larger.
bool goes_by_pixels(const kernels::ColourScheme &scheme) {
    return scheme.base == kernels::ColourBase::distance ||
           scheme.shade == kernels::ColourShade::distance ||
           scheme.interior == kernels::InteriorColour::distance;
}

bool is_ranked(const Location &location) {
    return location.colour.mapping == kernels::ColourMapping::rank;
}

bool is_found(const Location &location) {
    return location.automatic_colours || is_ranked(location);
}

bool same_colours(const Location &a, const Location &b) {
    return a.palette == b.palette && a.own_palette == b.own_palette && a.colour == b.colour;
}

/// Rounded up to two digits, so that the last bit of a logarithm does not matter.
std::uint64_t two_digits(double limit) {
    double unit = 1;
    while (limit / unit >= 100)
        unit *= 10;
    return static_cast<std::uint64_t>(std::ceil(limit / unit) * unit);
}

/// A limit so far on the way from one to another, both at least 1, in their logarithm.
std::uint64_t between(std::uint64_t from, std::uint64_t to, double share) {
    const double ratio = static_cast<double>(to) / static_cast<double>(from);
    return std::clamp(two_digits(static_cast<double>(from) * std::pow(ratio, share)),
                      std::min(from, to), std::max(from, to));
}

/// How far a zoom is on the way between two others, evenly.
double share_between(const Decimal &zoom, const Decimal &from, const Decimal &to) {
    constexpr long kDigits = 25;
    if (!(from < to))
        return 0;
    return std::clamp(divide(zoom - from, to - from, kDigits).to_double(), 0.0, 1.0);
}

/// All that the limit which a location needs hangs on; its own is none of that.
std::string limit_name(Location location, Size size) {
    location.iterations = Location().iterations;
    const kernels::Tracking<double> tracking = needed_tracking(location);
    return fmt::format("limit {} {}x{} {} {}", sampled_place(location), size.width, size.height,
                       static_cast<int>(tracking.level), tracking.interior);
}

} // namespace

FilmLooks::FilmLooks(const FilmPath &path, const FilmLeg &leg, const ZoomRings &rings, Size size)
    : rings_(rings), size_(size), shallow_(path.at(leg.begin)), deep_(path.at_end(leg)) {
    // Colours that move come back at whole cycles.
    constexpr double kBetween[] = {0.311, 0.618};
    still_ =
        same_colours(shallow_, deep_) && !is_found(shallow_) && !goes_by_pixels(shallow_.colour);
    for (const double share : kBetween)
        still_ =
            still_ && same_colours(shallow_, path.at(leg.begin + share * (leg.end - leg.begin)));
    // Light comes from the same side of the screen however the plane is turned.
    still_ =
        still_ && (rings.is_straight() || shallow_.colour.shade != kernels::ColourShade::slope);
    finds_colours_ = is_found(shallow_) || is_found(deep_);
    ranked_ = is_ranked(shallow_) || is_ranked(deep_);
    if (deep_.view.zoom < shallow_.view.zoom)
        std::swap(shallow_, deep_);
    first_ = rings_.level_at(shallow_.view.zoom);
    last_ = rings_.rings_of(rings_.level_at(deep_.view.zoom)).back().level;
    constexpr int kLeastSpacing = 16, kMostFound = 48;
    spacing_ = std::max(kLeastSpacing, (last_ - first_) / kMostFound + 1);
    constexpr double kDegrees = 5, kMostViews = 360;
    const bool zooms = shallow_.view.zoom < deep_.view.zoom;
    turn_ = zooms ? 0 : deep_.view.rotation_degrees - shallow_.view.rotation_degrees;
    views_ = static_cast<int>(std::min(std::ceil(std::fabs(turn_) / kDegrees), kMostViews));
}

std::uint64_t FilmLooks::given_limit(const Decimal &zoom) const {
    const auto from = shallow_.iterations, to = deep_.iterations;
    const double whole = deep_.view.zoom.log10() - shallow_.view.zoom.log10();
    if (from == to || !(whole > 0))
        return std::max(from, to);
    const double share = std::clamp((zoom.log10() - shallow_.view.zoom.log10()) / whole, 0.0, 1.0);
    if (share == 0 || share == 1)
        return share == 0 ? from : to;
    return between(from, to, share);
}

bool FilmLooks::finds_limits() const {
    return deep_.automatic_iterations || shallow_.automatic_iterations;
}

bool FilmLooks::takes(const LegFindings &found) const {
    auto next = found.limits.begin();
    if (finds_limits())
        for (int level = first_; level < last_ + spacing_; level += spacing_, ++next)
            if (next == found.limits.end() || next->first != level)
                return false;
    return next == found.limits.end();
}

void FilmLooks::use(const LegFindings &found) {
    limits_ = found.limits;
    for (const auto &[number, survey] : found.surveys)
        if (!ranked_ || survey->ranks)
            surveys_.put(number, survey);
}

void FilmLooks::give(LegFindings &found) {
    found.limits = limits_;
    for (const auto &[number, survey] : surveys_.values())
        found.surveys[number] =
            ranked_ ? survey : std::make_shared<const Survey>(Survey{nullptr, survey->fit});
}

bool FilmLooks::find_survey(int number, const SharedEngine &engine, const std::atomic<bool> &stop) {
    return survey_of(number, engine, stop) != nullptr;
}

std::optional<std::uint64_t> FilmLooks::find_limit(const View &view, const SharedEngine &engine,
                                                   const std::atomic<bool> &stop) const {
    Location location = deep_;
    location.view = view;
    const std::string name = limit_name(location, size_);
    if (store_ != nullptr)
        if (const auto kept = store_->found_number(name, 1, LocationLimits::kMaxIterations))
            return kept;
    std::optional<std::uint64_t> limit;
    {
        const Turns::Turn turn(engine.turns, 0, stop);
        // An orbit of its own: what was asked for before must not matter.
        if (turn.taken())
            limit = automatic_limit(engine.engine, location, size_,
                                    std::make_shared<ReferenceCache>(), stop);
    }
    if (store_ != nullptr && limit)
        store_->keep_found_number(name, *limit);
    return limit;
}

std::vector<FilmLooks::LimitView> FilmLooks::limit_views() const {
    std::vector<LimitView> views;
    for (int level = first_; level < last_ + spacing_; level += spacing_)
        views.push_back({level, rings_.frame_view(shown_zoom(level))});
    // All of a turn is in one picture.
    constexpr int kViews = 3;
    for (int view = kViews; view < views_ + kViews; view += kViews) {
        const double share = std::min(1.0, static_cast<double>(view) / views_);
        views.push_back({first_, rings_.frame_view_at(share, shallow_.view.zoom)});
    }
    return views;
}

bool FilmLooks::find_limits(const SharedEngine &engine, const std::atomic<bool> &stop) {
    {
        const std::lock_guard lock(mutex_);
        if (!finds_limits() || !limits_.empty())
            return true;
    }
    const std::vector<LimitView> views = limit_views();
    const auto find = [&](std::size_t number) {
        return found_limits_.get(number, stop,
                                 [&] { return find_limit(views[number].view, engine, stop); });
    };
    // First what nobody is at.
    for (std::size_t number = 0; number < views.size(); ++number)
        if (!found_limits_.is_begun(number) && !find(number))
            return false;
    std::map<int, std::uint64_t> limits;
    for (std::size_t number = 0; number < views.size(); ++number) {
        const auto limit = find(number);
        if (!limit)
            return false;
        auto &largest = limits[views[number].level];
        largest = std::max(largest, *limit);
    }
    const std::lock_guard lock(mutex_);
    if (limits_.empty()) // others read them by now
        limits_ = std::move(limits);
    return true;
}

// Levels reach beyond the film's deepest frame, which is what counts there.
Decimal FilmLooks::shown_zoom(int level) const {
    return std::clamp(rings_.zoom_of(level), shallow_.view.zoom, deep_.view.zoom);
}

Location FilmLooks::surveyed_location(int number) const {
    Location location = location_of(views_ > 0 ? first_ : number);
    if (views_ > 0)
        location.view =
            rings_.frame_view_at(static_cast<double>(number - first_) / views_, location.view.zoom);
    return location;
}

FilmLooks::Between FilmLooks::surveys_around(const View &view) const {
    if (views_ > 0) {
        const double gone = (view.rotation_degrees - shallow_.view.rotation_degrees) / turn_;
        const double at = std::clamp(gone, 0.0, 1.0) * views_;
        const int before = std::min(static_cast<int>(at), views_ - 1);
        return {first_ + before, at - before};
    }
    const int level = rings_.level_at(view.zoom);
    return {level, share_between(view.zoom, shown_zoom(level), shown_zoom(level + 1))};
}

std::uint64_t FilmLooks::found_limit(int level) const {
    const auto after = limits_.upper_bound(level);
    const auto before = std::prev(after);
    if (after == limits_.end() || before->first == level || before->second == after->second)
        return before->second;
    const double share = static_cast<double>(level - before->first) / spacing_;
    return between(before->second, after->second, share);
}

std::uint64_t FilmLooks::largest_limit() const {
    if (limits_.empty())
        return std::max(shallow_.iterations, deep_.iterations);
    // Between two that are found limits go from the one to the other.
    std::uint64_t largest = found_limit(last_);
    for (const auto &[level, limit] : limits_)
        if (level <= last_)
            largest = std::max(largest, limit);
    return largest;
}

Location FilmLooks::location_of(int level) const {
    Location location = deep_;
    location.view = rings_.frame_view(shown_zoom(level));
    location.automatic_iterations = false;
    location.iterations = limits_.empty() ? given_limit(location.view.zoom) : found_limit(level);
    return location;
}

void FilmLooks::use_orbit(std::shared_ptr<ReferenceCache> cache, std::string name) {
    cache_ = std::move(cache);
    orbit_name_ = std::move(name);
}

// Samples are kept, not what they say: other colours ask them other things.
std::shared_ptr<const Survey> FilmLooks::made_survey(int number, const SharedEngine &engine,
                                                     const std::atomic<bool> &stop) const {
    const Location location = surveyed_location(number);
    const SurveyRequests wanted = survey_requests(location, size_, cache_);
    const RingName name{fmt::format("survey {} {}x{} {} {}", sampled_place(location), size_.width,
                                    size_.height, sample_kind(wanted.small), orbit_name_),
                        goes_by_norms(location) && has_norms(wanted.small)};
    auto samples = store_ == nullptr ? std::nullopt : store_->samples(wanted.small, name);
    if (!samples) {
        {
            const Turns::Turn turn(engine.turns, 0, stop);
            if (turn.taken())
                samples = samples_beside_inner(engine.engine, wanted.small, stop);
        }
        if (samples && store_ != nullptr)
            store_->keep(*samples, name);
    }
    if (!samples)
        return nullptr;
    return std::make_shared<const Survey>(make_survey(*samples, location.colour, wanted.whole));
}

std::shared_ptr<const Survey> FilmLooks::survey_of(int number, const SharedEngine &engine,
                                                   const std::atomic<bool> &stop) {
    const auto make = [&]() -> std::optional<std::shared_ptr<const Survey>> {
        if (auto survey = made_survey(number, engine, stop))
            return survey;
        return std::nullopt;
    };
    return surveys_.get(number, stop, make).value_or(nullptr);
}

bool FilmLooks::find_colours(const Location &location, const SharedEngine &engine,
                             ColourSettings &colour, const std::atomic<bool> &stop) {
    colour.scheme = location.colour;
    if (!is_found(location))
        return true;
    const auto [number, share] = surveys_around(location.view);
    const auto from = survey_of(number, engine, stop);
    const auto to = survey_of(number + 1, engine, stop);
    if (!from || !to)
        return false;
    if (is_ranked(location)) {
        colour.ranks = blended(*from->ranks, *to->ranks, share);
    } else {
        colour.scheme.density = from->fit.density;
        colour.scheme.offset = from->fit.offset;
        const PaletteFit fit = blended(colour.scheme, to->fit, share);
        colour.scheme.density = fit.density;
        colour.scheme.offset = fit.offset;
    }
    return true;
}

} // namespace fathom::film
