#include "ui/explorer/opened_files.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/film/film_toml.h"
#include "render/import/any_file.h"
#include "render/jobs/overview_engine.h"
#include "render/places/named_place.h"
#include "render/places/own_palettes.h"
#include "render/places/toml_document.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/control_advice.h"
#include "ui/state/film_sound.h"
#include "ui/texts/devices.h"

#include <SDL.h>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {

namespace {

// Where that fails they can be used all the same.
AnyFile with_palettes_kept(AnyFile file) {
    try {
        file.palettes = keep_palettes(find_assets_dir(), std::move(file.palettes));
    } catch (const Error &error) {
        file.warnings.push_back(with_controls(error));
    }
    return file;
}

// Of what is no text of ours, read_any_file says what is wrong.
bool holds_film(const std::filesystem::path &path) {
    if (path.extension() != ".toml")
        return false;
    try {
        return film::is_film(TomlDocument::read_file(path, film::kMaxFilmText));
    } catch (const InputError &) {
        return false;
    }
}

} // namespace

std::optional<OpenFile> dropped_file(const SDL_DropEvent &event) {
    const std::unique_ptr<char, decltype(&SDL_free)> dropped(event.file, SDL_free);
    if (event.type != SDL_DROPFILE)
        return std::nullopt;
    return OpenFile{dropped.get()};
}

void OpenedFiles::choose() {
    chooser_.ask({}, [this](const std::filesystem::path &path) { open(path); });
}

void OpenedFiles::choose_palette() {
    chooser_.ask({FileQuestion::What::palette, {}, {}},
                 [this](const std::filesystem::path &path) { open_palette(path); });
}

void OpenedFiles::open_palette(const std::filesystem::path &path) {
    run(path, [this, path] { return read(path, read_palettes(path)); });
}

void OpenedFiles::open(const std::filesystem::path &path) {
    if (is_sound_name(path)) {
        sound_ = path;
        return;
    }
    run(path, [this, path] {
        return holds_film(path) ? read_film(path) : read(path, read_any_file(path));
    });
}

// On a thread of the background, as what follows.
Background::Result OpenedFiles::read(const std::filesystem::path &path, AnyFile any) {
    AnyFile file = with_palettes_kept(std::move(any));
    for (std::string &warning : file.warnings)
        warning = named_shortly(std::move(warning), path);
    if (file.place)
        for (Complaint &warning : file.place->warnings)
            warning.what = named_shortly(std::move(warning.what), path);
    // std::function has to be copyable, so they travel in a shared box.
    const auto samples = std::make_shared<Samples>(samples_of(path, file));
    return [this, path, file, samples] { take(path, file, std::move(*samples)); };
}

Background::Result OpenedFiles::read_film(const std::filesystem::path &path) {
    film::ParsedFilm parsed = film::read_film_file(path);
    OpenedFilm film{path, std::move(parsed.film), {}};
    for (const Complaint &warning : parsed.warnings)
        film.warnings.push_back(named_shortly(with_controls(warning), path));
    return [this, film] {
        use_.settings.remember_file(film.path.string());
        film_ = film;
    };
}

void OpenedFiles::run(const std::filesystem::path &path, std::function<Background::Result()> work) {
    use_.background.run([this, path, work = std::move(work)]() -> Background::Result {
        try {
            return work();
        } catch (const std::exception &error) {
            std::error_code ignored;
            const bool gone = !std::filesystem::exists(path, ignored);
            return [this, path, gone, why = named_shortly(with_controls(error), path)] {
                use_.messages.complain(why);
                if (gone)
                    use_.settings.forget_file(path.string());
            };
        }
    });
}

OpenedFiles::Samples OpenedFiles::samples_of(const std::filesystem::path &path,
                                             const AnyFile &file) {
    if (!file.place || !file.exr)
        return {};
    try {
        return {std::make_unique<OverviewEngine>(path, file.place->location), {}};
    } catch (const Error &error) {
        return {nullptr, named_shortly(with_controls(error), path)};
    }
}

void OpenedFiles::show_samples(const std::filesystem::path &path) {
    try {
        take_samples(samples_of(path, read_any_file(path)));
    } catch (const Error &error) {
        use_.messages.complain(error);
    }
}

void OpenedFiles::take_samples(Samples &&samples) {
    if (!samples.why_not.empty())
        use_.messages.say(fmt::format(texts::devices::kFileFailed, samples.why_not));
    if (!samples.engine)
        return;
    const auto [name, detail] =
        std::pair(samples.engine->info().name, samples.engine->info().detail);
    use_.in_use.show_file(std::move(samples.engine));
    use_.messages.say(fmt::format(texts::devices::kShownFromSamples, name, detail));
    use_.messages.note("samples of " + name);
}

void OpenedFiles::take(const std::filesystem::path &path, const AnyFile &file, Samples &&samples) {
    if (file.place) {
        know(path, file.place->location);
        take_samples(std::move(samples));
        use_.steering.go(*file.place, path.filename().string());
    } else {
        use_.settings.remember_file(path.string());
        use_.colours.take_palettes(file.palettes, file.warnings);
    }
}

void OpenedFiles::know(const std::filesystem::path &path, const Location &place) {
    last_ = Titled{tidied_text(path.filename().string(), NamedPlace::kMaxName, false), place};
    use_.settings.remember_file(path.string());
}

std::optional<std::string> OpenedFiles::title_of(const Location &location) const {
    if (!last_ || !same_place(last_->place, location))
        return std::nullopt;
    return last_->title;
}

} // namespace fathom::ui
