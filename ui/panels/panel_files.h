#pragma once
#include "ui/state/folder_list.h"

#include <optional>
#include <string>

namespace fathom::ui {

class Controls;

/// A folder's files to choose one from, by mouse or keys: typing filters them, arrows walk, Enter
/// opens, Backspace leads to the folder above, Esc ends it. Where a file is to be written, what is
/// typed is its name; where a folder is asked for, a button takes the one that is shown, and what
/// no folder here is called is a new one's name.
class FilesPanel {
  public:
    /// What was asked for.
    struct Choice {
        std::optional<std::filesystem::path> folder; ///< to be shown next
        std::optional<std::filesystem::path> file;   ///< the answer; a folder if one is asked for
        bool closed = false;                         ///< without one
    };

    void open(const FileQuestion &question, FolderListing listing);
    /// Another folder, which was asked for.
    void show(FolderListing listing);
    [[nodiscard]] bool is_open() const { return open_; }
    void close() { open_ = false; }
    /// To be called while it is open.
    Choice draw(Controls &controls);

  private:
    void draw_folder(Controls &controls, Choice &choice);
    void draw_field(Controls &controls, Choice &choice);
    void draw_entries(Controls &controls, Choice &choice);
    void draw_entry(Controls &controls, std::size_t row, Choice &choice);
    void draw_buttons(Controls &controls, Choice &choice);
    void walk(Choice &choice, bool nothing_typed);
    void confirm(Choice &choice);
    void take(std::size_t row, Choice &choice);
    void take_folder(Choice &choice) const;
    void go_up(Choice &choice) const;
    [[nodiscard]] bool asks_folder() const { return question_.what == FileQuestion::What::folder; }
    [[nodiscard]] const std::filesystem::path &folder() const { return list_.listing().folder; }

    FileQuestion question_;
    FolderList list_;
    std::string text_;   ///< that filters, or the name of a file to be written
    int shows_ = 0;      ///< counts folders: a text field that is in use keeps what it held
    bool focus_ = false; ///< the text field gets the keyboard with the next frame
    bool open_ = false;
    bool waiting_ = false; ///< for the folder that was asked for
    bool walked_ = false;  ///< Enter means the row, not what was typed
    bool scroll_ = false;  ///< to the chosen row, with the next frame
};

} // namespace fathom::ui
