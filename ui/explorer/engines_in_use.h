#pragma once
#include "ui/explorer/engine_choice.h"
#include "ui/live/engines.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {
class OverviewEngine;
class Recording;
} // namespace fathom

namespace fathom::ui {

class Controls;
class Messages;
class Session;

/// The engines that have been started and those of them that show the picture.
class EnginesInUse {
  public:
    /// What a window starts with.
    struct Start {
        std::string engine;    ///< a device id, or "auto"
        bool stand_in = false; ///< the CPU shows the picture until that engine has started
    };
    /// `notify` is called from engines' threads.
    EnginesInUse(Messages &messages, const Session &session, Background &background,
                 std::function<void()> notify, const Start &start);

    EngineChoice &choice() { return choice_; }
    [[nodiscard]] const EngineChoice &choice() const { return choice_; }
    /// Those that show the picture: the choice, or the file's alone.
    [[nodiscard]] std::vector<std::string> ids() const;
    /// From now on the picture that this holds is shown from its samples wherever one comes to it,
    /// and iterated elsewhere.
    void show_file(std::unique_ptr<OverviewEngine> engine);
    /// Whose samples the session's picture is shown from; null: it is iterated.
    [[nodiscard]] const Recording *shown_file() const;
    void drop_file();
    /// Says what the present colours need that the file of this place does not hold, once.
    void tell_lack();
    Engines &engines() { return engines_; }
    /// Takes the engine that the window is to start with: the machine's best one for "auto", once
    /// it is known which that is; where the CPU stands in for it, once it has started or failed.
    /// Returns whether an engine is chosen.
    bool settle();
    /// What a person wants; another try if it has failed before.
    void use(const std::string &id);
    void use_next();
    /// What a person chose last, whatever took its place.
    [[nodiscard]] const std::string &chosen() const { return chosen_; }
    /// Those to compare, if there are none yet and the machine's are known.
    void choose_pair();

    /// The engine in use, the left one while comparing; null until it has started.
    EngineFeed *first() { return engines_.find(ids().front()); }
    /// The first one's frame of the session's picture if it is complete, else null.
    std::shared_ptr<Frame> complete_frame();
    /// Whether the session's picture is being computed.
    [[nodiscard]] bool busy() { return any(&EngineFeed::busy); }
    /// Whether samples of it are still to come.
    [[nodiscard]] bool iterating() { return any(&EngineFeed::iterating); }
    [[nodiscard]] bool refining() { return any(&EngineFeed::refining); }
    [[nodiscard]] bool preparing() { return any(&EngineFeed::preparing); }
    /// Whether an engine has more to show than is shown.
    [[nodiscard]] bool outdated() { return any(&EngineFeed::outdated); }
    /// Whether another engine is to be done before `id` begins.
    [[nodiscard]] bool must_wait(const std::string &id);
    /// Stops computing the session's picture, until it is to be another.
    void stop();
    /// A picture that was stopped is wanted after all.
    void resume();

    /// The devices, for the side panel.
    void draw_section(Controls &controls);

  private:
    [[nodiscard]] std::optional<std::string> named(const std::string &id) const;
    [[nodiscard]] bool is_at_file() const;
    [[nodiscard]] bool any(bool (EngineFeed::*is)() const);

    Messages &messages_;
    const Session &session_;
    Engines engines_;
    EngineChoice choice_;
    std::string chosen_;
    std::optional<std::string> awaited_;    ///< device id or "auto" that the CPU stands in for
    std::shared_ptr<const Recording> file_; ///< of the engine for it; null: there is none
    std::optional<std::string> told_lack_;  ///< of the file, in the present colours
};

} // namespace fathom::ui
