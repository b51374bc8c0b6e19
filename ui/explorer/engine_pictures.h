#pragma once
#include "ui/explorer/anti_aliasing.h"
#include "ui/explorer/engine_failover.h"
#include "ui/window/presenter.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fathom::ui {

class ComparedPair;
class ColourFlowAndFit;
class HeldPicture;
class LimitFollowing;
class ViewSteering;

/// A picture as the window shows it.
struct SettledPicture {
    std::shared_ptr<Frame> frame;
    std::shared_ptr<const RefinedPicture> refined; ///< its pixels if it is anti-aliased, else null
};

/// The pictures of the engines in use: asked for, taken over, drawn.
class EnginePictures {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        FramePacing &pacing;
        Messages &messages;
        Session &session;
        EnginesInUse &in_use;
        const ViewSteering &steering;
        const ColourFlowAndFit &colours;
        const LimitFollowing &limit;
        ComparedPair &compared;
        HeldPicture &held;
    };
    /// `every_picture` is waited for: nothing is warped in between.
    EnginePictures(const Uses &uses, bool every_picture);

    /// Lets engines start, fail over and take up the session's picture, beginning at the mouse's
    /// place, `cursor`, in pixels; has the picture anti-aliased when it rests.
    void ask(const std::optional<std::pair<double, double>> &cursor);
    /// The first engine's frame if it is complete, in colours that belong to it; else null.
    std::shared_ptr<Frame> settled_frame();
    /// All pixels of the picture as the window shows it, once nothing will change them by itself:
    /// the frame's own or the anti-aliased ones. Nothing until then.
    std::optional<SettledPicture> settled_picture();
    /// Takes over what the engines have by now.
    void take_over();
    /// Draws it, too, or the old picture of a jump until a preview of the new one stands.
    void draw();
    /// Draws the newest complete picture of the first engine as it is, although the session may be
    /// elsewhere by now.
    void draw_complete();
    /// Tells the event log of the first drawing of each picture.
    void note_drawn();
    AntiAliasing &anti_aliasing() { return anti_aliasing_; }
    /// As EngineFailover::take_lost_engine.
    [[nodiscard]] std::optional<LostEngine> take_lost_engine() {
        return failover_.take_lost_engine();
    }
    /// Time of this thread that engines have taken since the last call: asking them, waiting for
    /// them, taking their colours over; without OpenGL's part of that.
    double take_engine_ms() { return std::exchange(engine_ms_, 0); }

  private:
    [[nodiscard]] bool settled() const;
    [[nodiscard]] bool anti_aliases() const;
    void follow(const std::string &id, const Pace &pace);
    [[nodiscard]] Pace pace_for(const std::optional<std::pair<double, double>> &cursor) const;
    void paint();
    void paint_scenes();
    void let_preview_in();
    [[nodiscard]] bool preview_stands();
    [[nodiscard]] bool knows_colours() const;
    void take_over(const std::string &id, EngineFeed &feed);
    [[nodiscard]] Scene exact_scene_of(EngineFeed *feed) const;
    [[nodiscard]] Scene moving_scene_of(EngineFeed *feed) const;
    [[nodiscard]] bool can_stand_in(const Picture &picture) const;

    Uses use_;
    const bool every_picture_;
    EngineFailover failover_;
    AntiAliasing anti_aliasing_;
    Presenter presenter_;
    double engine_ms_ = 0;
    std::uint64_t jumps_ = 0;     ///< as use_.held counts them, that are known
    std::uint64_t previewed_ = 0; ///< the generation from which on pictures are of the last jump
    bool knew_colours_ = false;   ///< of it
    std::uint64_t logged_generation_ = 0; ///< whose first drawing the event log knows
};

} // namespace fathom::ui
