#pragma once
#include <chrono>
#include <cstddef>
#include <deque>

namespace fathom::ui {

/// How many frames the window is to draw, and when: after something has happened as many as panels
/// need to settle, now and then one for what changes by itself, none at rest. It is told the time,
/// which is the real one whatever clock the window goes by: it is here to spare the processor.
class FramePacing {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    /// Where no vsync holds us back.
    static constexpr std::chrono::milliseconds kShortestFrame{16};
    static constexpr std::chrono::milliseconds kCursorBlink{250};
    /// How often the progress of an export, or of a reference orbit, is drawn.
    static constexpr std::chrono::milliseconds kProgressPause{150};

    /// Somebody did something.
    void draw_after_activity();
    /// An engine or a file has news.
    void draw_after_news();
    /// What moves goes on.
    void draw_on();
    /// At least once more.
    void draw_once();
    /// After activity whose end is to be known: settling() until panels have settled.
    void settle();
    [[nodiscard]] bool settling() const { return until_settled_ > 0; }
    /// Whether that takes frames after the next one.
    [[nodiscard]] bool settles_later() const { return until_settled_ > 1; }

    /// What changes on the screen although nothing happens.
    struct Unrest {
        bool pictures = false; ///< an engine has more to show
        bool cursor = false;   ///< that of a text field comes and goes
        bool progress = false; ///< of an export, a search, a reference orbit
    };
    /// Draws once more where all was drawn and one of these wants it again. `in_software`: the
    /// cores that draw are those that compute, so that new parts of pictures are shown less often.
    void draw_again(const Unrest &unrest, bool in_software, Time now);

    [[nodiscard]] bool any_left() const { return left_ > 0; }
    /// Whether the last frame is long enough ago.
    [[nodiscard]] bool due(Time now) const { return now - last_draw_ >= kShortestFrame; }
    /// From `now` until `pause` after the last frame began; negative if that is over.
    [[nodiscard]] Duration left_of(Duration pause, Time now) const {
        return last_draw_ + pause - now;
    }

    /// A frame begins.
    void begin(Time now);
    /// It is on the screen, or on its way there.
    void end(Time now);
    /// The window's buffers were swapped, by a frame of the loop or of a tour.
    void swapped(Time now);
    /// Swaps in the last second.
    [[nodiscard]] std::size_t frames_per_second() const { return swaps_.size(); }

  private:
    void draw_at_least(int frames);

    int left_ = 0;
    int until_settled_ = 0;
    Time last_draw_{};
    Duration draw_time_{0}; ///< of the last frame
    std::deque<Time> swaps_;
};

} // namespace fathom::ui
