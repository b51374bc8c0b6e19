#pragma once
#include "render/base/turns.h"
#include "render/engines/engine.h"
#include "render/film/direct_frame.h"
#include "render/film/film_frames.h"
#include "render/film/film_path.h"
#include "tests/support/location_at.h"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace fathom {

inline constexpr Size kFrame{96, 54};

/// From `from` to `to` about a point in 40 frames, with colours that are said.
inline film::Film zoom(const char *re, const char *im, const char *from, const char *to,
                       std::uint64_t limit) {
    film::Film film;
    film.frames_per_second = 10;
    film.keys.resize(2);
    film.keys[0].location = location_at(re, im, from, limit);
    film.keys[0].location.colour.density = 0.03;
    film.keys[1].location = film.keys[0].location;
    film.keys[1].location.view.zoom = Decimal::parse(to);
    film.keys[1].seconds = 4;
    return film;
}
inline film::Film seahorse() {
    return zoom("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139", "30",
                "3e4", 3000);
}
/// Beside the minibrot of period 3, from doubles into perturbation.
inline film::Film deep() {
    return zoom("-1.76877851023801319200000000001", "-0.00173889944794025000000000000007", "1e13",
                "1e16", 4000);
}

inline film::FilmFramesOptions options_of(int samples, int bits = 8) {
    film::FilmFramesOptions options;
    options.size = kFrame;
    options.frames_per_second = 10;
    options.samples = samples;
    options.bits = bits;
    return options;
}

using Bytes = std::vector<std::uint8_t>;

inline Bytes bytes_of(const PixelRows &rows) {
    const std::size_t count = static_cast<std::size_t>(rows.bytes_a_pixel) * kFrame.width *
                              static_cast<std::size_t>(rows.rows);
    return {rows.bytes.get(), rows.bytes.get() + count};
}

/// Those frames, in that order, made by one maker.
inline std::vector<Bytes> frames_of(const film::Film &film, const film::FilmFramesOptions &options,
                                    Engine &engine, const std::vector<int> &numbers) {
    film::SharedFilm shared(film, options);
    Turns turns(engine.frames_at_once());
    film::FilmFrames frames(shared, {engine, turns});
    const std::atomic<bool> stop = false;
    std::vector<Bytes> all;
    for (const int number : numbers)
        all.push_back(bytes_of(frames.make(number, stop).value()));
    return all;
}

/// The frame iterated by itself with so many samples a pixel.
inline Bytes direct_frame(const film::Film &film, Engine &engine, int number, int samples) {
    Turns turns(engine.frames_at_once());
    const Location at = film::FilmPath(film, kFrame).at(number / 10.0);
    ColourSettings colour;
    colour.lut = load_lut(std::nullopt, at);
    colour.mixed = true;
    const auto mean = engine.make_mean(at.colour.dither != kernels::ColourDither::none);
    mean->begin(kFrame, 0, 0);
    const std::atomic<bool> stop = false;
    EXPECT_TRUE(
        film::add_direct_frame({at, 0, kFrame, samples}, {engine, turns}, colour, *mean, stop));
    Bytes rgb(std::size_t{3} * kFrame.width * kFrame.height);
    mean->resolve(rgb);
    return rgb;
}

inline double mean_difference(const Bytes &a, const Bytes &b) {
    EXPECT_EQ(a.size(), b.size());
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i]));
    return sum / static_cast<double>(a.size());
}

} // namespace fathom
