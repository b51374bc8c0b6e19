#include "ui/state/film_formats.h"

#include <algorithm>
#include <string_view>

namespace fathom::ui {

const FilmFormat &film_format(const std::string &id) {
    const auto *const found =
        std::find_if(kFilmFormats.begin(), kFilmFormats.end(),
                     [&](const FilmFormat &format) { return format.id == id; });
    return found == kFilmFormats.end() ? kFilmFormats.front() : *found;
}

bool is_pictures(const FilmFormat &format) {
    const std::string_view ending = format.ending;
    return ending == ".png" || ending == ".exr";
}

std::vector<int> possible_bits(const FilmFormat &format) {
    if (!is_pictures(format))
        return possible_bits(video_codec(format.id));
    constexpr std::string_view kPng = ".png";
    return format.ending == kPng ? std::vector<int>{8, 16} : std::vector<int>();
}

std::size_t index_of_bits(const std::vector<int> &bits, int wished) {
    const auto found = std::find(bits.begin(), bits.end(), wished);
    return found == bits.end() ? 0 : static_cast<std::size_t>(found - bits.begin());
}

film::FilmExportJob film_job(const film::Film &film, const BegunFilm &begun) {
    film::FilmExportJob job;
    job.film = film;
    job.path = begun.path;
    job.continued = true;
    if (begun.last_frame >= begun.first_frame)
        job.range = film::FrameRange{begun.first_frame, begun.last_frame};
    job.rings_folder = begun.rings;
    const FilmFormat &format = film_format(begun.format);
    if (is_pictures(format))
        job.film.audio.reset(); // which they cannot have
    else
        job.video.codec = video_codec(format.id);
    if (const std::vector<int> bits = possible_bits(format); bits.size() > 1)
        job.video.bits = bits[index_of_bits(bits, begun.bits)];
    if (!format.lossless)
        job.video.quality = begun.quality;
    return job;
}

} // namespace fathom::ui
