#pragma once
#include "ui/state/film_timeline.h"
#include "ui/state/viewport.h"

#include <optional>
#include <string>

namespace fathom::ui {

class Controls;

/// What the Film section shows besides the film.
struct FilmInfo {
    std::string file;        ///< that the film lies in; empty: none yet
    bool timeline = false;   ///< whether that is to be seen
    std::string problem;     ///< why the film cannot be played; empty: it can
    bool sound_gone = false; ///< there is no file of its sound any more
    Size window;             ///< pixels
    Viewport viewport;
};

/// What was asked for in it that is not the film's own matter.
struct FilmChoice {
    bool timeline = false;            ///< to be shown, or not any more
    bool add = false;                 ///< the present view is to be a key
    std::optional<std::string> sound; ///< words for the file of its sound
    bool browse_sound = false;
    bool open = false;
    bool save = false; ///< to its file, or to one that is to be asked for
    bool save_as = false;
};

/// The section of the side panel for films. It changes the film that it is given.
FilmChoice draw_film_panel(Controls &controls, FilmTimeline &film, const FilmInfo &info);

} // namespace fathom::ui
