#include "ui/explorer/file_chooser.h"

#include "render/base/background.h"
#include "ui/explorer/messages.h"
#include "ui/state/desktop_dialog.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/files.h"

#include <utility>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

/// The first of them that is a folder.
fs::path where_to_begin(const fs::path &wanted, const fs::path &last) {
    std::error_code error;
    for (const fs::path &folder : {wanted, last})
        if (folder.is_absolute() && fs::is_directory(folder, error))
            return folder;
    return pictures_folder();
}

} // namespace

void FileChooser::ask(FileQuestion question, Answer answer) {
    if (answer_)
        return messages_.say(texts::files::kOneAlready);
    answer_ = std::move(answer);
    what_ = question.what;
    messages_.note("files asked");
    // Disks and dialogs take their time.
    background_.run([this, question = std::move(question), last = settings_.files_folder,
                     stop = stop_]() mutable -> Background::Result {
        question.folder = where_to_begin(question.folder, last);
        const DialogAnswer said = ask_desktop(find_desktop_dialog(), question, *stop);
        if (!said.failed)
            return [this, path = said.path] { finish(path); };
        return [this, question, listing = list_folder(question.folder, question.what)] {
            panel_.open(question, listing);
            messages_.note("files listed");
        };
    });
}

void FileChooser::draw(Controls &controls) {
    if (!panel_.is_open())
        return;
    const FilesPanel::Choice choice = panel_.draw(controls);
    if (choice.file || choice.closed)
        finish(choice.file);
    else if (choice.folder)
        list(*choice.folder);
}

bool FileChooser::close() {
    if (!panel_.is_open())
        return false;
    panel_.close();
    finish(std::nullopt);
    return true;
}

void FileChooser::list(const fs::path &folder) {
    background_.run([this, folder, what = what_]() -> Background::Result {
        return [this, listing = list_folder(folder, what)] {
            if (!panel_.is_open())
                return;
            panel_.show(listing);
            messages_.note("files listed");
        };
    });
}

void FileChooser::finish(const std::optional<fs::path> &path) {
    const Answer answer = std::exchange(answer_, nullptr);
    if (!answer)
        return;
    messages_.note(path ? "files chosen" : "files cancelled");
    if (!path)
        return;
    settings_.files_folder = path->parent_path().string();
    answer(*path);
}

} // namespace fathom::ui
