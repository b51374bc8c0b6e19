#include "ui/surveyor.h"

#include "render/devices.h"
#include "render/error.h"
#include "ui/background.h"

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

std::optional<Survey> make(const Location &location, Size size, Precision precision,
                           const std::atomic<bool> &stop) {
    try {
        return survey_location(*make_engine("cpu"), location, size, precision, stop);
    } catch (const Error &) {
        return std::nullopt; // the picture itself fails the same way and says why
    }
}

} // namespace

Surveyor::~Surveyor() {
    if (stop_)
        *stop_ = true;
}

void Surveyor::follow(const Location &location, Size size, Precision precision) {
    const Subject subject{without_colours(location), size, precision};
    if (subject_ == subject)
        return;
    if (stop_)
        *stop_ = true;
    subject_ = subject;
    survey_.reset();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    background_.run([this, stop = stop_, location, size, precision]() -> Background::Result {
        return [this, stop, survey = make(location, size, precision, *stop)] {
            if (!*stop)
                survey_ = survey;
        };
    });
}

} // namespace fathom
