#pragma once
#include "ui/state/film_timeline.h"

#include <string>

namespace fathom::ui {

class Controls;

/// What the timeline shows besides its film.
struct TimelineInfo {
    float left = 0;        ///< points that the side panel covers
    float bar = 0;         ///< points from the window's lower edge that the status bar takes
    std::string problem;   ///< why the film cannot be played; empty: it can
    bool has_keys = false; ///< Ctrl+Z and Delete are for it
};

/// What was asked for in it that is not the film's own matter.
struct TimelineChoice {
    bool add = false;     ///< the present view is to be a key
    bool replace = false; ///< the chosen key is to show it
    bool go = false;      ///< the chosen key's view is wanted
    bool show = false;    ///< that at the playhead, which was moved
    bool close = false;
    std::optional<bool> pressed; ///< the mouse was, in it or elsewhere
    float height = 0;            ///< points that it takes; 0: there is no room for it
};

/// The film at the window's lower edge: its keys along a ruler, the playhead, and what there is to
/// say of the chosen key. It changes the film that it is given.
class TimelinePanel {
  public:
    TimelineChoice draw(Controls &controls, FilmTimeline &film, const TimelineInfo &info);

  private:
    class Row;

    void draw_buttons(Controls &controls, FilmTimeline &film, TimelineChoice &choice);
    void keep_height(float width);
    void draw_edits(Controls &controls, FilmTimeline &film, Row &row, TimelineChoice &choice);
    void draw_key(Controls &controls, FilmTimeline &film, Row &row, TimelineChoice &choice);
    void draw_way(Controls &controls, FilmTimeline &film, Row &row);
    void draw_strip(Controls &controls, FilmTimeline &film, TimelineChoice &choice);
    void press(FilmTimeline &film, TimelineChoice &choice);
    void hold(FilmTimeline &film, TimelineChoice &choice);
    void draw_ruler() const;
    void draw_keys(const FilmTimeline &film) const;
    void draw_labels(const FilmTimeline &film) const;
    void note_keys(Controls &controls, const FilmTimeline &film) const;
    [[nodiscard]] float x_of(double seconds) const;
    [[nodiscard]] double seconds_at(float x) const;

    /// Where the strip is, in points: from its ruler's beginning; and the seconds that it shows.
    float x_ = 0, y_ = 0, width_ = 0;
    double span_ = 1;
    /// What a hand that is down in the strip moves.
    enum class Hand { none, playhead, key };
    Hand hand_ = Hand::none;
    double grip_ = 0;            ///< seconds from the mouse to the key that it holds
    bool focus_seconds_ = false; ///< the field gets the keyboard
    bool compact_ = false;       ///< there is little room
    /// Where the buttons have ended at most, in points, with that width and font.
    struct Lines {
        float width = 0, font = 0;
        bool compact = false;
        float end = 0;
    };
    Lines lines_;
};

} // namespace fathom::ui
