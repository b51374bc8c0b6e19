#include "ui/explorer/screenshots_and_exports.h"

#include "render/base/background.h"
#include "render/deep/perturbation.h"
#include "render/images/kept_folder.h"
#include "render/images/screenshot_png.h"
#include "render/places/location_toml.h"
#include "render/places/picture_text.h"
#include "ui/explorer/engine_pictures.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/messages.h"
#include "ui/state/control_advice.h"
#include "ui/state/session.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/common.h"
#include "ui/texts/exports.h"
#include "ui/texts/film.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

void write_picture(const SettledPicture &picture, const Location &location,
                   const std::filesystem::path &path) {
    const Size size = picture.frame->request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height);
    if (picture.refined)
        rgba = picture.refined->rgba;
    else
        picture.frame->read_rgba(rgba.data());
    write_screenshot_png(path, reinterpret_cast<const std::uint8_t *>(rgba.data()), size.width,
                         size.height, picture_text(location));
}

} // namespace

ScreenshotsAndExports::ScreenshotsAndExports(const Uses &uses, const std::function<void()> &notify)
    : use_(uses), paths_([&clock = uses.clock] { return clock.now(); }, notify),
      export_panel_(uses.settings, names_, paths_, notify) {}

void ScreenshotsAndExports::take_screenshot() {
    screenshot_wanted_ = true;
    use_.in_use.resume();
    poll_screenshot();
    if (screenshot_wanted_)
        use_.messages.say(texts::exports::kScreenshotWaits);
}

void ScreenshotsAndExports::poll_screenshot() {
    if (!screenshot_wanted_)
        return;
    auto picture = use_.pictures.settled_picture();
    if (!picture)
        return;
    screenshot_wanted_ = false;
    const std::filesystem::path path = names_.next(".png");
    save("screenshot", path,
         [path, picture = std::move(*picture), location = use_.session.picture()] {
             write_picture(picture, location, path);
         });
}

void ScreenshotsAndExports::save_location() {
    const std::filesystem::path path = names_.next(".toml");
    save("location", path,
         [path, location = use_.session.location()] { write_location_file(path, location); });
}

// Writes a file away from the window's thread and tells how that went.
void ScreenshotsAndExports::save(const char *what, const std::filesystem::path &path,
                                 std::function<void()> write) {
    use_.background.run([this, what, path, write = std::move(write)]() -> Background::Result {
        try {
            write();
        } catch (const std::exception &error) {
            return [this, why = named_shortly(with_controls(error), path)] {
                use_.messages.complain(why);
            };
        }
        return [this, what, path] {
            use_.settings.remember_file(path.string());
            use_.messages.say(fmt::format(texts::common::kSaved, path.filename().string()),
                              path.parent_path());
            use_.messages.note(fmt::format("{} {}", what, path.string()));
        };
    });
}

bool ScreenshotsAndExports::poll() {
    poll_screenshot();
    ask_unfinished();
    const auto outcome = export_panel_.take_outcome();
    if (!outcome)
        return false;
    paths_.expire();
    use_.messages.note("export " + outcome->words);
    if (!outcome->film_left.empty())
        film_left_ = outcome->film_left;
    if (!outcome->film_made.empty())
        use_.settings.forget_film(outcome->film_made.string());
    if (!outcome->file.empty() && outcome->file.extension() != ".npy") // it opens none of these
        use_.settings.remember_file(outcome->file.string());
    const std::filesystem::path &made = outcome->file.empty() ? outcome->film_made : outcome->file;
    if (outcome->good)
        use_.messages.say(outcome->words, made.parent_path());
    else
        use_.messages.complain(outcome->words);
    return true;
}

void ScreenshotsAndExports::tell_unfinished() {
    for (const BegunFilm &begun : use_.settings.begun_films)
        untold_.emplace_back(begun.path);
    for (const BegunPicture &begun : use_.settings.begun_pictures)
        untold_.emplace_back(begun.path);
}

// Nothing is said before disks have answered of all.
void ScreenshotsAndExports::ask_unfinished() {
    if (untold_.empty())
        return;
    std::vector<std::filesystem::path> kept;
    std::vector<std::filesystem::path> gone;
    for (const std::filesystem::path &path : untold_) {
        const std::optional<bool> made = paths_.there(KeptFolder::purpose_of(path));
        const std::optional<bool> disk = made == false ? paths_.there(path.parent_path()) : made;
        if (!disk)
            return;
        // What is gone, while its disk is there, does not come back; unless it was begun anew.
        if (*disk && !writes_to(path))
            (*made ? kept : gone).push_back(path);
    }
    untold_.clear();
    for (const std::filesystem::path &path : gone) {
        use_.settings.forget_film(path.string());
        use_.settings.forget_picture(path.string());
    }
    const auto names = [&kept](const auto &all) { // the newest first
        std::vector<std::string> files;
        for (const auto &begun : all)
            if (std::find(kept.begin(), kept.end(), begun.path) != kept.end())
                files.push_back(std::filesystem::path(begun.path).filename().string());
        return files;
    };
    if (const auto films = names(use_.settings.begun_films); !films.empty()) {
        use_.messages.say(fmt::format(texts::film::kNotFinished, films.front()));
        use_.messages.note(fmt::format("films unfinished {}", films.size()));
    }
    if (const auto pictures = names(use_.settings.begun_pictures); !pictures.empty()) {
        use_.messages.say(fmt::format(texts::exports::kNotFinished, pictures.front()));
        use_.messages.note(fmt::format("pictures unfinished {}", pictures.size()));
    }
}

void ScreenshotsAndExports::cancel_export(UiClock::Time now) {
    if (cancel_.sure(now))
        export_panel_.cancel();
    else
        use_.messages.complain(texts::exports::kEscAgain);
}

// That an export takes.
std::string ScreenshotsAndExports::device() const {
    const std::string chosen = use_.in_use.choice().ids().front();
    const DeviceList *list = use_.in_use.engines().devices();
    return list == nullptr ? chosen : export_device(chosen, list->devices);
}

void ScreenshotsAndExports::export_film(const film::FilmExportJob &job) {
    ExportOrder order;
    order.job.path = job.path;
    order.job.size = job.film.size;
    order.device = device();
    order.film = job;
    export_panel_.add(std::move(order));
}

void ScreenshotsAndExports::draw_export_section(Controls &controls) {
    ExportContext context;
    context.location = &use_.session.location();
    context.window = use_.session.size();
    context.viewport = use_.session.viewport();
    context.method = use_.session.method_choice();
    context.device = device();
    context.samples = use_.pictures.anti_aliasing().samples();
    context.lut = use_.session.colour().lut;
    context.file = use_.in_use.shown_file();
    const EngineFeed *feed = use_.in_use.first();
    const auto perturbation = feed == nullptr ? nullptr : feed->perturbation();
    if (const auto data = perturbation ? perturbation->last() : nullptr)
        context.orbit = data->orbit;
    export_panel_.draw(controls, context);
}

bool ScreenshotsAndExports::draw_exports(Controls &controls) {
    const bool shown = export_panel_.draw_exports(controls, device());
    if (const auto file = export_panel_.take_shown())
        show_folder(use_.messages, file->parent_path());
    return shown;
}

} // namespace fathom::ui
