#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace fathom::ui {

class Controls;
struct BegunFilm;

/// What was asked for of one of them.
struct UnfinishedFilmChoice {
    std::optional<std::size_t> go_on;
    std::optional<std::size_t> forget;
};

/// Exports of films that ended before their end, in this session or one before: the top of the Film
/// section. Draws nothing where there are none.
UnfinishedFilmChoice draw_unfinished_films(Controls &controls, const std::vector<BegunFilm> &films);

} // namespace fathom::ui
