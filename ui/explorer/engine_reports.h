#pragma once
#include "ui/live/progress.h"
#include "ui/panels/panels.h"
#include "ui/state/ui_clock.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fathom {

class EnginesInUse;
class FramePacing;
class Session;

/// What the window says about the present picture and the engines at work on it: the status bar,
/// the overlay, and words for others.
class EngineReports {
  public:
    EngineReports(FramePacing &pacing, const Session &session, EnginesInUse &in_use);

    /// Notices how long the present picture has been computed for.
    void watch(UiClock::Time now);
    /// For long enough to say so in words.
    [[nodiscard]] bool slow() const { return slow_; }

    /// "gpu0, computing 42 %".
    [[nodiscard]] std::string words_for(const std::string &id);
    /// Of all engines in use, while there is no difference of their pictures.
    [[nodiscard]] std::string words_for_no_difference();

    /// `cursor`: a view whose centre is the point under the mouse; `export_share`: 0 to 1, of an
    /// export that nothing else shows; `inside`: whether nothing in view escapes.
    BarHeight draw_status_bar(const std::optional<View> &cursor,
                              const std::optional<double> &export_share, bool inside);
    /// Where the overlay lies, and what it says.
    struct OverlayPlace {
        float left = 0; ///< points that the side panel covers
        BarHeight bar = 0;
        bool brief = false;
        bool touring = false; ///< the window never rests
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
    std::uint64_t timed_generation_ = 0; ///< that busy_since_ is about
    UiClock::Time busy_since_{};
    bool slow_ = false;
};

} // namespace fathom
