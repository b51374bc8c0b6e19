#pragma once
#include "ui/panels/panel_files.h"

#include <atomic>
#include <functional>
#include <memory>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

class Messages;
struct UiSettings;

/// Asks a person for a file: by the desktop's own dialog, or by a list of ours where there is none
/// or it breaks. One question at a time; the window goes on meanwhile.
class FileChooser {
  public:
    using Answer = std::function<void(const std::filesystem::path &)>;

    /// `settings` know the folder of the last answer.
    FileChooser(Messages &messages, Background &background, UiSettings &settings)
        : messages_(messages), background_(background), settings_(settings) {}
    ~FileChooser() { stop(); }
    FileChooser(const FileChooser &) = delete;
    FileChooser &operator=(const FileChooser &) = delete;

    /// Calls `answer` with an absolute path from Background::poll() or draw(), if there is one.
    void ask(FileQuestion question, Answer answer);
    /// Our list, if it is open.
    void draw(Controls &controls);
    /// Closes our list; returns whether it was open.
    bool close();
    /// Closes the desktop's dialog. Nothing is to be asked any more.
    void stop() { *stop_ = true; }

  private:
    void list(const std::filesystem::path &folder);
    void finish(const std::optional<std::filesystem::path> &path);

    Messages &messages_;
    Background &background_;
    UiSettings &settings_;
    FilesPanel panel_;
    FileQuestion::What what_ = FileQuestion::What::open;
    Answer answer_; ///< of the question that is open; empty: there is none
    std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace fathom::ui
