#pragma once
#include "render/numbers/decimal.h"
#include "ui/explorer/auto_explore.h"
#include "ui/live/feature_search.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom::ui {

class Controls;
class Messages;
class Session;
class ViewSteering;
struct MinibrotChoice;

/// Places worth going to: minibrots and Misiurewicz points, sought, visited, marked on the picture,
/// and flights that choose their way themselves, with a section of the side panel for them.
class Landmarks {
  public:
    Landmarks(const UiClock &clock, Messages &messages, Session &session, Background &background,
              ViewSteering &steering);

    /// Where to go once a minibrot is found: nowhere, to itself, half-way to where what the view
    /// shows comes back twice around it, or to its embedded Julia set.
    enum class Aim { none, minibrot, half_way, julia };
    /// Looks for a minibrot near (x, y), in pixels, and goes where `aim` says.
    void find_minibrot(double x, double y, Aim aim);
    /// Half-way to the minibrot that is the view's middle, if that was found before, else to one
    /// near (x, y).
    void go_half_way(double x, double y);
    /// Stretches the view so that the minibrot near (x, y), or what surrounds that point, stands
    /// straight.
    void unskew(double x, double y);
    /// What a click at (x, y) asks for: the next step of a morph or, while the section is to be
    /// `seen`, a mark at the nearest Misiurewicz point. Returns whether it was either.
    bool click(double x, double y, bool seen);
    /// Whether each click goes half-way to the minibrot nearest to it: the pattern there is doubled
    /// around it, and ready for the next click.
    [[nodiscard]] bool morphing() const { return clicks_ == Clicks::morph; }
    void set_morphing(bool on);
    /// Whether something is sought.
    [[nodiscard]] bool busy() const { return search_.busy(); }
    void cancel() { search_.cancel(); }

    AutoExplore &auto_explore() { return auto_explore_; }
    [[nodiscard]] const AutoExplore &auto_explore() const { return auto_explore_; }

    /// Those in the plane that is shown.
    void draw_marks(double pixel_ratio) const;
    void draw_section(Controls &controls);

  private:
    struct Mark {
        Decimal re, im;
        std::string words;
        kernels::FormulaId formula{}; ///< in whose plane it lies
    };
    void go_to_minibrot(Aim aim);
    void straighten(const Straightening &straightening);
    void follow(const MinibrotChoice &choice);
    void mark_misiurewicz(double x, double y);
    void centre_misiurewicz();
    void copy_minibrot();
    void add_mark(Mark mark);

    Messages &messages_;
    Session &session_;
    ViewSteering &steering_;
    FeatureSearch search_;
    AutoExplore auto_explore_;
    std::optional<Nucleus> nucleus_;   ///< found last
    std::optional<Misiurewicz> point_; ///< likewise
    std::vector<Mark> marks_;
    enum class Clicks { nothing, mark, morph } clicks_ = Clicks::nothing;
};

} // namespace fathom::ui
