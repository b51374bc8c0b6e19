#include "ui/live/feature_search.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/places/navigation.h"
#include "ui/state/control_advice.h"

#include <utility>

namespace fathom::ui {

template <class Found, class Find>
void FeatureSearch::run(std::vector<Location> places, Find find,
                        std::function<void(const Found &)> found, Failed failed) {
    cancel();
    running_ = std::make_shared<Running>();
    background_.run([this, running = running_, places = std::move(places), find,
                     found = std::move(found), failed = std::move(failed)]() -> Background::Result {
        lower_thread_priority();
        std::optional<Found> result;
        std::string why;
        for (std::size_t at = 0; at < places.size() && !result && !running->stop; ++at) {
            running->progress.done = 0;
            try {
                result = find(places[at], running->stop, &running->progress);
            } catch (const std::exception &error) {
                why = with_controls(error);
            }
        }
        return [this, running, result = std::move(result), why, found, failed] {
            if (running_ != running) // it was cancelled
                return;
            running_.reset();
            if (result)
                found(*result);
            else
                failed(why);
        };
    });
}

void FeatureSearch::find_nucleus(std::vector<Location> places,
                                 std::function<void(const Nucleus &)> found, Failed failed) {
    run<Nucleus>(std::move(places), fathom::find_nucleus, std::move(found), std::move(failed));
}

void FeatureSearch::find_misiurewicz(std::vector<Location> places,
                                     std::function<void(const Misiurewicz &)> found,
                                     Failed failed) {
    run<Misiurewicz>(std::move(places), fathom::find_misiurewicz, std::move(found),
                     std::move(failed));
}

void FeatureSearch::find_straightening(std::vector<Location> places,
                                       std::function<void(const Straightening &)> found,
                                       Failed failed) {
    run<Straightening>(std::move(places), fathom::find_straightening, std::move(found),
                       std::move(failed));
}

void FeatureSearch::find_places(const Location &location, Size size,
                                std::shared_ptr<ReferenceCache> reference_cache,
                                std::function<void(const std::vector<InterestingPlace> &)> found,
                                Failed failed) {
    using Places = std::vector<InterestingPlace>;
    const auto look = [size, cache = std::move(reference_cache)](
                          const Location &at, const std::atomic<bool> &stop,
                          SearchProgress *) -> std::optional<Places> {
        const auto samples = coarse_samples(*make_engine("cpu"), at, size, cache, stop);
        return samples ? std::optional(interesting_places(*samples)) : std::nullopt;
    };
    run<Places>({location}, look, std::move(found), std::move(failed));
}

void FeatureSearch::cancel() {
    if (running_)
        running_->stop = true;
    running_.reset();
}

double FeatureSearch::share() const {
    if (!running_ || running_->progress.of == 0)
        return 0;
    return static_cast<double>(running_->progress.done) /
           static_cast<double>(running_->progress.of);
}

std::vector<Location> places_near(const Location &location, Size size, double x, double y) {
    std::vector<Location> places;
    for (const double closer : {16.0, 4.0, 1.0}) {
        Location place = location;
        place.view = zoom_about(centre_on(location.view, size, x, y), size, 0.5 * size.width,
                                0.5 * size.height, closer);
        places.push_back(std::move(place));
    }
    return places;
}

} // namespace fathom::ui
