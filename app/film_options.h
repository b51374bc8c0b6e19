#pragma once
#include "app/commands.h"

namespace fathom {

struct Film;

/// Offers all that `fathom film` takes. `film` has to outlive the parsing.
void add_film_command(CLI::App &command, FilmCommand &film);

/// The film that the options name, with what they say otherwise about it: the file's, or that
/// between two places. Prints the file's warnings. Throws InputError.
Film film_of(const FilmCommand &command, const OutputOptions &output);

} // namespace fathom
