#pragma once
#include "render/base/background.h"
#include "render/film/film.h"
#include "render/places/location.h"
#include "ui/explorer/file_chooser.h"
#include "ui/state/command.h"
#include "ui/state/ui_settings.h"

#include <SDL_events.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {
class OverviewEngine;
struct AnyFile;
} // namespace fathom

namespace fathom::ui {

class ColourFlowAndFit;
class EnginesInUse;
class ViewSteering;

/// A film that a file held.
struct OpenedFilm {
    std::filesystem::path path;
    film::Film film;
    std::vector<std::string> warnings;
};

/// What a drop on the window asks for, if anything. To be called once for each drop: it frees what
/// SDL has allocated.
std::optional<OpenFile> dropped_file(const SDL_DropEvent &event);

/// Files that a person opens: their places are gone to, and known by the file's name as long as
/// they are shown; their palettes are put to use, and films and sound wait to be taken.
class OpenedFiles {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        Messages &messages;
        Background &background;
        EnginesInUse &in_use;
        ViewSteering &steering;
        ColourFlowAndFit &colours;
        UiSettings &settings;
    };
    explicit OpenedFiles(const Uses &uses)
        : use_(uses), chooser_(uses.messages, uses.background, uses.settings) {}

    /// Lets a person choose what to open.
    void choose();
    /// Lets a person choose a palette to use.
    void choose_palette();
    /// Takes the palettes in a file: they are kept among the person's own, and the first is used.
    void open_palette(const std::filesystem::path &path);
    FileChooser &chooser() { return chooser_; }
    /// Goes to the location in a file of any kind that can be read, or takes its palette, film or
    /// sound; complains if there is none, and then forgets a file that is gone. The file is read
    /// away from the window's thread. What a file holds the samples of is shown from these, at
    /// once.
    void open(const std::filesystem::path &path);
    /// The film of a file that was opened, once.
    std::optional<OpenedFilm> take_film() { return std::exchange(film_, std::nullopt); }
    /// The file with sound that was opened, once.
    std::optional<std::filesystem::path> take_sound() {
        return std::exchange(sound_, std::nullopt);
    }
    /// The same for the samples alone, on this thread: the window starts at the file's place.
    void show_samples(const std::filesystem::path &path);
    /// That place is the one in this file, which was opened or saved.
    void know(const std::filesystem::path &path, const Location &place);
    /// The newest first.
    [[nodiscard]] const std::vector<std::string> &recent() const {
        return use_.settings.recent_files;
    }
    /// The name of the file opened last, if that is its place.
    [[nodiscard]] std::optional<std::string> title_of(const Location &location) const;

  private:
    struct Titled {
        std::string title;
        Location place;
    };

    /// The samples of a place's picture.
    struct Samples {
        std::unique_ptr<OverviewEngine> engine; ///< null: there are none
        std::string why_not;                    ///< of a file that might have some; else empty
    };
    static Samples samples_of(const std::filesystem::path &path, const AnyFile &file);

    void run(const std::filesystem::path &path, std::function<Background::Result()> work);
    Background::Result read(const std::filesystem::path &path, AnyFile any);
    Background::Result read_film(const std::filesystem::path &path);
    void take(const std::filesystem::path &path, const AnyFile &file, Samples &&samples);
    /// Returns whether they are shown from now on.
    void take_samples(Samples &&samples);

    Uses use_;
    FileChooser chooser_;
    std::optional<Titled> last_;
    std::optional<OpenedFilm> film_;
    std::optional<std::filesystem::path> sound_;
};

} // namespace fathom::ui
