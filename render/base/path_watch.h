#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace fathom {

/// Whether there are files of some names, for a window that draws it: a disk may take seconds to
/// say so, or never answer. It is asked on threads of their own, a path at a time, and nobody waits
/// for them: not this either when it goes.
class PathWatch {
  public:
    using Time = std::chrono::steady_clock::time_point;
    /// Asks the disk; called on such a thread, which may outlive this, and must not throw.
    using Disk = std::function<bool(const std::filesystem::path &)>;

    /// How long an answer holds.
    static constexpr std::chrono::seconds kFresh{2};

    /// `now` is the time by which answers grow old. `notify` is called from such a thread whenever
    /// one lies ready for poll(), while this is there.
    PathWatch(std::function<Time()> now, std::function<void()> notify);
    PathWatch(std::function<Time()> now, std::function<void()> notify, Disk disk);
    ~PathWatch();
    PathWatch(const PathWatch &) = delete;
    PathWatch &operator=(const PathWatch &) = delete;

    /// Whether something was there when the disk said so last; empty: it has not yet. Asks it again
    /// where that is too long ago.
    std::optional<bool> there(const std::filesystem::path &path);
    /// Takes the answers that lie ready. Returns whether there were any.
    bool poll();
    /// Something was written or removed: no answer holds any longer, nor one that is under way.
    void expire();

  private:
    struct Answer {
        std::optional<bool> there;
        std::optional<Time> told; ///< empty: never, or it holds no longer
        bool asking = false;
    };
    struct Inbox;
    void ask(const std::filesystem::path &path);

    std::function<Time()> now_;
    Disk disk_;
    std::shared_ptr<Inbox> inbox_;
    std::map<std::filesystem::path, Answer> answers_;
    int expiries_ = 0; ///< calls of expire()
};

} // namespace fathom
