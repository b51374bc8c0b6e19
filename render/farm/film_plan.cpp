#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/farm/film_job.h"
#include "render/farm/film_shared.h"
#include "render/farm/job_files.h"
#include "render/farm/new_folder.h"
#include "render/farm/result.h"
#include "render/farm/ring_task.h"
#include "render/film/film_toml.h"
#include "render/jobs/export_job.h"

#include <fmt/format.h>
#include <set>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

/// Without what FFmpeg and the job's files add.
FarmJob job_of(const FilmJobPlan &plan) {
    const film::FilmExportJob &film = plan.film;
    FarmJob job;
    job.cut = plan.cut;
    job.film = JobFilm{file_type(film.path), film.video, plan_of(film), {}, {}};
    return job;
}

void copy_sound(const fs::path &from, const fs::path &to) {
    std::error_code failed;
    fs::copy_file(from, to, failed);
    if (failed)
        throw DiskError(fmt::format("cannot copy {} to {}: {}; free some space or choose another "
                                    "folder",
                                    from.string(), to.string(), failed.message()));
}

} // namespace

std::optional<VideoFormat> video_format_of(const FarmJob &job, const film::FilmExportJob &film,
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

void check_plan(const FilmJobPlan &plan) {
    check_film_job(plan.film);
    const FarmJob job = job_of(plan);
    check_new_job(job, plan.cut, plan.folder);
    if (plan.cut.ring_tasks == 0)
        return;
    film::SharedFilm film(plan.film.film, frames_options(plan.film));
    const JobRings rings(job, film);
}

SharedRings shared_rings(const FilmJobPlan &plan) {
    const FarmJob job = job_of(plan);
    film::SharedFilm film(plan.film.film, frames_options(plan.film));
    std::set<film::FilmRing> once;
    double all = 0, again = 0;
    for (int part = 1; part <= plan.cut.parts; ++part)
        for (const film::FilmRing &ring : rings_of(film, levels_of(film, job.frames_of(part)))) {
            const auto samples = static_cast<double>(samples_of(film, ring));
            all += samples;
            again += once.insert(ring).second ? 0 : samples;
        }
    return {static_cast<int>(once.size()), all > 0 ? again / all : 0};
}

std::optional<FarmJob> plan_film(const FilmJobPlan &plan, Engine &engine,
                                 const std::atomic<bool> &stop,
                                 const std::function<void(double)> &progress) {
    const film::FilmExportJob &film = plan.film;
    check_plan(plan);
    FarmJob job = job_of(plan);
    if (!writes_pictures(film)) {
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
    }
    NewFolder made(plan.folder);
    if (!write_findings(made.path(), plan, engine, stop, progress))
        return std::nullopt;
    write_text_file(made.path() / kFilmFile, text_to_hand_on(film.film));
    if (film.film.audio)
        copy_sound(*film.film.audio, made.path() / kSoundFile);
    write_manifest(made.path(), std::move(job));
    made.commit();
    return read_job(plan.folder);
}

} // namespace fathom::farm
