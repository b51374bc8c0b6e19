#pragma once
#include "render/film/film.h"

#include <memory>
#include <vector>

namespace fathom::film {

class RingWay;

/// A part of a film between two neighbouring keys: all of it, or a half of a flight, which goes out
/// and then in.
struct FilmLeg {
    /// Seconds; the leg has its beginning and not its end, but for the last one.
    double begin = 0, end = 0;
    /// Its view has a RingWay: one point of the plane stays where it is in the picture or at most
    /// half a picture beside it, while the matrix changes slowly beside the zoom
    /// (ZoomWay::stretches_slowly), or it flies with one matrix; and what is iterated (formula,
    /// seed, parameters, bailout) does not change. A view that stands still or turns is one of
    /// these.
    bool zooms = false;
};

/// Whether anything but a cut leads from one to the other: both show the same formula, are mirrored
/// alike, and has_way() holds between their matrices.
bool has_film_way(const Location &from, const Location &to);

/// Frames of so many seconds: as many as begin before the end, at least one.
int frames_in(double seconds, double frames_per_second);

/// Where a film is at each moment, for pictures of one size. Pure and the same on every machine.
class FilmPath {
  public:
    /// Throws InputError that names the key where nothing leads from a key to the next, or whose
    /// palette there is not.
    FilmPath(const Film &film, Size size);

    /// From the first key to the last.
    [[nodiscard]] double seconds() const;
    /// What is seen at that time, which counts from the first key and is clamped to the film's; at
    /// a key exactly its location, but for the palette cycles. Looks go as LookBetween has it, all
    /// by the eased share of the way. Where a limit or colours are automatic, those of the keys
    /// stand there, and automatic_iterations and automatic_colours say that they are still to be
    /// found.
    [[nodiscard]] Location at(double seconds) const;
    /// What a leg of this path comes to; at a cut what it shows up to its end.
    [[nodiscard]] Location at_end(const FilmLeg &leg) const;
    /// How the view goes in a leg of this path that zooms; at a cut it stands still.
    [[nodiscard]] std::shared_ptr<const RingWay> ring_way(const FilmLeg &leg) const;
    /// The palette cycles that keys have added by then. They are part of the offset that at() gives
    /// (its fraction), and come on top of one that is found for automatic colours.
    [[nodiscard]] double palette_cycles(double seconds) const;
    [[nodiscard]] const std::vector<FilmLeg> &legs() const;
    /// The number of the leg at that time.
    [[nodiscard]] std::size_t leg_at(double seconds) const;
    /// Frames at that rate, see frames_in(). Frame n is at n / rate.
    [[nodiscard]] int frames(double frames_per_second) const;

  private:
    struct Part;
    struct Moment;
    /// Adds those of the part of that number.
    void add_legs(const Part &part, std::size_t number);
    [[nodiscard]] Moment moment(double seconds) const;
    static Location seen(const Moment &now);

    /// Of a leg, besides what it tells.
    struct Course {
        std::size_t part = 0;               ///< that it belongs to
        double last = 1;                    ///< the share of that part's way at its end
        std::shared_ptr<const RingWay> way; ///< null where it does not zoom
    };
    std::vector<FilmLeg> legs_;
    std::vector<Course> courses_;
    std::shared_ptr<const std::vector<Part>> parts_; ///< from key to key
};

} // namespace fathom::film
