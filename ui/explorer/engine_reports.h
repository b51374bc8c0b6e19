#pragma once
#include "ui/live/exactness_watch.h"
#include "ui/live/progress.h"
#include "ui/panels/panels.h"
#include "ui/state/ui_clock.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

class Controls;
class EnginesInUse;
class FramePacing;
class ItemLog;
class Messages;
class Session;
struct UiSettings;

/// What the window says about the present picture and the engines at work on it: the status bar,
/// the overlay, and words for others.
class EngineReports {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        FramePacing &pacing;
        Messages &messages;
        const Session &session;
        EnginesInUse &in_use;
        Background &background;
        const UiSettings &settings;
        ItemLog &items;
    };
    explicit EngineReports(const Uses &uses);

    /// Notices how long the present picture has been computed for.
    void watch(UiClock::Time now);
    /// Has pixels of the present picture checked against exact arithmetic where the overlay says
    /// what comes of it, in a window that is `idle` but for its engines.
    void check_pixels(bool idle, UiClock::Time now);
    /// Whether that is under way.
    [[nodiscard]] bool checking() const { return exactness_.busy(); }
    /// When check_pixels is to be called although nothing happens.
    [[nodiscard]] std::optional<UiClock::Time> next() const { return exactness_.next(); }
    /// For long enough to say so in words.
    [[nodiscard]] bool slow() const { return slow_; }

    /// "gpu0, computing 42 %".
    [[nodiscard]] std::string words_for(const std::string &id);
    /// Of all engines in use, while there is no difference of their pictures.
    [[nodiscard]] std::string words_for_no_difference();

    /// The surest number type for the present picture, where its check has found too many wrong
    /// pixels and there is a surer type than that in use.
    [[nodiscard]] std::optional<Precision> more_exact_type() const;
    /// What the status bar says besides.
    struct StatusNews {
        std::optional<View> cursor;         ///< a view whose centre is the point under the mouse
        std::optional<double> export_share; ///< 0 to 1, of an export that nothing else shows
        std::optional<double> limit_share;  ///< likewise of a search for the limit
        bool inside = false;                ///< nothing in view escapes
        std::string palette;                ///< in whose colours the picture is shown
        std::optional<std::string> way;     ///< where a jump leads that is under way
    };
    BarHeight draw_status_bar(Controls &controls, const StatusNews &news);
    /// Where the overlay lies, and what it says.
    struct OverlayPlace {
        float left = 0; ///< points that the side panel covers
        BarHeight bar = 0;
        bool brief = false;
        bool touring = false;   ///< the window never rests
        double pixel_ratio = 1; ///< pixels to a point
    };
    void draw_overlay(const OverlayPlace &place);

  private:
    /// What the picture is made of: "f64 on cpu", "from data.exr, 3840x2160, not iterated".
    [[nodiscard]] std::string words_for_source() const;
    [[nodiscard]] Progress progress(const std::string &id);
    [[nodiscard]] Progress overall_progress();
    [[nodiscard]] std::optional<Progress> worth_telling(const Progress &progress) const;
    [[nodiscard]] EngineReport report(const std::string &id);

    FramePacing &pacing_;
    const Session &session_;
    EnginesInUse &in_use_;
    Messages &messages_;
    const UiSettings &settings_;
    ItemLog &items_;
    ExactnessWatch exactness_;
    std::uint64_t timed_generation_ = 0; ///< that busy_since_ is about
    UiClock::Time busy_since_{};
    bool slow_ = false;
};

} // namespace fathom::ui
