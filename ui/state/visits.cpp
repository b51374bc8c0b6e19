#include "ui/state/visits.h"

#include "render/base/background.h"
#include "render/engines/engine.h"
#include "render/places/navigation.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {
namespace {

constexpr std::chrono::seconds kStay{1};

bool same_view(const Location &a, const Location &b) {
    return a.view == b.view && a.formula == b.formula;
}

} // namespace

SmallPicture thumbnail_of(Frame &frame, const View &view) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) *
                                    static_cast<std::size_t>(size.height));
    frame.read_rgba(rgba.data());
    const double right = pixel_offset(view, size, frame.request().location->view, size).x0;
    const auto columns = static_cast<std::size_t>(
        std::lround(std::clamp(2 * right, 0.0, static_cast<double>(size.width - 1))));
    if (columns == 0)
        return make_thumbnail(rgba, size.width, size.height);
    const auto width = static_cast<std::size_t>(size.width);
    std::vector<std::uint32_t> rest;
    rest.reserve(rgba.size());
    for (std::size_t row = 0; row < rgba.size(); row += width)
        rest.insert(rest.end(), rgba.begin() + static_cast<std::ptrdiff_t>(row + columns),
                    rgba.begin() + static_cast<std::ptrdiff_t>(row + width));
    return make_thumbnail(rest, static_cast<int>(width - columns), size.height);
}

void Visits::show(const Location &location, const std::shared_ptr<Frame> &complete,
                  Clock::time_point now) {
    if (shown_ != location) {
        shown_ = location;
        since_ = now;
        settled_ = false;
    }
    if (settled_ || now - since_ < kStay || !complete)
        return;
    settled_ = true;
    add(location);
    make_thumbnail_of(complete, location.view);
}

std::optional<Visits::Clock::time_point> Visits::next(Clock::time_point now) const {
    return settled_ || !shown_ || since_ + kStay <= now ? std::nullopt
                                                        : std::optional(since_ + kStay);
}

void Visits::restore(const std::vector<Location> &places) {
    for (const Location &place : places)
        add(place);
}

std::vector<Location> Visits::locations() const {
    std::vector<Location> locations;
    for (const Visit &visit : visits_)
        locations.push_back(visit.location);
    return locations;
}

// A place that is visited again moves to the end.
void Visits::add(const Location &location) {
    const auto is_old = [&](const Visit &visit) {
        return visit.location == location ||
               (&visit == &visits_.back() && same_view(visit.location, location));
    };
    const auto old = std::find_if(visits_.begin(), visits_.end(), is_old);
    Visit visit{++count_, location, nullptr};
    if (old != visits_.end()) {
        visit.thumbnail = old->thumbnail; // a picture in other colours is better than none
        visit.thumbnail_number = old->thumbnail_number;
        visits_.erase(old);
    }
    visits_.push_back(std::move(visit));
    if (visits_.size() > kCapacity)
        visits_.pop_front();
}

void Visits::make_thumbnail_of(const std::shared_ptr<Frame> &frame, const View &view) {
    background_.run([this, frame, view, number = visits_.back().number]() -> Background::Result {
        try {
            auto picture = std::make_shared<const SmallPicture>(thumbnail_of(*frame, view));
            return [this, picture, number] {
                for (Visit &visit : visits_)
                    if (visit.number == number) {
                        visit.thumbnail = picture;
                        visit.thumbnail_number = ++thumbnails_;
                    }
            };
        } catch (const std::exception &) {
            return [] {}; // the device was lost: a visit without a picture
        }
    });
}

} // namespace fathom::ui
