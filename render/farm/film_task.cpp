#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/farm/segment_result.h"
#include "render/film/film_export.h"
#include "render/film/segment_output.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fathom {
namespace {

/// A task and what it is made with.
struct FilmTask {
    const FarmJob &job;
    int number;
    FilmExportJob film; ///< its frames alone
    VideoFormat format;
};

/// Encodes the segments of a task, and makes its result of them.
class TaskOutput : public SegmentOutput {
  public:
    TaskOutput(const FilmTask &task, FilmPieces::Settings settings,
               std::function<TaskRecord()> record)
        : task_(task), plan_(plan_of(task.film)), record_(std::move(record)),
          pieces_(std::move(settings)) {}

    [[nodiscard]] int kept(int segment) override {
        const FrameRange frames = plan_.segment(segment);
        return pieces_.is_made(segment) ? frames.last - frames.first + 1 : 0;
    }
    std::unique_ptr<SegmentWriter> begin(int segment, const std::atomic<bool> &stop) override {
        return make_video_writer(task_.format, pieces_, segment, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        SegmentsWriter result(task_.job, task_.number);
        for (int segment = 0; segment < plan_.segments(); ++segment) {
            if (stop)
                return false;
            result.add(pieces_.file(segment));
        }
        result.finish(record_());
        pieces_.done();
        return true;
    }

  private:
    const FilmTask &task_;
    const FilmPlan plan_;
    const std::function<TaskRecord()> record_;
    FilmPieces pieces_;
};

std::unique_ptr<TaskOutput> open(const FilmTask &task, const std::function<TaskRecord()> &record) {
    FilmPieces::Settings settings;
    settings.destination = task.job.result_file(task.number);
    settings.purpose = task.job.id;
    settings.count = plan_of(task.film).segments();
    settings.continued = true;
    try {
        return std::make_unique<TaskOutput>(task, settings, record);
    } catch (const FolderInUse &) {
    } catch (const DiskError &) { // it went away together with that program's work
    }
    // Beside another program's.
    settings.destination += fmt::format(".{}", ::getpid());
    settings.continued = false;
    return std::make_unique<TaskOutput>(task, settings, record);
}

/// The frames of a part's segments.
FrameRange frames_of(const FarmJob &job, int part) {
    const FrameRange segments = job.segments_of(part);
    const FilmPlan &plan = job.film->plan;
    return {plan.segment(segments.first).first, plan.segment(segments.last).last};
}

} // namespace

TaskOutcome run_film_task(const FarmJob &job, int task, const TaskMachine &machine,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress) {
    const Stopwatch watch;
    FilmExportJob film = load_film(job);
    film.film.audio.reset(); // which is joined to the whole
    film.range = frames_of(job, job.part_of(task));
    check_film_job(film);
    const auto format = video_format_of(job, film, stop);
    if (!format)
        return {};
    const std::string device =
        fmt::format("{} ({})", machine.engine.info().id, machine.engine.info().name);
    const FilmTask work{job, task, film, *format};
    const auto output = open(work, [&] { return record_of(device, watch.ms() / 1000); });
    const FilmExportResult result = export_film_to(*output, machine.engine, film, stop, progress);
    return {result.finished, static_cast<double>(result.kept_frames) / result.frames,
            watch.ms() / 1000};
}

} // namespace fathom
