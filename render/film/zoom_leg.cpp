#include "render/film/zoom_leg.h"

#include "render/base/error.h"
#include "render/deep/given_orbit.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/perturbed_request.h"
#include "render/film/interior_first.h"
#include "render/film/ring_samples.h"
#include "render/film/ring_store.h"
#include "render/film/ring_way.h"
#include "render/jobs/sample_noise.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom::film {
namespace {

constexpr const char *kOrbitName = "the film's reference orbit";

kernels::Tracking<double> tracking_of(const FilmPath &path, const FilmLeg &leg) {
    kernels::Tracking<double> tracking = needed_tracking(path.at(leg.begin));
    const kernels::Tracking<double> other = needed_tracking(path.at_end(leg));
    tracking.level = std::max(tracking.level, other.level);
    tracking.interior = tracking.interior || other.interior;
    return tracking;
}

/// Whether the orbit is one for the request, also where a stranger has made it.
bool serves(std::shared_ptr<const ReferenceOrbit> orbit, const RenderRequest &request) {
    try {
        GivenOrbit(std::move(orbit), kOrbitName)
            .orbit_for(request.perturbation->spec(), table_needs(request));
        return true;
    } catch (const InputError &) {
        return false;
    }
}

/// Samples a pixel that dense rings have at most.
constexpr int kMostInDense = 32;

/// How many times the least samples rings of such noise have.
int times_for(int noise, int least) {
    constexpr double kMostNoise = 2300; // of a pixel's mean: bench/notebook/films.md
    int times = 1;
    while (times < kMostDensity && least * times * 2 <= kMostInDense &&
           noise > kMostNoise * std::sqrt(least * times))
        times *= 2;
    return times;
}

} // namespace

ZoomLeg::~ZoomLeg() = default;

ZoomLeg::ZoomLeg(const FilmPath &path, const FilmLeg &leg, Size size, RingSamples samples)
    : rings_(path.ring_way(leg), samples.least), looks_(path, leg, rings_, size),
      tracking_(tracking_of(path, leg)),
      norms_(goes_by_norms(path.at(leg.begin)) && goes_by_norms(path.at_end(leg))),
      finds_densities_(samples.more_where_dense && samples.least < kMostInDense),
      samples_(samples) {}

bool ZoomLeg::takes(const LegFindings &found) const {
    std::vector<int> levels;
    for (const auto &[level, times] : found.densities)
        levels.push_back(level);
    return levels == (finds_densities_ ? surveyed_levels() : std::vector<int>()) &&
           looks_.takes(found);
}

void ZoomLeg::use(const LegFindings &found) {
    looks_.use(found);
    orbit_ = found.orbit;
    rings_.use(found.densities);
    finds_densities_ = finds_densities_ && found.densities.empty();
}

void ZoomLeg::keep_in(const RingStore &store) {
    looks_.keep_in(store);
    store_ = &store;
}

LegFindings ZoomLeg::findings() {
    const std::lock_guard lock(mutex_);
    LegFindings found;
    looks_.give(found);
    found.orbit = orbit_;
    found.densities = rings_.densities();
    return found;
}

bool ZoomLeg::find_survey(int number, const SharedEngine &engine, const std::atomic<bool> &stop) {
    return !looks_.finds_colours() || looks_.find_survey(number, engine, stop);
}

bool ZoomLeg::prepare(const SharedEngine &engine, const std::atomic<bool> &stop) {
    if (!looks_.find_limits(engine, stop))
        return false;
    {
        const std::lock_guard lock(mutex_);
        if (prepared_)
            return true;
        if (!has_orbit_) {
            has_orbit_ = find_orbit(stop);
            if (!has_orbit_)
                return false;
            looks_.use_orbit(cache_, given_ ? sampled_place(orbit_of_) : "");
        }
        if (!finds_densities_)
            return prepared_ = true;
    }
    return find_densities(engine, stop);
}

std::vector<int> ZoomLeg::surveyed_levels() const {
    constexpr int kLeastSpacing = 8, kMost = 96;
    const int first = looks_.first_level(), last = looks_.last_level();
    const int spacing = std::max(kLeastSpacing, (last - first) / kMost + 1);
    std::vector<int> levels;
    for (int level = first; level < last + spacing; level += spacing)
        levels.push_back(std::min(level, last));
    return levels;
}

// Along three rows of its picture, as they are before densities are known.
std::optional<int> ZoomLeg::noise_of(int level, const SharedEngine &engine,
                                     const std::atomic<bool> &stop) {
    const Ring ring{level, false};
    const Size size = rings_.size_of(ring);
    const int side = std::clamp(static_cast<int>(std::sqrt(2.0 * samples_.least)), 2, size.height);
    ColourSettings colour; // nobody looks at them
    colour.lut = std::make_shared<const PaletteTable>(1);
    std::vector<SampleBuffer> rows;
    std::string name;
    constexpr int kRows = 3;
    for (int row = 1; row <= kRows; ++row) {
        const int top = (size.height - side) * row / (kRows + 1);
        const RingRequest wanted = request(ring, {0, top, size.width, side}, colour);
        if (row == 1) {
            name = "noise " + wanted.name.text;
            if (store_ != nullptr)
                if (const auto kept = store_->found_number(name, 0, kNoiseOfAll))
                    return static_cast<int>(*kept);
        }
        const Turns::Turn turn(engine.turns, 0, stop);
        if (!turn.taken())
            return std::nullopt;
        auto samples = samples_of(engine.engine, wanted.request, stop);
        if (!samples)
            return std::nullopt;
        rows.push_back(*std::move(samples));
    }
    const int noise = sample_noise(rows, side);
    if (store_ != nullptr)
        store_->keep_found_number(name, static_cast<std::uint64_t>(noise));
    return noise;
}

