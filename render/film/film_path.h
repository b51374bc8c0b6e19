#pragma once
#include "render/film/film.h"

#include <vector>

namespace fathom {

/// A part of a film between two neighbouring keys.
struct FilmLeg {
    double begin = 0,
           end = 0; ///< seconds; the leg has its beginning and not its end, but for the last one
    /// One point of the plane stays where it is in the picture, and nothing but the zoom changes in
    /// the view: neither rotation nor matrix, nor what is iterated (formula, seed, parameters,
    /// bailout).
    bool zooms = false;
};

/// Where a film is at each moment, for pictures of one size. Pure and the same on every machine.
class FilmPath {
  public:
    /// Throws InputError that names the key where nothing leads from a key to the next.
    FilmPath(const Film &film, Size size);

    /// From the first key to the last.
    [[nodiscard]] double seconds() const;
    /// What is seen at that time, which is clamped to the film's. Limits go evenly in their
    /// logarithm, densities likewise, offsets evenly. Where a limit or colours are automatic, those
    /// of the keys stand there, and automatic_iterations and automatic_colours say that they are
    /// still to be found.
    [[nodiscard]] Location at(double seconds) const;
    [[nodiscard]] const std::vector<FilmLeg> &legs() const;
    /// Frames at that rate: as many as begin before the end, at least one. Frame n is at n / rate.
    [[nodiscard]] int frames(double frames_per_second) const;
};

} // namespace fathom
