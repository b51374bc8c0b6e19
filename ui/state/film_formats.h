#pragma once
#include "render/film/film_export_job.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/film.h"

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
    FilmFormat{"h264", texts::film::kH264, ".mp4"},
    FilmFormat{"h265", texts::film::kH265, ".mp4"},
    FilmFormat{"av1", texts::film::kAv1, ".mkv"},
    FilmFormat{"vp9", texts::film::kVp9, ".webm"},
    FilmFormat{"prores", texts::film::kProRes, ".mov"},
    FilmFormat{"ffv1", texts::film::kFfv1, ".mkv", true},
    FilmFormat{"h264-nvenc", texts::film::kH264Gpu, ".mp4"},
    FilmFormat{"h265-nvenc", texts::film::kH265Gpu, ".mp4"},
    FilmFormat{"av1-nvenc", texts::film::kAv1Gpu, ".mkv"},
    FilmFormat{"png", texts::film::kPngFiles, ".png", true},
    FilmFormat{"exr", texts::film::kExrFiles, ".exr", true},
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
