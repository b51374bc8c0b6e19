#pragma once
#include "ui/live/surveyor.h"
#include "ui/panels/panel_colour.h"
#include "ui/state/ui_clock.h"

#include <cstdint>
#include <optional>

namespace fathom {

class Messages;
class Session;
class ViewMovement;

/// The colours of the present picture: those that flow, those that are spread by what the whole
/// picture shows, and the section of the side panel for them.
class LiveColours {
  public:
    LiveColours(Messages &messages, Session &session, Background &background,
                const ViewMovement &movement);

    /// Lets colours flow, and learns of a picture at rest what its colours need to know of it.
    void update(UiClock::Time now);
    [[nodiscard]] bool flow() const { return panel_.flows(); }
    /// Whether ranks are those of the present picture: until it is surveyed, they are those of the
    /// one before.
    [[nodiscard]] bool settled() const;
    /// What is worth keeping of the present location: not how far its colours have just flowed.
    [[nodiscard]] Location lasting_location() const;
    /// Ends what is under way.
    void stop() { surveyor_.stop(); }

    void draw_section(Controls &controls);

  private:
    void let_flow(UiClock::Time now);
    void update_survey();
    void fit_to(const PaletteFit &fit);

    Messages &messages_;
    Session &session_;
    const ViewMovement &movement_;
    ColourPanel panel_;
    Surveyor surveyor_;
    std::optional<std::uint64_t> fit_wanted_; ///< generation that the colours are to be fitted to
    std::optional<double> still_offset_;      ///< from before the colours began to flow
    UiClock::Time flowed_at_{};               ///< when they did so last
};

} // namespace fathom
