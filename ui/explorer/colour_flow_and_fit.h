#pragma once
#include "ui/live/surveyor.h"
#include "ui/panels/panel_colour.h"
#include "ui/state/ui_clock.h"

#include <cstdint>
#include <optional>

namespace fathom::ui {

class EnginesInUse;
class HeldPicture;
class Messages;
class Session;
class ViewSteering;

/// What changes the colours of the present picture: time, where they flow; what the whole picture
/// shows, where they are spread by it; a person, by keys and in a section of the side panel.
class ColourFlowAndFit {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        Messages &messages;
        Session &session;
        Background &background;
        EnginesInUse &in_use;
        ViewSteering &steering;
        const HeldPicture &held;
        UiSettings &settings;
    };
    explicit ColourFlowAndFit(const Uses &uses);

    /// Lets colours flow, and learns of the picture what its colours need to know of it, at rest
    /// and as it moves.
    void update(UiClock::Time now);
    /// Whether they are on their way to those of a survey, as time goes by.
    [[nodiscard]] bool gliding() const { return gliding_; }
    /// Whether pictures keep the fit that they were asked for with: an older one is seen beside.
    [[nodiscard]] bool keeps_fit() const { return keeps_fit_; }
    /// Whether the present colours need no survey, or there was one since the last jump.
    [[nodiscard]] bool surveyed() const;
    /// To the palette `steps` further in the list; complains about one that cannot be loaded.
    void change_palette(int steps);
    /// To the palette on that key, 1 to 9; complains if there is none.
    void use_key(int digit);
    /// Puts the present palette on it.
    void put_on_key(int digit);
    /// Palettes that a file held, at least one: the first is put to use. Tells of it and of the
    /// warnings.
    void take_palettes(const std::vector<Palette> &palettes,
                       const std::vector<std::string> &warnings);
    [[nodiscard]] bool flow() const { return panel_.flows(); }
    /// Whether ranks and fit are those of the present picture: until it is surveyed, they are those
    /// of the one before.
    [[nodiscard]] bool settled() const;
    /// Whether the last survey found nothing that escapes, where each view is surveyed.
    [[nodiscard]] bool nothing_escapes() const;
    /// In whose colours the picture is shown, for people.
    [[nodiscard]] std::string shown_palette();
    /// What is worth keeping of the present location: not how far its colours have just flowed.
    [[nodiscard]] Location lasting_location() const;
    /// Ends what is under way.
    void stop() { surveyor_.stop(); }

    /// What its section asks for.
    struct FileWish {
        bool browse = false;                       ///< a palette is to be chosen from a file
        std::optional<std::filesystem::path> read; ///< a palette's file to be opened
    };
    /// Before a frame's panels: what was pointed at in the section may be there no more.
    void begin_frame() { pointed_.reset(); }
    FileWish draw_section(Controls &controls);

  private:
    void preview();
    void let_flow(UiClock::Time now);
    void update_survey(UiClock::Time now);
    [[nodiscard]] bool may_glide(UiClock::Time now);
    [[nodiscard]] double step(UiClock::Time now);
    void glide_to(const std::shared_ptr<const RankTable> &ranks, UiClock::Time now);
    void glide_to(const PaletteFit &fit, UiClock::Time now);
    void fit_to(const PaletteFit &fit);

    Messages &messages_;
    Session &session_;
    EnginesInUse &in_use_;
    ViewSteering &steering_;
    const HeldPicture &held_;
    ColourPanel panel_;
    Surveyor surveyor_;
    std::optional<Palette> pointed_;          ///< in the list, in the last frame
    std::optional<Palette> previewed_;        ///< what the session shows instead of its own
    std::optional<std::uint64_t> fit_wanted_; ///< generation that the colours are to be fitted to
    std::optional<double> still_offset_;      ///< from before the colours began to flow
    UiClock::Time flowed_at_{};               ///< when they did so last
    UiClock::Time asked_at_{};                ///< when a survey was asked for while moving
    std::uint64_t jumps_ = 0;                 ///< as held_ counts them, that are known
    /// What the colours are on their way to, from what they were when that was found.
    std::shared_ptr<const RankTable> ranks_, ranks_before_;
    std::optional<PaletteFit> fit_;
    kernels::ColourScheme scheme_before_;
    double way_ = 1; ///< the share of it that is behind them
    bool gliding_ = false;
    bool keeps_fit_ = false;
    UiClock::Time glided_at_{};                   ///< the last step of it
    UiClock::Time moved_at_{};                    ///< when the view moved last
    std::optional<kernels::ColourScheme> fitted_; ///< as the last step towards a fit left it
};

} // namespace fathom::ui
