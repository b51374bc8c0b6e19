#include "render/film/film_export_job.h"

#include "render/base/error.h"
#include "render/base/version.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/film/film_toml.h"
#include "render/images/kept_folder.h"
#include "render/jobs/export_job.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace fathom::film {
namespace {

void check_pictures(const FilmExportJob &job) {
    const PicturePattern pattern(job.path);
    const int bits = job.video.bits;
    if (pattern.type() == ".png" ? bits != 0 && bits != 8 && bits != 16 : bits != 0)
        throw InputError(fmt::format("{}: {}", job.path.string(),
                                     pattern.type() == ".png"
                                         ? "a .png has 8 or 16 bits a channel; choose one of these"
                                         : "an .exr holds light and has no bits; leave them out"));
    if (job.video.quality != 0)
        throw InputError(
            fmt::format("{}: pictures lose nothing; leave the quality out", job.path.string()));
    if (job.film.audio)
        throw InputError(fmt::format("{}: pictures have no sound; leave it out, or choose a name "
                                     "that ends in .mp4",
                                     job.path.string()));
}

void check_one_file(const FilmExportJob &job) {
    if (!is_video_type(file_type(job.path)))
        throw InputError(fmt::format("{}: the name tells the type of the film; choose one that "
                                     "ends in .mp4, .mkv, .mov or .webm, or pictures such as "
                                     "folder/%06d.png",
                                     job.path.string()));
    check_video(job.video, job.path, job.film.size);
    if (!job.film.audio)
        return;
    std::error_code failed;
    if (!std::filesystem::is_regular_file(*job.film.audio, failed))
        throw InputError(fmt::format("{}: there is no such file for the film's sound",
                                     job.film.audio->string()));
}

int frames_of(const FilmExportJob &job) {
    return FilmPath(job.film, job.film.size).frames(job.film.frames_per_second);
}

/// Of what purpose_of writes before the film, with room.
constexpr std::size_t kMaxEncoding = 65'536;

} // namespace

std::optional<FrameRange> parse_frame_range(std::string_view text) {
    FrameRange range;
    const char *const end = text.data() + text.size();
    auto [at, failed] = std::from_chars(text.data(), end, range.first);
    range.last = range.first;
    if (failed == std::errc() && at != end && *at == '-') {
        const auto [stop, bad] = std::from_chars(at + 1, end, range.last);
        at = stop;
        failed = bad;
    }
    if (failed != std::errc() || at != end || range.first < 0 || range.last < range.first)
        return std::nullopt;
    return range;
}

FrameRange FilmPlan::segment(int number) const {
    const int first = frames.first + number * frames_a_segment;
    return {first, std::min(first + frames_a_segment - 1, frames.last)};
}

void check_film_job(const FilmExportJob &job) {
    check_film(job.film);
    if (writes_pictures(job))
        check_pictures(job);
    else
        check_one_file(job);
    const int frames = frames_of(job);
    if (job.range &&
        (job.range->first < 0 || job.range->first > job.range->last || job.range->last >= frames))
        throw InputError(fmt::format("there are no frames {}-{}: the film has {}, 0 to {}",
                                     job.range->first, job.range->last, frames, frames - 1));
}

bool writes_pictures(const FilmExportJob &job) {
    return is_picture_pattern(job.path);
}

FilmPlan plan_of(const FilmExportJob &job) {
    return {job.range.value_or(FrameRange{0, frames_of(job) - 1}),
            frames_a_segment(job.film.frames_per_second)};
}

FilmFramesOptions frames_options(const FilmExportJob &job) {
    FilmFramesOptions options;
    options.size = job.film.size;
    options.frames_per_second = job.film.frames_per_second;
    options.samples = film_samples(job.film);
    options.more_where_dense = !job.film.samples;
    options.blur_frames = job.film.blur_frames;
    options.shutter = job.film.shutter;
    if (writes_pictures(job)) {
        options.bits = file_type(job.path) == ".exr" || job.video.bits == 16 ? 16 : 8;
    } else {
        options.bits = frame_bits(job.video);
        options.ycbcr = ycbcr_frame(job.video, job.film.size);
    }
    options.rings_folder = job.rings_folder;
    options.found = job.found;
    return options;
}

VideoFormat video_format(const FilmExportJob &job, const Ffmpeg &ffmpeg) {
    VideoFormat format;
    format.size = job.film.size;
    format.rate = frame_rate(job.film.frames_per_second);
    format.options = job.video;
    format.encoder = encoder_of(job.video, job.film.size, ffmpeg.encoders);
    format.file = job.path;
    return format;
}

std::string purpose_of(const FilmExportJob &job, const Ffmpeg &ffmpeg) {
    const FilmPlan plan = plan_of(job);
    std::string purpose = fmt::format("Fathom {}\n{}, frames {}-{}\n", version(),
                                      file_type(job.path), plan.frames.first, plan.frames.last);
    if (writes_pictures(job)) {
        purpose += fmt::format("{} bits\n", frames_options(job).bits);
    } else {
        const VideoFormat format = video_format(job, ffmpeg);
        purpose += fmt::format("FFmpeg {}, {} frames a segment, at their times\n", ffmpeg.version,
                               plan.frames_a_segment);
        for (const std::string &word : encoding_arguments(job.video, job.film.size, format.encoder))
            purpose += word + '\n';
    }
    return purpose + to_text(job.film);
}

Film unfinished_film(const std::filesystem::path &path) {
    const std::string text = unfinished_purpose(path, kMaxFilmText + kMaxEncoding);
    try {
        const std::size_t begin = text.find(kFilmTextBegin);
        return parse_film(std::string_view(text).substr(std::min(begin, text.size())),
                          KeptFolder::purpose_of(path).filename().string())
            .film;
    } catch (const Error &error) {
        throw InputError(fmt::format("{}: what is kept there is no film's; remove that folder and "
                                     "export the film anew ({})",
                                     KeptFolder::of(path).string(), error.what()));
    }
}

} // namespace fathom::film
