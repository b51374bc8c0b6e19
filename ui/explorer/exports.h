#pragma once
#include "ui/panels/panel_export.h"

#include <functional>

namespace fathom {

class EnginesInUse;
class Messages;
class Session;

/// Exports of the present picture in any size, with the section of the side panel for them.
class Exports {
  public:
    /// `notify` is called from an export's thread at its end.
    Exports(Messages &messages, const Session &session, const EnginesInUse &in_use,
            NewFileNames &names, std::function<void()> notify);

    [[nodiscard]] bool running() const { return panel_.running(); }
    /// Share of the running one that is done, 0 to 1.
    [[nodiscard]] double progress() const { return panel_.progress(); }
    void cancel() { panel_.cancel(); }
    /// Tells how one has ended. Returns whether one has.
    bool tell_outcome();
    /// Returns false if the section is to be hidden; a running export goes on.
    bool draw_section(Controls &controls);

  private:
    Messages &messages_;
    const Session &session_;
    const EnginesInUse &in_use_;
    ExportPanel panel_;
};

} // namespace fathom
