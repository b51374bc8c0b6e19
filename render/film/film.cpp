#include "render/film/film.h"

#include "render/base/error.h"
#include "render/places/named_place.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace fathom::film {
namespace {

constexpr std::size_t kMaxName = 4096;

void check(std::string_view what, double value, double low, double high) {
    if (!(value >= low && value <= high)) // a NaN too
        throw InputError(
            fmt::format("a film's {} must be from {} to {}, got {}", what, low, high, value));
}

void check_key(const Film &film, std::size_t at) {
    using Limits = FilmLimits;
    const FilmKey &key = film.keys[at];
    check("seconds", key.seconds, 0, Limits::kMaxSeconds);
    if (at == 0 && key.seconds != 0)
        throw InputError(
            fmt::format("the first key of a film is at 0 seconds, this one at {}", key.seconds));
    if (at > 0 && !(key.seconds - film.keys[at - 1].seconds >= Limits::kLeastLeg))
        throw InputError(fmt::format("the keys of a film follow each other by {} seconds or more, "
                                     "but one at {} follows one at {}",
                                     Limits::kLeastLeg, key.seconds, film.keys[at - 1].seconds));
    check("palette cycles", key.palette_cycles, -Limits::kMaxPaletteCycles,
          Limits::kMaxPaletteCycles);
    const double leg = at + 1 < film.keys.size()
                           ? std::max(film.keys[at + 1].seconds - key.seconds, 0.0)
                           : Limits::kMaxSeconds;
    check("ease out of a key", key.ease_out, 0, leg / 2);
    check("ease into a key", key.ease_in, 0, leg / 2);
    check_location(key.location);
}

} // namespace

int usual_film_samples(Size size) noexcept {
    const std::int64_t pixels = std::int64_t{size.width} * size.height;
    return pixels <= 320 * 180 ? 16 : pixels <= 640 * 360 ? 8 : pixels <= 1280 * 720 ? 4 : 2;
}

int film_samples(const Film &film) noexcept {
    return film.samples.value_or(usual_film_samples(film.size));
}

void check_film(const Film &film) {
    using Limits = FilmLimits;
    if (film.keys.size() < 2 || film.keys.size() > Limits::kMostKeys)
        throw InputError(fmt::format("a film has 2 to {} keys, this one {}", Limits::kMostKeys,
                                     film.keys.size()));
    check("width", film.size.width, Limits::kMinSide, Limits::kMaxSide);
    check("height", film.size.height, Limits::kMinSide, Limits::kMaxSide);
    check("frames per second", film.frames_per_second, Limits::kMinRate, Limits::kMaxRate);
    if (film.samples)
        check("samples", *film.samples, 1, Limits::kMaxSamples);
    check("frames for motion blur", film.blur_frames, 1, Limits::kMaxBlurFrames);
    check("shutter", film.shutter, Limits::kMinShutter, 1);
    if (film.audio && (film.audio->empty() ||
                       tidied_text(film.audio->string(), kMaxName, false) != film.audio->string()))
        throw InputError("a film's sound must be a file's name in UTF-8, without line ends");
    for (std::size_t at = 0; at < film.keys.size(); ++at) {
        try {
            check_key(film, at);
        } catch (const InputError &error) {
            throw InputError(fmt::format("key {}: {}", at + 1, error.what()));
        }
    }
}

} // namespace fathom::film
