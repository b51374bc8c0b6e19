#pragma once
#include "render/film/film.h"

#include <filesystem>
#include <memory>
#include <string>

namespace fathom::ui {

/// Where the film of a window is kept whose session is kept in that file.
std::filesystem::path kept_film_path(const std::filesystem::path &session);

/// Keeps it there, whole or not at all; one of less than two keys, or none, is not kept. Throws
/// DiskError, InputError.
void keep_film(const std::filesystem::path &session, const film::Film *film);

/// What was kept.
struct KeptFilm {
    std::shared_ptr<const film::Film> film; ///< null: there is none
    std::string complaint;                  ///< one sentence, if something was wrong
};
/// Throws nothing for a bad file: that is set aside.
KeptFilm kept_film(const std::filesystem::path &session);

} // namespace fathom::ui