bool ZoomLeg::find_densities(const SharedEngine &engine, const std::atomic<bool> &stop) {
    const std::vector<int> levels = surveyed_levels();
    const auto find = [&](int level) {
        return noise_.get(level, stop, [&] { return noise_of(level, engine, stop); });
    };
    // First what nobody is at.
    for (const int level : levels)
        if (!noise_.is_begun(level) && !find(level))
            return false;
    RingDensities densities;
    int before = 0;
    for (const int level : levels) {
        const auto noise = find(level);
        if (!noise)
            return false;
        // Between two levels as the denser one needs.
        const int times = times_for(*noise, samples_.least);
        if (!densities.empty())
            densities.rbegin()->second = std::max(before, times);
        densities[level] = before = times;
    }
    const std::lock_guard lock(mutex_);
    if (!prepared_) // others read them by now
        rings_.use(std::move(densities));
    return prepared_ = true;
}

std::shared_ptr<const ReferenceOrbit> ZoomLeg::kept_orbit(const RenderRequest &request,
                                                          const Method &method, Size size,
                                                          const std::atomic<bool> &stop) const {
    const std::string name = fmt::format("orbit {} {}x{} {}", sampled_place(orbit_of_), size.width,
                                         size.height, to_string(request.precision));
    if (store_ != nullptr)
        if (auto kept = store_->orbit(name); kept && serves(kept, request))
            return kept;
    auto made = method.reference_cache->orbit(request.perturbation->spec(), table_needs(request),
                                              stop, nullptr);
    if (store_ != nullptr && made)
        store_->keep_orbit(name, *made);
    return made;
}

// Whatever ring is asked for first, all are iterated along this orbit: another one's last bits
// would be others.
bool ZoomLeg::find_orbit(const std::atomic<bool> &stop) {
    const Ring deepest = rings_.rings_of(looks_.last_level()).front();
    Location location = location_of(deepest);
    location.iterations = looks_.largest_limit();
    orbit_of_ = location;
    const Size size = rings_.size_of(deepest);
    const Method method = decide_method(location, size, {}, {}, std::make_shared<ReferenceCache>());
    if (!is_perturbed(method.precision))
        return true;
    const RenderRequest request =
        make_request(location, size, {0, 0, size.width, size.height}, {}, method);
    if (!orbit_)
        orbit_ = kept_orbit(request, method, size, stop);
    if (!orbit_)
        return false;
    given_ = std::make_unique<GivenOrbit>(orbit_, kOrbitName);
    given_->orbit_for(request.perturbation->spec(), table_needs(request));
    cache_ = std::make_shared<ReferenceCache>();
    cache_->use(orbit_, kOrbitName, GivenOrbitUse::where_it_serves);
    // The longest part of it first, which the others' tables are then made from, too.
    cache_->orbit(request.perturbation->spec(), table_needs(request), stop, nullptr);
    return !stop;
}

Location ZoomLeg::location_of(const Ring &ring) const {
    Location location = looks_.location_of(ring.level);
    location.view = rings_.view_of(ring);
    return location;
}

// What the orbit does not serve (a view of more than the component that it ends in) has one of its
// own, so that the film's frames do not hang on the order in which they are made.
std::shared_ptr<ReferenceCache> ZoomLeg::cache_for(const Ring &ring, const RenderRequest &request) {
    const std::lock_guard lock(mutex_);
    try {
        given_->orbit_for(request.perturbation->spec(), table_needs(request));
        return cache_;
    } catch (const InputError &) {
        constexpr std::size_t kKept = 6;
        if (!own_.contains(ring) && own_.size() == kKept)
            own_.clear();
        auto &own = own_[ring];
        if (!own)
            own = std::make_shared<ReferenceCache>();
        return own;
    }
}

// All that its samples hang on. The orbit's name is its view's, as far as it goes.
std::string ZoomLeg::name_of(const Location &ring, Size size, const RenderRequest &request) const {
    return fmt::format("{} {}x{} {},{} {}x{} {} {}", sampled_place(ring), size.width, size.height,
                       request.left, request.top, request.size.width, request.size.height,
                       sample_kind(request), given_ ? sampled_place(orbit_of_) : "");
}

RingRequest ZoomLeg::request(const Ring &ring, const Region &region, const ColourSettings &colour) {
    const Location location = location_of(ring);
    const Size size = rings_.size_of(ring);
    Method method = decide_method(location, size, {}, {}, cache_);
    RenderRequest request = make_request(location, size, region, {}, method);
    if (request.perturbation && given_) {
        auto cache = cache_for(ring, request);
        if (cache != method.reference_cache) {
            method.reference_cache = std::move(cache);
            request = make_request(location, size, region, {}, method);
        }
    }
    request.tracking = tracking_;
    request.colour = colour;
    auto plain = in_plain_doubles(request, location, size, region);
    RingName name{name_of(location, size, request), norms_ && has_norms(request)};
    return {std::move(request), std::move(plain), std::move(name)};
}

bool ZoomLeg::find_colours(const Location &location, const SharedEngine &engine,
                           ColourSettings &colour, const std::atomic<bool> &stop) {
    return looks_.find_colours(location, engine, colour, stop);
}

} // namespace fathom::film
