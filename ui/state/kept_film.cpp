#include "ui/state/kept_film.h"

#include "render/base/error.h"
#include "render/film/film_toml.h"
#include "ui/state/control_advice.h"
#include "ui/state/set_aside.h"
#include "ui/texts/film.h"

#include <fmt/format.h>
#include <system_error>

namespace fathom::ui {

namespace fs = std::filesystem;

fs::path kept_film_path(const fs::path &session) {
    return session.parent_path() / "film.toml";
}

void keep_film(const fs::path &session, const film::Film *film) {
    const fs::path path = kept_film_path(session);
    std::error_code error;
    if (film != nullptr && film->keys.size() >= 2)
        write_film_file(path, *film);
    else if (fs::exists(path, error) && !fs::remove(path, error))
        throw DiskError(fmt::format(texts::film::kFilmNotRemoved, path.string(), error.message()));
}

KeptFilm kept_film(const fs::path &session) {
    const fs::path path = kept_film_path(session);
    std::error_code error;
    if (!fs::exists(path, error))
        return {};
    try {
        return {std::make_shared<const film::Film>(film::read_film_file(path).film), {}};
    } catch (const Error &refusal) {
        return {nullptr, fmt::format(texts::film::kFilmLost,
                                     named_shortly(with_controls(refusal), path), set_aside(path))};
    }
}

} // namespace fathom::ui
