#pragma once
#include "render/engines/render_request.h"
#include "render/places/navigation.h"
#include "ui/state/short_flight.h"

#include <chrono>
#include <complex>
#include <deque>
#include <optional>
#include <utility>

// How the window moves. Nothing here knows of a window or asks for the time: both are passed in.
// Positions are in pixels from the upper left corner, y downwards.

namespace fathom::ui {

/// What a person can choose about moving.
struct MotionSettings {
    static constexpr double kSlowest = 0.25;
    static constexpr double kFastest = 8;

    double speed = 1;        ///< of zooming by a held button and of a controller
    bool momentum = true;    ///< a picture that is let go while it moves goes on for a while
    bool scroll_pans = true; ///< two fingers on a touchpad pan; else they zoom as a wheel does

    friend bool operator==(const MotionSettings &, const MotionSettings &) = default;
};

/// How many points a pixel of a picture at rest may have, for anti-aliasing.
inline constexpr int kSampleChoices[] = {1, 2, 4, 8, 16};
inline constexpr int kMostSamplesAtRest = 16;

/// Wheel notches and held buttons at one place are counted from the first, so that what adds up to
/// nothing leads back to the very same view, and a long zoom does not drift.
class ZoomLadder {
  public:
    /// `view` magnified by 2^octaves about (x, y).
    View climb(const View &view, Size size, double x, double y, double octaves);

  private:
    struct Climb {
        View first, last;
        Size size;
        double x, y, octaves;
    };
    std::optional<Climb> climb_;
};

/// The window follows a sudden change of the view gradually: what it shows starts at the old view
/// and comes exponentially, with a time constant of 50 ms, to the new one. Changes add up.
class Glide {
  public:
    /// The view has gone from `before` to `after`. Too far a way is none: the window shows `after`
    /// at once.
    void follow(const View &before, const View &after, Size size);
    void advance(double seconds, Size size);
    void clear();
    /// Whether the window shows the view itself.
    [[nodiscard]] bool resting() const { return turn_ == 1.0 && shift_ == 0.0; }
    /// Where a position of the view lies on the screen.
    [[nodiscard]] AffineMap map() const;

  private:
    // z on the screen = turn z + shift.
    std::complex<double> turn_ = 1.0;
    std::complex<double> shift_ = 0.0;
};

/// A picture that is dragged and let go.
class Momentum {
  public:
    using Time = std::chrono::steady_clock::time_point;

    void drag(double dx, double dy, Time now);
    /// Goes on with the velocity of the last 80 ms.
    void let_go(Time now);
    void stop();
    [[nodiscard]] bool running() const { return speed_x_ != 0 || speed_y_ != 0; }
    /// How far it goes in so many seconds. Friction brings it to rest.
    std::pair<double, double> advance(double seconds);

  private:
    struct Step {
        double dx, dy;
        Time time;
    };
    std::deque<Step> steps_;
    double speed_x_ = 0, speed_y_ = 0; ///< pixels a second
};

/// A game controller's sticks and triggers: sticks from -1 to 1, right and down being positive,
/// triggers from 0 to 1.
struct Sticks {
    double left_x = 0, left_y = 0, right_x = 0, right_y = 0;
    double left_trigger = 0, right_trigger = 0;

    /// Whether any stick is out of its dead zone.
    [[nodiscard]] bool moved() const;
};

/// A stick's value without the dead zone about its middle, growing from 0 at its edge to 1 at the
/// stick's end, slowly at first.
double past_dead_zone(double value);

/// All that moves the view while time goes by.
class Motion {
  public:
    using Time = std::chrono::steady_clock::time_point;

    MotionSettings settings;

    /// `view` zoomed by wheel notches (two to an octave) at (x, y).
    View wheel(const View &view, Size size, double notches, double x, double y);
    /// From now on zooms in (1) or out (-1) about the last place(); 0 ends that.
    void hold(int direction);
    /// Where the mouse is.
    void place(double x, double y);
    void drag(double dx, double dy, Time now) { momentum_.drag(dx, dy, now); }
    void let_go(Time now);
    void steer(const Sticks &sticks) { sticks_ = sticks; }
    /// The view is at the flight's target already. The window sets out to it from the flight's
    /// beginning, at `pace` times the usual speed, but takes at most kLongestFlight for it.
    void fly(const Flight &flight, double pace = 1);
    [[nodiscard]] bool flying() const { return flight_.has_value(); }
    /// The window shows the view itself from now on.
    void arrive();
    /// Somebody touches: momentum ends where it is.
    void touch() { momentum_.stop(); }

    /// The view after the time since the last call, if anything moves it.
    std::optional<View> advance(const View &view, Size size, Time now);
    /// Whether advance() would move the view.
    [[nodiscard]] bool driven() const;

    /// How the window follows the view's sudden changes.
    void follow(const View &before, const View &after, Size size) {
        glide_.follow(before, after, size);
    }
    /// Whether the window shows the view itself.
    [[nodiscard]] bool resting() const { return !flight_ && glide_.resting(); }
    /// What the window shows of a picture of `size` while the session is at `view`.
    [[nodiscard]] View shown(const View &view, Size size) const;
    /// Where a position of `view` lies on the screen.
    [[nodiscard]] AffineMap map(const View &view, Size size) const;

  private:
    View steered(const View &view, Size size, double seconds) const;

    ZoomLadder ladder_;
    Momentum momentum_;
    Glide glide_;
    std::optional<Flight> flight_;
    double flown_ = 0; ///< seconds of flight_
    double pace_ = 1;  ///< of it
    Sticks sticks_;
    int direction_ = 0;
    double rate_ = 0; ///< octaves a second, at speed 1
    std::optional<std::pair<double, double>> place_;
    std::optional<Time> last_;
};

} // namespace fathom::ui
