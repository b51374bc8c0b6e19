#pragma once
#include "render/jobs/pixel_check.h"
#include "render/places/method.h"
#include "ui/state/ui_clock.h"

#include <memory>
#include <optional>
#include <string>

namespace fathom {
class Background;
class Frame;
} // namespace fathom

namespace fathom::ui {

/// "64 of 64 checked pixels are exact", "12 of 12 checked pixels are exact so far". Empty before
/// the first pixel. `better_exports`: exports may take a better number type, which is told where
/// too few pixels are exact.
std::string describe(const CheckedPixels &found, bool better_exports = false);

/// Checks pixels of a picture that rests against exact arithmetic, on one thread of low priority;
/// nothing where the machine has one core, which the picture wants.
class ExactnessWatch {
  public:
    /// How long a picture has to have rested.
    static constexpr std::chrono::milliseconds kPatience{300};

    /// `cores` of the machine, the work's bounds and choice `spec`.
    ExactnessWatch(Background &background, unsigned cores, const PixelCheckSpec &spec = {});
    ~ExactnessWatch();
    ExactnessWatch(const ExactnessWatch &) = delete;
    ExactnessWatch &operator=(const ExactnessWatch &) = delete;

    /// A picture that is to be checked.
    struct Picture {
        std::string engine;           ///< id of who made it
        std::uint64_t generation = 0; ///< of its samples
        friend bool operator==(const Picture &, const Picture &) = default;
    };
    /// What is shown, if it is to be checked, and its frame, null while that is not complete. What
    /// is known of another picture is forgotten, and work on it ends at once, as it does while the
    /// window is not `idle`; then it begins anew.
    void follow(const std::optional<Picture> &picture, const std::shared_ptr<Frame> &frame,
                bool idle, UiClock::Time now);
    /// What is known of the frame; nothing before the first pixel.
    [[nodiscard]] std::optional<CheckedPixels> found() const;
    /// Whether a check is under way.
    [[nodiscard]] bool busy() const { return run_ != nullptr; }
    /// When follow() is to be called although nothing happens.
    [[nodiscard]] std::optional<UiClock::Time> next() const;
    /// What a check has found that has ended since the last call; all its pixels are told then.
    std::optional<CheckedPixels> take_finished();

  private:
    struct Run;
    void begin(const std::shared_ptr<Frame> &frame);
    void stop();

    Background &background_;
    const bool spare_core_;
    const PixelCheckSpec spec_;
    std::optional<Picture> picture_;
    UiClock::Time since_{};    ///< when it was first seen, or the window became idle
    bool waiting_ = false;     ///< for it to have rested
    std::shared_ptr<Run> run_; ///< under way
    std::optional<CheckedPixels> found_;
    std::optional<CheckedPixels> finished_; ///< not taken yet
    bool done_ = false;                     ///< nothing more is to come of this frame
};

} // namespace fathom::ui
