#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace fathom {

class Background;

/// Whether there are files of some names, for a window that draws it: a disk may take seconds to
/// say so, and is asked on threads of their own, a path at a time.
class PathWatch {
  public:
    using Time = std::chrono::steady_clock::time_point;
    /// Asks the disk; called on such a thread, and must not throw.
    using Disk = std::function<bool(const std::filesystem::path &)>;

    /// How long an answer holds.
    static constexpr std::chrono::seconds kFresh{2};

    /// Answers come with the polls of `background`, in which this is still there; `now` is the time
    /// by which they grow old.
    PathWatch(Background &background, std::function<Time()> now);
    PathWatch(Background &background, std::function<Time()> now, Disk disk);

    /// Whether something was there when the disk said so last; empty: it has not yet. Asks it again
    /// where that is too long ago.
    std::optional<bool> there(const std::filesystem::path &path);
    /// Something was written or removed: no answer holds any longer, nor one that is under way.
    void expire();

  private:
    struct Answer {
        std::optional<bool> there;
        std::optional<Time> told; ///< empty: never, or it holds no longer
        bool asking = false;
    };
    void ask(const std::filesystem::path &path);

    Background &background_;
    std::function<Time()> now_;
    Disk disk_;
    std::map<std::filesystem::path, Answer> answers_;
    int expiries_ = 0; ///< calls of expire()
};

} // namespace fathom
