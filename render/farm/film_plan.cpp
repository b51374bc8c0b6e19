#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/new_folder.h"
#include "render/farm/result.h"
#include "render/film/film_toml.h"
#include "render/jobs/export_job.h"

#include <fmt/format.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

void copy_sound(const fs::path &from, const fs::path &to) {
    std::error_code failed;
    fs::copy_file(from, to, failed);
    if (failed)
        throw DiskError(fmt::format("cannot copy {} to {}: {}; free some space or choose another "
                                    "folder",
                                    from.string(), to.string(), failed.message()));
}

} // namespace

std::optional<VideoFormat> video_format_of(const FarmJob &job, const FilmExportJob &film,
                                           const std::atomic<bool> &stop) {
    const Ffmpeg ffmpeg = find_ffmpeg(job.folder, stop);
    if (stop)
        return std::nullopt;
    const JobFilm &planned = *job.film;
    if (quotable(ffmpeg.version) != planned.ffmpeg)
        throw InputError(fmt::format("{} was planned with FFmpeg {} and this machine has {}: use "
                                     "the same one on all machines, or plan the job again",
                                     job.folder.string(), planned.ffmpeg,
                                     quotable(ffmpeg.version)));
    VideoFormat format = video_format(film, ffmpeg);
    if (format.encoder != planned.encoder)
        throw InputError(fmt::format("{} was planned for FFmpeg's {} and this machine's would take "
                                     "{}: use the same FFmpeg on all machines, or plan the job "
                                     "again",
                                     job.folder.string(), planned.encoder, format.encoder));
    return format;
}

std::optional<FarmJob> plan_film(const FilmJobPlan &plan, const std::atomic<bool> &stop) {
    const FilmExportJob &film = plan.film;
    if (writes_pictures(film))
        throw InputError(fmt::format("{}: a job makes a film in one file; choose a type such as "
                                     ".mp4",
                                     film.path.string()));
    check_film_job(film);
    FarmJob job;
    job.cut = plan.cut;
    job.film = JobFilm{file_type(film.path), film.video, plan_of(film), {}, {}};
    check_new_job(job, plan.cut, plan.folder);
    const Ffmpeg ffmpeg = find_ffmpeg(plan.folder, stop);
    if (stop)
        return std::nullopt;
    const VideoFormat format = video_format(film, ffmpeg);
    try_encoder(format, stop);
    if (film.film.audio)
        check_sound(*film.film.audio, stop);
    if (stop)
        return std::nullopt;
    job.film->ffmpeg = quotable(ffmpeg.version);
    job.film->encoder = format.encoder;
    NewFolder made(plan.folder);
    write_text_file(made.path() / kFilmFile, to_text(film.film));
    if (film.film.audio)
        copy_sound(*film.film.audio, made.path() / kSoundFile);
    write_manifest(made.path(), std::move(job));
    made.commit();
    return read_job(plan.folder);
}

} // namespace fathom
