#pragma once
#include "app/commands.h"

namespace fathom::film {
struct Film;
struct FilmExportJob;
} // namespace fathom::film

namespace fathom::app {

class CommandOptions;

/// Offers all that `fathom film` takes. `film` has to outlive the parsing.
void add_film_command(CommandOptions &command, FilmCommand &film);

/// Offers what a film has and a picture has not, for who offers the rest: FILE, --from, --to,
/// --seconds, --fps, --blur, --shutter, --frames, --codec, --bits and --audio. Likewise.
void add_planned_film_options(CommandOptions &command, FilmCommand &film);

/// The export that the command asks for.
film::FilmExportJob film_job(const FilmCommand &command, film::Film film);

/// The film that the options name, with what they say otherwise about it: the file's, or that
/// between two places. Prints the file's warnings. Throws InputError.
film::Film film_of(const FilmCommand &command, const OutputOptions &output);

} // namespace fathom::app
