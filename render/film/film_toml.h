#pragma once
#include "render/base/complaint.h"
#include "render/film/film.h"
#include "render/places/scheme_names.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::film {

/// The newest format of films, which this version reads.
inline constexpr std::int64_t kFilmFormat = 1;
/// Larger films are refused unread.
inline constexpr std::size_t kMaxFilmText = std::size_t{16} << 20;

/// How the text of a film begins that this program writes.
inline constexpr std::string_view kFilmTextBegin =
    "# A film through fractals: what is seen when.\n";

/// Ways as files and options write them, and as people read them.
inline constexpr std::array kFilmWays = {
    Named{FilmWay::automatic, "automatic", "Automatic"},
    Named{FilmWay::zoom, "zoom", "Zoom"},
    Named{FilmWay::flight, "flight", "Flight"},
    Named{FilmWay::cut, "cut", "Cut"},
};

/// A film read from a stranger.
struct ParsedFilm {
    Film film;
    std::vector<Complaint> warnings; ///< as ParsedLocation's
};

/// The film as TOML (docs/reference/film-format.md), which needs no other file but its sound's:
/// printable ASCII, every digit. parse_film gives exactly the same film back. The sound's name is
/// written as seen from `folder`; without one as it is. Throws InputError if a value is out of
/// range (see check_film) or the text would be larger than kMaxFilmText.
std::string to_text(const Film &film,
                    const std::optional<std::filesystem::path> &folder = std::nullopt);

/// The same as files that are handed on carry it: the sound by its name alone, so that it hangs on
/// no folder of this machine and tells of none.
std::string text_to_hand_on(const Film &film);

/// Reads a film's text. Names of files are seen from `folder`, the film's own; without one, keys
/// whose location is in a file are refused and the sound's name stays as it is. `source` names the
/// text in messages. Throws InputError 'SOURCE:LINE: REASON' for broken text, a value out of range,
/// a missing key, a newer format or more than kMaxFilmText.
ParsedFilm parse_film(std::string_view text, std::string_view source,
                      const std::optional<std::filesystem::path> &folder = std::nullopt);

/// Whether a text is a film's, rather than a location's or a palette's.
bool is_film(std::string_view text);

/// Reads a film's file, or a tour's (see Tour). Throws InputError naming the file.
ParsedFilm read_film_file(const std::filesystem::path &path);

/// Writes to_text to a file, whole or not at all. Throws InputError for a value out of range,
/// DiskError otherwise.
void write_film_file(const std::filesystem::path &path, const Film &film);

} // namespace fathom::film
