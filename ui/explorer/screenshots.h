#pragma once
#include "ui/state/pictures_folder.h"

#include <functional>

namespace fathom {

class Background;
class EnginesInUse;
class Messages;
class Session;

/// Screenshots and location files: new ones in the pictures' folder, written away from the window's
/// thread.
class Screenshots {
  public:
    Screenshots(Messages &messages, const Session &session, Background &background,
                EnginesInUse &in_use);

    /// Saves the picture as it is in the window, without panels, as soon as it is complete and
    /// `settled`: its view and its colours change no more.
    void take(bool settled);
    /// Saves the picture that take() could not save, if there is one and it can be saved now.
    void poll(bool settled);
    void save_location();

    /// Names for whatever else is saved.
    NewFileNames &names() { return names_; }

  private:
    void save(const char *what, const std::filesystem::path &path, std::function<void()> write);

    Messages &messages_;
    const Session &session_;
    Background &background_;
    EnginesInUse &in_use_;
    NewFileNames names_;
    bool wanted_ = false;
};

} // namespace fathom
