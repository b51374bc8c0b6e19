#pragma once
#include "ui/state/file_question.h"

#include <atomic>
#include <optional>
#include <vector>

namespace fathom::ui {

/// A program of the desktop that shows its file dialog.
enum class DesktopDialog { none, zenity, kdialog };

/// The one to ask: kdialog where $XDG_CURRENT_DESKTOP is of KDE's kin, else zenity; of which at
/// least one has to be a program in a folder of $PATH.
DesktopDialog find_desktop_dialog();

/// How it is started to put that question. Names go to it as they are.
std::vector<std::string> dialog_command(DesktopDialog dialog, const FileQuestion &question);

/// What it answered.
struct DialogAnswer {
    bool failed =
        false; ///< it could not be asked: it is not there, broke, or said nothing sensible
    std::optional<std::filesystem::path> path; ///< absolute; nothing: it was closed without one
};

/// Asks and waits for the answer: not on the window's thread. `stop` closes the dialog.
DialogAnswer ask_desktop(DesktopDialog dialog, const FileQuestion &question,
                         const std::atomic<bool> &stop);

} // namespace fathom::ui
