#pragma once
#include "render/places/location.h"
#include "render/places/picture_size.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

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
    double seconds = 0; ///< when, from the film's beginning; rising from key to key
    /// What is seen then. Its limit and its colours' density and offset are the film's own where
    /// automatic_iterations and automatic_colours say so.
    Location location;
    FilmWay way = FilmWay::automatic; ///< to the next key
    /// Seconds that the film takes from rest to full speed after this key and back before the next
    /// one, at most half of the time between them each; 0: none.
    double ease_out = 0, ease_in = 0;
    /// Palette cycles that have been added by then, besides the location's own offset; any number.
    double palette_cycles = 0;
};

/// A film: what is seen when, and how it is to be shown unless somebody asks otherwise.
struct Film {
    std::vector<FilmKey> keys; ///< at least two
    Size size{1920, 1080};
    double frames_per_second = 60; ///< 1 to 240
    int samples = 4;               ///< a pixel at least, 1 to 64
    int blur_frames = 1;           ///< mixed in each frame, for motion blur: 1 (none) to 64
    double shutter =
        0.5; ///< share of a frame's time during which these are taken, above 0, at most 1
    std::optional<std::filesystem::path> audio;
};

} // namespace fathom
