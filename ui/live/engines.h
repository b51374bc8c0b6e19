#pragma once
#include "render/engines/devices.h"
#include "ui/live/engine_feed.h"

#include <map>
#include <optional>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

/// The device that a window starts with: the GPU that OpenGL draws with, because its pictures need
/// no way through the host; else the first GPU; else the CPU.
std::string preferred_device(const DeviceList &list, std::optional<int> opengl_gpu);

/// The engines that the window has started, by device id. They are started away from the window's
/// thread, because a GPU takes its time, and kept, so that switching back is instant.
class Engines {
  public:
    /// Starts to look for devices. EngineFeeds call `notify` from their engines' threads.
    Engines(Background &background, std::function<void()> notify);

    /// What the machine offers; null until that is known.
    [[nodiscard]] const DeviceList *devices() const { return devices_ ? &*devices_ : nullptr; }
    /// The feed of an engine, which is started if need be; null while it starts and if it has
    /// failed. The GPU that OpenGL draws with gets the help of all others with heavy views.
    EngineFeed *use(const std::string &id);
    /// The feed if there is one.
    [[nodiscard]] EngineFeed *find(const std::string &id);
    /// What decides the method of one engine, or of two that are compared: as the engine says, or
    /// its device before it is started.
    [[nodiscard]] EngineTraits traits(const std::vector<std::string> &ids) const;
    /// Why the engine could not be started or stopped working.
    [[nodiscard]] std::optional<Complaint> failure(const std::string &id) const;
    /// Has an engine that is no device's, instead of the one that had that id before.
    void put(const std::string &id, std::unique_ptr<Engine> engine);
    void remove(const std::string &id) { slots_.erase(id); }
    /// Drops a failed engine; the next use() starts it again.
    void forget(const std::string &id);
    /// As if the engine had failed: for failures that OpenGL's side has seen.
    void fail(const std::string &id, Complaint reason);

    /// A finished picture of any engine that is `wanted`; null if there is none.
    [[nodiscard]] const Picture *any_picture(const WantedPicture &wanted) const;
    /// Stops the engines that are not among `ids`.
    void pause_others(const std::vector<std::string> &ids);

  private:
    struct Slot {
        std::unique_ptr<EngineFeed> feed;
        std::optional<Complaint> failure; ///< at the start; later ones are the feed's
    };
    void start(const std::string &id);
    [[nodiscard]] EngineTraits traits(const std::string &id) const;

    Background &background_;
    std::function<void()> notify_;
    std::optional<DeviceList> devices_;
    std::map<std::string, Slot> slots_;
};

} // namespace fathom::ui
