#pragma once
#include "render/film/film.h"

#include <string>
#include <string_view>
#include <vector>

namespace fathom::film {

/// A tour as a film: a way through the plane from stop to stop, for measurements and
/// demonstrations. From stop to stop it zooms (FilmWay::zoom), and nothing is eased.
/// docs/reference/tours.md describes the format.
struct Tour {
    Film film;
    std::vector<std::string> warnings; ///< a sentence for each key that was not known
};

/// Reads a tour file, or the one that is built in for "builtin". Throws InputError naming the file,
/// the line and the reason, also for a palette that there is not.
Tour load_tour(const std::string &source);
/// As load_tour, of a text; `source` names it in messages.
Tour parse_tour(std::string_view text, std::string_view source);
/// Whether a text is a tour's, which says how many seconds lie between its stops. Throws InputError
/// where it is no TOML.
bool is_tour(std::string_view text, std::string_view source);

} // namespace fathom::film
