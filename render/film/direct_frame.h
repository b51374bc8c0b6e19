#pragma once
#include "render/film/film_looks.h"

namespace fathom {
class FrameMean;
} // namespace fathom

namespace fathom::film {

/// A frame of a film that is iterated by itself, for legs that do not zoom.
struct DirectFrame {
    Location location; ///< with what is still to be found
    double cycles = 0; ///< that are added to a palette's offset that is found
    Size size;
    int samples = 1; ///< a pixel
    int first = 0;   ///< of these, as sample_position counts
};

/// Samples a pixel of each of a frame's moments, where frames of a film of `samples` a pixel at
/// least are iterated by themselves: together four times as many, for a pixel that rings make is
/// the mean of about that many, yet FilmLimits::kMaxSamples at most, and one a moment at least.
int direct_samples(int samples, int moments) noexcept;

/// Adds the frame to the mean, whose begin() was for that size: a sample after the other, at
/// sample_position. `colour` has the palette; what the location leaves to be found is found of
/// this view. False if stopped. Throws as the engine.
bool add_direct_frame(const DirectFrame &frame, const SharedEngine &engine, ColourSettings colour,
                      FrameMean &mean, const std::atomic<bool> &stop);

} // namespace fathom::film
