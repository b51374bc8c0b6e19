#pragma once
#include "render/places/location.h"
#include "render/places/picture_size.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fathom::film {

/// How a film goes from a key to the next.
enum class FilmWay {
    automatic, ///< a zoom where one point of the plane can stay where it is in the picture, else a
               ///< flight
    zoom,      ///< one point stays where it is in the picture while all around it grows or shrinks
    flight,    ///< see Flight
    cut        ///< the next key's view begins at once at the next key's time
};

/// A moment of a film that somebody has chosen.
struct FilmKey {
    /// When, from the film's beginning; rising from key to key, and 0 for the first one.
    double seconds = 0;
    /// What is seen then. Its limit and its colours' density and offset are the film's own where
    /// automatic_iterations and automatic_colours say so.
    Location location;
    FilmWay way = FilmWay::automatic; ///< to the next key
    /// Seconds that the film takes from rest to full speed after this key and back before the next
    /// one, at most half of the time between them each; 0: none.
    double ease_out = 0, ease_in = 0;
    /// Palette cycles that have been added by then, besides the location's own offset; any number.
    double palette_cycles = 0;

    friend bool operator==(const FilmKey &, const FilmKey &) = default;
};

/// A film: what is seen when, and how it is to be shown unless somebody asks otherwise.
struct Film {
    std::vector<FilmKey> keys; ///< at least two
    Size size{1920, 1080};
    double frames_per_second = 60; ///< 1 to 240
    std::optional<int> samples; ///< a pixel at least, 1 to 64; none: as usual_film_samples has it
    int blur_frames = 1;        ///< mixed in each frame, for motion blur: 1 (none) to 64
    /// Share of a frame's time during which these are taken, above 0, at most 1.
    double shutter = 0.5;
    std::optional<std::filesystem::path> audio;

    friend bool operator==(const Film &, const Film &) = default;
};

/// The ranges of a film's numbers; those of its keys' locations are in LocationLimits.
struct FilmLimits {
    static constexpr std::size_t kMostKeys = 1000;
    static constexpr double kMaxSeconds = 86'400;
    static constexpr double kLeastLeg = 0.001; ///< seconds from a key to the next
    static constexpr double kMinRate = 1;      ///< frames a second
    static constexpr double kMaxRate = 240;
    static constexpr int kMinSide = 16;
    static constexpr int kMaxSide = 16'384;
    static constexpr int kMaxSamples = 64;
    static constexpr int kMaxBlurFrames = 64;
    static constexpr double kMinShutter = 0.001;
    static constexpr double kMaxPaletteCycles = 1e6; ///< either way
};

/// Samples a pixel at least of films of that size that say nothing of them: the fewer pixels there
/// are, the more of a dense place falls into each, and the more samples its colour needs.
int usual_film_samples(Size size) noexcept;
/// Samples a pixel at least that the film's frames are made with, 1 to 64.
int film_samples(const Film &film) noexcept;

/// Throws InputError that names the first key or value out of its range; such a film could not be
/// read back.
void check_film(const Film &film);

} // namespace fathom::film
