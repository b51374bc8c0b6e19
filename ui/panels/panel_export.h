#pragma once
#include "render/places/location.h"
#include "ui/live/export_queue.h"
#include "ui/state/file_question.h"
#include "ui/state/viewport.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {
class PathWatch;
class Recording;
} // namespace fathom

namespace fathom::ui {

class Controls;
class NewFileNames;
struct BegunPicture;
struct ExportSettings;
struct UiSettings;

/// What an export starts from.
struct ExportContext {
    const Location *location = nullptr;
    Size window; ///< pixels
    Viewport viewport;
    MethodChoice method;
    std::string device; ///< that will compute it
    int samples = 1;    ///< of the window's picture at rest
    std::shared_ptr<const PaletteTable> lut;
    const Recording *file = nullptr; ///< whose samples the window shows; null: it iterates
    std::shared_ptr<const ReferenceOrbit> orbit; ///< of its picture, if that has one
};

/// The section of the side panel that exports pictures of any size, and the exports that it
/// started.
class ExportPanel {
  public:
    /// `settings` hold what a person chose last, and what was begun. `files` tells which there are.
    /// `notify` is called from an export's thread at its end.
    ExportPanel(UiSettings &settings, NewFileNames &names, PathWatch &files,
                std::function<void()> notify);

    /// Before the section comes up: names a new file, unless the last name was not used yet.
    void prepare();
    /// Begins it once those before it have ended. Throws InputError if one that has not ended
    /// writes to the same file.
    void add(ExportOrder order);
    /// Exports under way, those of pictures that are unfinished, of this session or one before, and
    /// those that have ended, with what can be done about them. `device` computes what goes on.
    /// Returns false if they are to be hidden.
    bool draw_exports(Controls &controls, const std::string &device);
    /// A file whose folder is to be shown, once after its button was pressed.
    std::optional<std::filesystem::path> take_shown() {
        return std::exchange(shown_, std::nullopt);
    }
    /// Whether one of them, or of those that wait, writes to that file.
    [[nodiscard]] bool writes_to(const std::filesystem::path &path) const {
        return exports_.writes_to(path);
    }
    /// Whether something is kept of that file, and nobody is at work on it here; false before the
    /// disk has answered.
    [[nodiscard]] bool is_unfinished(const std::filesystem::path &path);
    [[nodiscard]] bool running() const { return exports_.present() != nullptr; }
    /// The export under way; those that wait for it go on.
    void cancel() { exports_.cancel(); }
    /// Share of the running export that is done, 0 to 1.
    [[nodiscard]] double progress() const { return exports_.present()->progress(); }
    void draw(Controls &controls, const ExportContext &context);
    /// What to ask a person for the file, once after its button was pressed.
    std::optional<FileQuestion> take_question() { return std::exchange(question_, std::nullopt); }
    /// Where the next export goes; as NewFileNames::named.
    void take_path(const std::string &words);
    /// What to tell in the window, once after each export.
    struct Outcome {
        bool good;
        std::string words;
        std::filesystem::path file; ///< the picture that was written; empty: none
        /// Of a film that ended early: what it was to become. What is made of it is kept.
        std::filesystem::path film_left;
        std::filesystem::path film_made; ///< that was written whole
    };
    std::optional<Outcome> take_outcome();

  private:
    void draw_settings(Controls &controls, const ExportContext &context);
    void draw_source(Controls &controls, const Recording &file);
    void draw_size(Controls &controls, const ExportContext &context);
    void draw_samples(Controls &controls, const ExportContext &context);
    void draw_file(Controls &controls, const ExportContext &context);
    void draw_pixels(Controls &controls, Size pixels);
    void draw_start(Controls &controls, const ExportContext &context);
    [[nodiscard]] bool draw_running(Controls &controls, const ExportTask &task);
    void draw_waiting(Controls &controls);
    [[nodiscard]] std::vector<BegunPicture> unfinished();
    void draw_unfinished(Controls &controls, const std::vector<BegunPicture> &pictures,
                         const std::string &device);
    void draw_ended(Controls &controls);
    void note_ended(const ExportTask &task);
    void go_on(const BegunPicture &begun, const std::string &device);
    void forget(const BegunPicture &begun);
    [[nodiscard]] bool can_start(const ExportContext &context);
    void start(const ExportContext &context);
    /// Whether a file's samples are taken.
    [[nodiscard]] bool recolours(const ExportContext &context) const {
        return recolours_ && context.file != nullptr;
    }
    [[nodiscard]] ExportOrder order(const ExportContext &context) const;
    [[nodiscard]] Size size(const ExportContext &context) const;
    [[nodiscard]] int samples(const ExportContext &context) const;

    [[nodiscard]] int preset() const;

    UiSettings &ui_;
    ExportSettings &settings_; ///< its part
    NewFileNames &names_;
    PathWatch &files_;
    bool recolours_ = true; ///< where the window shows a file
    bool custom_ = false;   ///< a size was asked for that may be none of the choices
    std::string path_;      ///< empty: a new one is to be named
    std::optional<FileQuestion> question_;
    std::string error_;
    /// An export that has written its file.
    struct Ended {
        std::filesystem::path path;
        std::string time; ///< that it took, in words
    };
    static constexpr std::size_t kMostEnded = 8;
    std::deque<Ended> ended_; ///< the newest first
    std::optional<std::filesystem::path> shown_;
    ExportQueue exports_;
};

} // namespace fathom::ui
