#include "ui/live/surveyor.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"

#include <utility>

namespace fathom::ui {
namespace {

Location without_colours(Location location) {
    kernels::ColourScheme scheme;
    scheme.base = location.colour.base;
    scheme.mapping = location.colour.mapping;
    location.colour = scheme;
    location.palette = Location().palette;
    location.own_palette.reset();
    location.automatic_colours = false;
    location.automatic_iterations = false;
    return location;
}

std::optional<Survey> make(const Location &location, Size size,
                           const std::shared_ptr<ReferenceCache> &reference_cache,
                           const std::atomic<bool> &stop) {
    lower_thread_priority(); // and so that of the threads that the engine starts
    try {
        return survey_location(*make_engine("cpu"), location, size, reference_cache, stop);
    } catch (const Error &) {
        return std::nullopt; // the picture itself fails the same way and says why
    }
}

} // namespace

Surveyor::~Surveyor() {
    stop();
}

void Surveyor::stop() {
    if (stop_)
        *stop_ = true;
    subject_.reset();
    survey_.reset();
    done_ = false;
}

bool Surveyor::knows(const Location &location, Size size) const {
    return done_ && subject_ == Subject{without_colours(location), size};
}

bool Surveyor::fits(const Location &location) const {
    return survey_ && scheme_.base == location.colour.base &&
           scheme_.mapping == location.colour.mapping;
}

void Surveyor::follow(const Location &location, Size size,
                      const std::shared_ptr<ReferenceCache> &reference_cache, bool moving) {
    Subject subject{without_colours(location), size};
    if (subject_ == subject || (moving && subject_ && !done_))
        return;
    if (stop_)
        *stop_ = true;
    done_ = false;
    subject_ = std::move(subject);
    stop_ = std::make_shared<std::atomic<bool>>(false);
    background_.run([this, stop = stop_, location, size, reference_cache]() -> Background::Result {
        return [this, stop, scheme = location.colour,
                survey = make(location, size, reference_cache, *stop)] {
            if (*stop)
                return;
            survey_ = survey;
            scheme_ = scheme;
            done_ = true;
        };
    });
}

} // namespace fathom::ui
