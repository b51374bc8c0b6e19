#pragma once
#include "ui/state/saved_session.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

/// Saves the session soon after it has changed, on a thread of its own, and once more at the end:
/// after a kill at most the last few seconds are lost. Where several windows save, the last one
/// wins.
class SessionAutosave {
  public:
    using Clock = std::chrono::steady_clock;

    /// Calls `done` from Background::poll() with why saving failed (once, if it fails again for the
    /// same reason), or with nothing when a session was saved. Without a `path` nothing is ever
    /// saved.
    SessionAutosave(std::optional<std::filesystem::path> path, Background &background,
                    std::function<void(const std::optional<std::string> &)> done);

    /// Something has happened that may have changed the session.
    void touch(Clock::time_point now);
    /// When keep() wants to be called, if it does.
    [[nodiscard]] std::optional<Clock::time_point> next() const { return due_; }
    /// Once it is time: starts saving what `session` gives if that is another than the last one,
    /// or that could not be saved.
    void keep(Clock::time_point now, const std::function<SavedSession()> &session);
    /// Saves now, on this thread, if the session is another than the one in the file. To be called
    /// last.
    /// Throws DiskError, InputError.
    void finish(const SavedSession &session);

  private:
    class Writer;

    void end(const std::optional<std::string> &failure, std::uint64_t number);

    std::shared_ptr<Writer> writer_; ///< null: nothing is ever saved
    Background &background_;
    std::function<void(const std::optional<std::string> &)> done_;
    std::optional<SavedSession> last_; ///< saved, or being saved
    std::optional<Clock::time_point> due_;
    std::uint64_t count_ = 0;         ///< of sessions given to the writer
    std::optional<std::string> told_; ///< why saving failed the last time
};

} // namespace fathom::ui
