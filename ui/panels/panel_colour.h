#pragma once
#include "render/places/location.h"
#include "ui/panels/palette_editor.h"
#include "ui/panels/palette_shelf.h"

#include <algorithm>
#include <chrono>

namespace fathom::ui {

class Controls;
struct UiSettings;

/// The section of the side panel for everything between samples and colours, with the palette
/// editor and the flow of colours.
class ColourPanel {
  public:
    using Clock = std::chrono::steady_clock;

    /// `settings` know which palettes lie on digit keys.
    ColourPanel(std::optional<std::filesystem::path> assets, UiSettings &settings)
        : shelf_(std::move(assets)), settings_(settings) {}

    struct Choice {
        std::optional<Location> edited; ///< with other colours
        bool fit = false;               ///< cycle length and offset are to be fitted to the view
        bool browse = false;            ///< a palette is to be chosen from a file
        std::optional<std::filesystem::path> read; ///< a palette's file to be opened
        std::optional<Palette> preview; ///< the picture is to be shown in it while it is pointed at
        bool undo = false, redo = false;     ///< a step back, or again
        std::vector<std::string> news;       ///< what to tell
        std::vector<std::string> complaints; ///< about palettes not read or written
    };
    Choice draw(Controls &controls, const Location &location);
    /// Palettes have come or gone.
    void refresh() { shelf_.refresh(); }
    /// The palette on key `digit`, 1 to 9: the one that was put there, else of that place in the
    /// list; empty where there is none.
    std::string palette_on_key(int digit);
    /// Puts the location's palette there. Returns false where it has no name, because it was edited
    /// and not saved.
    bool put_on_key(int digit, const Location &location);
    /// What people call the palette that the location is shown in: one that was edited says so.
    [[nodiscard]] std::string name_of(const Location &location);
    /// Whether the colours flow.
    [[nodiscard]] bool flows() const { return flowing_; }
    /// The palette's offset `now`, given what it is: on as far as time has passed since the last
    /// call. Only while the colours flow.
    double flow(double offset, Clock::time_point now);

  private:
    void draw_palette(Controls &controls, Location &edited, Choice &choice);
    void draw_own(Controls &controls, Location &edited, Choice &choice);
    void rename(const std::string &words, Location &edited);
    void draw_files(Controls &controls, Location &edited, Choice &choice);
    void save_as(const std::string &name, Location &edited, Choice &choice);
    void draw_chooser(Controls &controls, Location &edited, Choice &choice);
    [[nodiscard]] bool is_edited(const Location &location);
    std::string shown_name(const std::string &name);
    void keep_draft(const Location &location);
    void draw_preview(const Location &location);
    void draw_numbers(Controls &controls, Location &edited, Choice &choice);
    void draw_flow(Controls &controls);
    [[nodiscard]] const std::vector<std::uint32_t> *colours_of(const Location &location);

    PaletteShelf shelf_;
    UiSettings &settings_;
    PaletteEditor editor_;
    Palette loaded_; ///< the one of the location's name
    Palette own_;    ///< that own_lut_ is of
    std::vector<std::uint32_t> own_lut_;
    /// A gradient that was edited and not saved, as it was last.
    struct Draft {
        std::string of; ///< name of the palette that it was made from
        Palette palette;
        std::vector<std::uint32_t> lut;
    };
    std::vector<Draft> drafts_;      ///< at most one of each palette
    std::optional<Palette> deleted_; ///< the last one, which can be had back
    std::string name_;               ///< to save the palette under
    std::string path_;               ///< to read one from, or write one to
    bool flowing_ = false;
    double cycles_per_second_ = 0.1;
    std::optional<Clock::time_point> flowed_; ///< the last time
};

} // namespace fathom::ui
