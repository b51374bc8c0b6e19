#include "ui/live/surveyor.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "render/engines/devices.h"

#include <utility>

namespace fathom {
namespace {

Location without_colours(Location location) {
    kernels::ColourScheme scheme;
    scheme.base = location.colour.base;
    scheme.mapping = location.colour.mapping;
    location.colour = scheme;
    location.palette = Location().palette;
    location.own_palette.reset();
    return location;
}

std::optional<Survey> make(const Location &location, Size size, const Method &method,
                           const std::atomic<bool> &stop) {
    lower_thread_priority(); // and so that of the threads that the engine starts
    try {
        return survey_location(*make_engine("cpu"), location, size, method, stop);
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

bool Surveyor::knows(const Location &location, Size size, Precision precision) const {
    return done_ && subject_ == Subject{without_colours(location), size, precision};
}

void Surveyor::follow(const Location &location, Size size, const Method &method) {
    Subject subject{without_colours(location), size, method.precision};
    if (subject_ == subject)
        return;
    stop();
    subject_ = std::move(subject);
    stop_ = std::make_shared<std::atomic<bool>>(false);
    background_.run([this, stop = stop_, location, size, method]() -> Background::Result {
        return [this, stop, survey = make(location, size, method, *stop)] {
            if (*stop)
                return;
            survey_ = survey;
            done_ = true;
        };
    });
}

} // namespace fathom
