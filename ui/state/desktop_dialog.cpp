#include "ui/state/desktop_dialog.h"

#include "render/base/child_process.h"
#include "ui/texts/files.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <unistd.h>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

constexpr int kChosen = 0;
constexpr int kCancelled = 1; ///< of both programs

std::string environment(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Calls visit(part) for each of the parts between colons until it returns true; whether one did.
template <class Visit> bool any_part(std::string_view list, Visit visit) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (visit(list.substr(0, end)))
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool is_in_path(const char *program) {
    return any_part(environment("PATH"), [program](std::string_view folder) {
        const fs::path file = fs::path(folder) / program;
        std::error_code error;
        return file.is_absolute() && fs::is_regular_file(file, error) &&
               ::access(file.c_str(), X_OK) == 0;
    });
}

bool is_kin_of_kde() {
    return any_part(environment("XDG_CURRENT_DESKTOP"), [](std::string_view desktop) {
        return desktop == "KDE" || desktop == "LXQt" || desktop == "TDE";
    });
}

/// "*.png *.PNG": the patterns of both programs tell capitals apart.
std::string patterns(FileQuestion::What what) {
    std::string all;
    for (const std::string_view ending : endings_of(what)) {
        all += all.empty() ? "*" : " *";
        all += ending;
        all += " *";
        for (const char c : ending)
            all += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return all;
}

/// Both take a folder that ends in a slash, or a file in it, as where to begin.
std::string start_of(const FileQuestion &question) {
    return (question.folder / question.name).string();
}

/// Whether a program could not show itself, which it ends for as if somebody had cancelled: by the
/// words of GTK 3, GTK 4 and Qt, which are not translated. Other words tell nothing, for toolkits
/// complain while all goes well.
bool had_no_display(const ChildEnd &end) {
    constexpr std::string_view kWords[] = {"cannot open display", "Failed to open display",
                                           "could not connect to display"};
    return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view words) {
        return end.errors.find(words) != end.errors.npos;
    });
}

/// Of these programs, not of Fathom.
std::string option(std::string_view name) {
    return fmt::format("--{}", name);
}

std::string filter_of(const char *name, std::string_view patterns) {
    return fmt::format("{}={} | {}", option("file-filter"), name, patterns);
}

} // namespace

DesktopDialog find_desktop_dialog() {
    const bool zenity = is_in_path("zenity");
    const bool kdialog = is_in_path("kdialog");
    if (kdialog && (is_kin_of_kde() || !zenity))
        return DesktopDialog::kdialog;
    return zenity ? DesktopDialog::zenity : DesktopDialog::none;
}

std::vector<std::string> dialog_command(DesktopDialog dialog, const FileQuestion &question) {
    const std::string title = title_of(question.what);
    const bool folder = question.what == FileQuestion::What::folder;
    // Versions of kdialog differ in what a filter is, and one that is misread hides all files.
    if (dialog == DesktopDialog::kdialog)
        return {"kdialog", option("title"), title,
                option(folder             ? "getexistingdirectory"
                       : question.saves() ? "getsavefilename"
                                          : "getopenfilename"),
                start_of(question)};
    std::vector<std::string> command = {"zenity", option("file-selection"),
                                        option("title=") + title,
                                        option("filename=") + start_of(question)};
    if (folder) {
        command.push_back(option("directory"));
        return command;
    }
    if (question.saves())
        command.push_back(option("save"));
    command.push_back(filter_of(texts::files::kKnownFiles, patterns(question.what)));
    command.push_back(filter_of(texts::files::kAllFiles, "*"));
    return command;
}

DialogAnswer ask_desktop(DesktopDialog dialog, const FileQuestion &question,
                         const std::atomic<bool> &stop) {
    if (dialog == DesktopDialog::none)
        return {true, {}};
    const ChildEnd end = run_child(dialog_command(dialog, question), stop);
    if (end.how == ChildEnd::How::stopped)
        return {};
    const bool cancelled =
        end.how == ChildEnd::How::exited && end.code == kCancelled && !had_no_display(end);
    if (end.how != ChildEnd::How::exited || (end.code != kChosen && !cancelled))
        return {true, {}};
    if (cancelled)
        return {};
    // One name and a line end; a name may hold line ends itself.
    std::string_view answer = end.output;
    if (answer.ends_with('\n'))
        answer.remove_suffix(1);
    const fs::path path(answer);
    if (!path.is_absolute() || end.output.size() >= kMaxChildOutput ||
        answer.find('\0') != answer.npos)
        return {true, {}};
    return {false, path};
}

} // namespace fathom::ui
