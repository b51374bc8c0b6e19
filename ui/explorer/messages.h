#pragma once
#include "ui/state/event_log.h"
#include "ui/state/toasts.h"

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace fathom::ui {

class FramePacing;

/// What the window tells: people in toasts, tests and whoever puzzles in the event log.
class Messages {
  public:
    Messages(const UiClock &clock, FramePacing &pacing) : pacing_(pacing), toasts_(clock) {}

    /// To people. `folder` as Toasts::say.
    void say(std::string words, std::filesystem::path folder = {}) {
        toasts_.say(std::move(words), std::move(folder));
    }
    /// To both, and the window is drawn with it.
    void complain(const std::string &why);
    /// Likewise what the exception says, and the controls that help.
    void complain(const std::exception &error);
    /// To the event log; docs/reference/diagnostics.md lists the lines.
    void note(std::string_view what) { log_.write(what); }

    Toasts &toasts() { return toasts_; }
    EventLog &log() { return log_; }

  private:
    FramePacing &pacing_;
    EventLog log_;
    Toasts toasts_;
};

/// Shows a folder by the desktop's own program for files; complains if that cannot be.
void show_folder(Messages &messages, const std::filesystem::path &folder);

} // namespace fathom::ui
