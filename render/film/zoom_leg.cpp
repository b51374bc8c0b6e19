#include "render/film/zoom_leg.h"

#include "render/base/error.h"
#include "render/deep/given_orbit.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/perturbed_request.h"
#include "render/film/interior_first.h"
#include "render/film/ring_samples.h"
#include "render/film/ring_store.h"
#include "render/film/ring_way.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fathom {
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

} // namespace

ZoomLeg::~ZoomLeg() = default;

ZoomLeg::ZoomLeg(const FilmPath &path, const FilmLeg &leg, Size size, int samples)
    : rings_(path.ring_way(leg), samples), looks_(path, leg, rings_, size),
      tracking_(tracking_of(path, leg)),
      norms_(goes_by_norms(path.at(leg.begin)) && goes_by_norms(path.at_end(leg))) {}

void ZoomLeg::use(const LegFindings &found) {
    looks_.use(found);
    orbit_ = found.orbit;
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
    return found;
}

bool ZoomLeg::find_survey(int number, const SharedEngine &engine, const std::atomic<bool> &stop) {
    return !looks_.finds_colours() || looks_.find_survey(number, engine, stop);
}

bool ZoomLeg::prepare(const SharedEngine &engine, const std::atomic<bool> &stop) {
    if (!looks_.find_limits(engine, stop))
        return false;
    const std::lock_guard lock(mutex_);
    if (prepared_)
        return true;
    prepared_ = find_orbit(stop);
    if (prepared_)
        looks_.use_orbit(cache_, given_ ? sampled_place(orbit_of_) : "");
    return prepared_;
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

} // namespace fathom
