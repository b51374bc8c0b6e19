#include "ui/explorer/opened_files.h"

#include "render/base/background.h"
#include "render/import/any_file.h"
#include "render/places/named_place.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/control_advice.h"

#include <SDL.h>
#include <memory>

namespace fathom {

std::optional<OpenFile> dropped_file(const SDL_DropEvent &event) {
    const std::unique_ptr<char, decltype(&SDL_free)> dropped(event.file, SDL_free);
    if (event.type != SDL_DROPFILE)
        return std::nullopt;
    return OpenFile{dropped.get()};
}

std::string file_title(const std::filesystem::path &path) {
    return tidied_text(path.filename().string(), NamedPlace::kMaxName, false);
}

void OpenedFiles::choose() {
    chooser_.ask({}, [this](const std::filesystem::path &path) { open(path); });
}

void OpenedFiles::open(const std::filesystem::path &path) {
    use_.background.run([this, path]() -> Background::Result {
        try {
            return [this, path, file = read_any_file(path)] { take(path, file); };
        } catch (const std::exception &error) {
            return [this, why = with_controls(error)] { use_.messages.complain(why); };
        }
    });
}

void OpenedFiles::take(const std::filesystem::path &path, const AnyFile &file) {
    if (file.place) {
        know(file_title(path), file.place->location);
        use_.steering.fly_to(*file.place);
    } else {
        use_.colours.take_palettes(file.palettes, file.warnings);
    }
}

void OpenedFiles::know(std::string title, const Location &place) {
    last_ = Titled{std::move(title), place};
}

std::optional<std::string> OpenedFiles::title_of(const Location &location) const {
    if (!last_ || !same_place(last_->place, location))
        return std::nullopt;
    return last_->title;
}

} // namespace fathom
