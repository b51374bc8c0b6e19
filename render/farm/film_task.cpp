#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/farm/film_job.h"
#include "render/farm/film_shared.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/farm/ring_result.h"
#include "render/farm/segment_result.h"
#include "render/film/film_export.h"
#include "render/film/segment_output.h"

#include <fmt/format.h>

namespace fathom::farm {
namespace {

/// A task and what it is made with.
struct FilmTask {
    const FarmJob &job;
    int number;
    film::FilmExportJob film;          ///< its frames alone
    std::optional<VideoFormat> format; ///< none: pictures
};

int pieces_in(const FilmTask &task) {
    const film::FrameRange pieces = task.job.pieces_of(task.job.part_of(task.number));
    return pieces.last - pieces.first + 1;
}

/// Encodes the segments of a task, or compresses its pictures, and makes its result of them.
class TaskOutput : public film::SegmentOutput {
  public:
    TaskOutput(const FilmTask &task, film::FilmPieces::Settings settings,
               std::function<TaskRecord()> record)
        : task_(task), plan_(plan_of(task.film)), record_(std::move(record)),
          pieces_(std::move(settings)) {
        if (!task.format)
            pictures_.emplace(film::PictureSettings{
                task.film, film::FilmPath(task.film.film, task.film.film.size),
                [this](int frame) { return pieces_.file(frame - plan_.frames.first); }, 1,
                &pieces_});
    }

    [[nodiscard]] int kept(int segment) override {
        const film::FrameRange frames = plan_.segment(segment);
        if (!pictures_)
            return pieces_.is_made(segment) ? frames.last - frames.first + 1 : 0;
        int kept = 0;
        for (int frame = frames.first; frame <= frames.last; ++frame)
            kept += pieces_.is_made(frame - plan_.frames.first) ? 1 : 0;
        return kept;
    }
    std::unique_ptr<film::SegmentWriter> begin(int segment,
                                               const std::atomic<bool> &stop) override {
        if (pictures_)
            return make_picture_writer(*pictures_, stop);
        const int first = plan_.segment(segment).first - task_.job.film->plan.frames.first;
        return make_video_writer(*task_.format, pieces_, segment, first, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        SegmentsWriter result(task_.job, task_.number);
        for (int piece = 0; piece < pieces_in(task_); ++piece) {
            if (stop)
                return false;
            result.add(pieces_.file(piece).path);
        }
        result.finish(record_());
        pieces_.done();
        return true;
    }

  private:
    const FilmTask &task_;
    const film::FilmPlan plan_;
    const std::function<TaskRecord()> record_;
    film::FilmPieces pieces_;
    std::optional<film::PictureSettings> pictures_; ///< none: segments are encoded
};

std::unique_ptr<TaskOutput> open(const FilmTask &task, const std::function<TaskRecord()> &record) {
    film::FilmPieces::Settings settings{result_name(task.job, task.number), task.job.id,
                                        pieces_in(task), nullptr, true};
    if (!task.format)
        settings.type = task.job.film->type;
    try {
        return std::make_unique<TaskOutput>(task, settings, record);
    } catch (const FolderInUse &) {
    } catch (const DiskError &) { // it went away together with that program's work
    }
    settings.destination = beside_others(settings.destination);
    settings.continued = false;
    return std::make_unique<TaskOutput>(task, settings, record);
}

/// The job's film, of the task's frames alone, with all that is made already. Throws InputError
/// where rings are missing.
film::FilmExportJob film_of_task(const FarmJob &job, int task) {
    film::FilmExportJob film = load_film(job);
    film.film.audio.reset(); // which is joined to the whole
    film.range = job.frames_of(job.part_of(task));
    check_film_job(film);
    film::SharedFilm shared(film.film, frames_options(film));
    film.found = load_findings(job, shared, levels_of(shared, *film.range));
    const TaskNeeds needs = needs_of(job, task);
    if (!needs.missing.empty())
        throw InputError(
            fmt::format("{}: task {} needs the rings of {} {}, which {} not done; do "
                        "{} first",
                        job.folder.string(), task, needs.missing.size() == 1 ? "task" : "tasks",
                        as_ranges(needs.missing), needs.missing.size() == 1 ? "is" : "are",
                        needs.missing.size() == 1 ? "it" : "them"));
    if (!needs.tasks.empty())
        film.rings_folder = results_folder(job).folder(kRingsFolder).path(); // which is no link
    return film;
}

} // namespace

TaskOutcome run_film_task(const FarmJob &job, int task, const TaskMachine &machine,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress) {
    const Stopwatch watch;
    const film::FilmExportJob film = film_of_task(job, task);
    std::optional<VideoFormat> format;
    if (!job.film->writes_pictures()) {
        format = video_format_of(job, film, stop);
        if (!format)
            return {};
    }
    const FilmTask work{job, task, film, format};
    const auto output =
        open(work, [&] { return record_of(machine.engine.info(), watch.ms() / 1000); });
    const film::FilmExportResult result =
        export_film_to(*output, machine.engine, film, stop, progress);
    return {result.finished, static_cast<double>(result.kept_frames) / result.frames,
            watch.ms() / 1000};
}

} // namespace fathom::farm
