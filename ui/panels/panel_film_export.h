#pragma once
#include "render/film/film_export_job.h"
#include "ui/state/file_question.h"
#include "ui/widgets/theme.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace fathom {
class PathWatch;
} // namespace fathom

namespace fathom::ui {

class Controls;
class NewFileNames;
struct BegunFilm;
struct FilmExportSettings;

/// How a film is to be exported: the lower part of the Film section.
class FilmExportPanel {
  public:
    /// `settings` are what a person chose last. `files` tells which there are.
    FilmExportPanel(FilmExportSettings &settings, NewFileNames &names, PathWatch &files)
        : settings_(settings), names_(names), files_(files) {}

    /// `busy`: another export is under way. Returns what is to be made of `film` if that was just
    /// asked for and can be; else why not stays in the panel.
    std::optional<film::FilmExportJob> draw(Controls &controls, const film::Film &film, bool busy);
    /// It could not be begun.
    void refuse(std::string why);
    /// It was begun: the next one is another file. Returns how it can be gone on with.
    BegunFilm note_begun();
    /// What to ask a person for the file or for the folder of rings, once after its button was
    /// pressed.
    std::optional<FileQuestion> take_question() { return std::exchange(question_, std::nullopt); }
    /// Where the next film goes; as NewFileNames::named.
    void take_path(const std::string &words);
    /// Where the rings of the next films are kept; as typed_rings_folder.
    void take_rings(const std::string &words);
    /// An export to that file ended early: what it has made is gone on with.
    void offer_again(std::filesystem::path path) { path_ = std::move(path); }
    /// That file is no longer this panel's matter.
    void leave(const std::filesystem::path &path) {
        if (path_ == path)
            path_.clear();
    }

  private:
    void prepare();
    void draw_format(Controls &controls);
    void draw_bits(Controls &controls);
    void draw_frames(Controls &controls, const film::Film &film);
    void draw_rings(Controls &controls);
    void draw_file(Controls &controls);
    [[nodiscard]] bool draw_start(Controls &controls, const film::Film &film, bool busy);
    [[nodiscard]] std::pair<Tone, std::string> state(const film::Film &film, bool begun,
                                                     bool replaces) const;
    void take_format(std::size_t format);
    [[nodiscard]] std::filesystem::path folder() const;
    [[nodiscard]] BegunFilm begun() const;

    FilmExportSettings &settings_;
    NewFileNames &names_;
    PathWatch &files_;
    std::filesystem::path path_;            ///< empty: a new one is to be named
    std::optional<film::FrameRange> range_; ///< none: all frames
    std::optional<FileQuestion> question_;
    std::string error_;
    bool scroll_ = false; ///< the error is to be brought into sight
};

} // namespace fathom::ui
