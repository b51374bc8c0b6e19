#pragma once
#include "render/places/view.h"

#include <optional>

namespace fathom {

struct Size;

/// The way from one view to another that looks even and short: J. J. van Wijk and W. A. A. Nuij,
/// "Smooth and efficient zooming and panning", 2003. It goes out and in again where the target is
/// far away; the rotation turns the shorter way meanwhile, and the matrix goes evenly from one to
/// the other (matrix_between).
class Flight {
  public:
    /// Nothing where there is no such way: one of the views is mirrored, or nothing leads
    /// from matrix to matrix (has_way). At any depth.
    static std::optional<Flight> plan(const View &from, const View &to, Size size);

    /// How long it takes; 0.4 to 30.
    [[nodiscard]] double seconds() const { return seconds_; }
    /// Where it is after so many seconds, in a picture of `height` pixels; `from` before its
    /// beginning and exactly `to` from its end on. It sets out and arrives slowly.
    [[nodiscard]] View at(double seconds, int height) const;
    /// Where it is at a share of the way, 0 to 1, which takes it along evenly; the same on every
    /// machine.
    [[nodiscard]] View at_share(double share, int height) const;
    [[nodiscard]] const View &target() const { return to_; }

    /// Whether the centre moves at all.
    [[nodiscard]] bool moves() const { return moves_; }
    /// The share at which the zoom is smallest: 0 or 1 where the way only goes in or out.
    [[nodiscard]] double highest() const;
    /// log10 of the zoom at a share of a way that moves.
    [[nodiscard]] double log_zoom_at(double share) const;
    /// The share, after highest() or before it, at which that is so much; 0 to 1.
    [[nodiscard]] double share_at(double log_zoom, bool after) const;
    /// How far ahead the centre at share `from` lies of that at `to`, in widths of the view there.
    [[nodiscard]] double widths_between(double from, double to) const;

  private:
    Flight() = default;

    View from_, to_;
    bool moves_ = false;   ///< else both views have the same centre
    double end_width_ = 0; ///< log of the last view's width, in widths of `from`
    double distance_ = 0;  ///< log of that between the centres, likewise
    double r0_ = 0, r1_ = 0;
    double length_ = 0; ///< of the path, in the paper's measure
    double turn_ = 0;   ///< degrees
    double seconds_ = 0;
};

} // namespace fathom
