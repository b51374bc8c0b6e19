#pragma once
#include "render/numbers/decimal.h"
#include "ui/live/feature_search.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom {

class Controls;
class Messages;
class Session;
class ViewSteering;
struct MinibrotChoice;

/// Minibrots and Misiurewicz points: sought, visited, marked on the picture, with a section of the
/// side panel for them.
class Landmarks {
  public:
    Landmarks(Messages &messages, Session &session, Background &background, ViewSteering &steering);

    /// Where to go once a minibrot is found: nowhere, to itself, half-way to where what the view
    /// shows comes back twice around it, or to its embedded Julia set.
    enum class Aim { none, minibrot, half_way, julia };
    /// Looks for a minibrot near (x, y), in pixels, and goes where `aim` says.
    void find_minibrot(double x, double y, Aim aim);
    /// Half-way to the minibrot that is the view's middle, if that was found before, else to one
    /// near (x, y).
    void go_half_way(double x, double y);
    /// Marks the Misiurewicz point nearest to (x, y).
    void mark_misiurewicz(double x, double y);
    /// Whether a click asks for that, while the section is to be seen.
    [[nodiscard]] bool clicks_mark() const { return clicks_mark_; }
    /// Whether something is sought.
    [[nodiscard]] bool busy() const { return search_.busy(); }
    void cancel() { search_.cancel(); }

    void draw_marks(double pixel_ratio) const;
    void draw_section(Controls &controls);

  private:
    struct Mark {
        Decimal re, im;
        std::string words;
    };
    void go_to_minibrot(Aim aim);
    void follow(const MinibrotChoice &choice);
    void centre_misiurewicz();
    void copy_minibrot();
    void add_mark(Mark mark);

    Messages &messages_;
    Session &session_;
    ViewSteering &steering_;
    FeatureSearch search_;
    std::optional<Nucleus> nucleus_;   ///< found last
    std::optional<Misiurewicz> point_; ///< likewise
    std::vector<Mark> marks_;
    bool clicks_mark_ = false;
};

} // namespace fathom
