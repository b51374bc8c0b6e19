#pragma once
#include "render/film/film_export_job.h"
#include "ui/state/ui_settings.h"

#include <array>
#include <string>
#include <vector>

namespace fathom::ui {

/// What the window writes films as.
struct FilmFormat {
    const char *id; ///< in settings: a codec's name, or the pictures' type
    const char *label;
    const char *ending; ///< that its files usually have
    bool lossless = false;
};
inline constexpr std::array kFilmFormats = {
    FilmFormat{"h264", "H.264, plays everywhere", ".mp4"},
    FilmFormat{"h265", "H.265, smaller", ".mp4"},
    FilmFormat{"av1", "AV1, smallest", ".mkv"},
    FilmFormat{"vp9", "VP9, for the web", ".webm"},
    FilmFormat{"prores", "ProRes, for cutting", ".mov"},
    FilmFormat{"ffv1", "FFV1, lossless", ".mkv", true},
    FilmFormat{"h264-nvenc", "H.264 by an NVIDIA GPU", ".mp4"},
    FilmFormat{"h265-nvenc", "H.265 by an NVIDIA GPU", ".mp4"},
    FilmFormat{"av1-nvenc", "AV1 by an NVIDIA GPU", ".mkv"},
    FilmFormat{"png", "PNG pictures", ".png", true},
    FilmFormat{"exr", "EXR pictures", ".exr", true},
};

/// The one of that id; the first one where there is none.
const FilmFormat &film_format(const std::string &id);
bool is_pictures(const FilmFormat &format);
/// Bits a channel that it can have, the usual ones first.
std::vector<int> possible_bits(const FilmFormat &format);
/// The one of these that was wished for last, or the usual one.
std::size_t index_of_bits(const std::vector<int> &bits, int wished);

/// The export of `film` that was asked for so. It goes on with what is there of it.
film::FilmExportJob film_job(const film::Film &film, const BegunFilm &begun);

} // namespace fathom::ui
