#pragma once
#include "render/base/path_watch.h"
#include "ui/panels/panel_export.h"
#include "ui/state/ask_twice.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_clock.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

class EnginePictures;
class EnginesInUse;
class Messages;
class Session;
struct UiSettings;

/// What is written to new files in the pictures' folder, away from the window's thread:
/// screenshots, exports of any size with their section of the side panel, and locations.
class ScreenshotsAndExports {
  public:
    /// What this uses; all of it outlives it.
    struct Uses {
        const UiClock &clock;
        Messages &messages;
        const Session &session;
        Background &background;
        EnginesInUse &in_use;
        EnginePictures &pictures;
        UiSettings &settings;
    };
    /// `notify` is called from an export's thread at its end, and from one that has asked a disk.
    ScreenshotsAndExports(const Uses &uses, const std::function<void()> &notify);

    /// Saves the picture as it is in the window, without panels, as soon as it is complete and
    /// settled.
    void take_screenshot();
    void save_location();
    /// Saves the picture that is waited for, if it can be saved now, and tells how an export has
    /// ended. Returns whether one has.
    bool poll();

    [[nodiscard]] bool exporting() const { return export_panel_.running(); }
    /// Whether an export that has not ended writes to that file.
    [[nodiscard]] bool writes_to(const std::filesystem::path &path) const {
        return export_panel_.writes_to(path);
    }
    /// As ExportPanel's.
    [[nodiscard]] bool is_unfinished(const std::filesystem::path &path) {
        return export_panel_.is_unfinished(path);
    }
    /// Share of the running export that is done, 0 to 1.
    [[nodiscard]] double export_progress() const { return export_panel_.progress(); }
    /// A key wants it: done when it was pressed twice, for hours of work may be lost.
    void cancel_export(UiClock::Time now);
    /// Asked for, once after a button of the section wants it; export_to takes the answer.
    std::optional<FileQuestion> take_question() { return export_panel_.take_question(); }
    void export_to(const std::filesystem::path &path) { export_panel_.take_path(path.string()); }
    void draw_export_section(Controls &controls);
    /// The exports under way and those that have ended. Returns false if they are to be hidden; a
    /// running export goes on.
    bool draw_exports(Controls &controls);
    /// Makes a film once what is before it is done. Throws InputError if one of these writes to the
    /// same file.
    void export_film(const film::FilmExportJob &job);
    /// Tells a person of exports that ended before their end in the last session and can be
    /// continued, once disks have said which.
    void tell_unfinished();
    /// Where one was to go that has ended early, once.
    std::optional<std::filesystem::path> take_film_left() {
        return std::exchange(film_left_, std::nullopt);
    }
    NewFileNames &names() { return names_; }
    /// Which files there are; asked anew whenever an export has ended.
    PathWatch &paths() { return paths_; }

  private:
    void poll_screenshot();
    void ask_unfinished();
    [[nodiscard]] std::string device() const;
    void save(const char *what, const std::filesystem::path &path, std::function<void()> write);

    Uses use_;
    NewFileNames names_;
    PathWatch paths_;
    ExportPanel export_panel_;
    AskTwice cancel_;
    std::optional<std::filesystem::path> film_left_;
    bool screenshot_wanted_ = false;
    std::vector<std::filesystem::path> untold_; ///< of which a person is to be told
};

} // namespace fathom::ui
