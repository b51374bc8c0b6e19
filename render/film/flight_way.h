#pragma once
#include "render/film/ring_way.h"
#include "render/places/flight.h"

namespace fathom::film {

/// The part of a flight before it is farthest out, or from there on. Its shares are the flight's.
/// A ring lies about the centre of its coarsest frame; while the zoom changes by a level that moves
/// by half a picture at most.
class FlightWay : public RingWay {
  public:
    /// `flight` leads from one to the other and moves; their matrices are the same.
    FlightWay(const Flight &flight, const View &from, const View &to, Size size, bool after);

    /// Its first and last share.
    [[nodiscard]] double first() const { return after_ ? flight_.highest() : 0; }
    [[nodiscard]] double last() const { return after_ ? 1 : flight_.highest(); }

    [[nodiscard]] Size size() const override { return size_; }
    [[nodiscard]] bool is_straight() const override { return false; }
    [[nodiscard]] bool zooms() const override { return true; }
    [[nodiscard]] double share_of(const Decimal &zoom) const override;
    [[nodiscard]] double log_zoom_at(double share) const override {
        return flight_.log_zoom_at(share);
    }
    void turn(View &view, double share) const override;
    [[nodiscard]] View anchor(double share) const override;
    [[nodiscard]] PixelPosition position(double anchor, double at) const override;

  private:
    Flight flight_;
    View from_, to_;
    Size size_;
    bool after_;
    PlaneVector along_; ///< of length 1, from the first centre to the last
};

/// The rotation at a share of a film's flight: evenly from number to number, so by whole turns,
/// too.
double flight_rotation(const View &from, const View &to, double share);

} // namespace fathom::film
