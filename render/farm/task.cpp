#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/farm/ring_result.h"
#include "render/farm/ring_task.h"
#include "render/farm/segment_result.h"
#include "render/images/kept_folder.h"
#include "render/jobs/band_maker.h"
#include "render/jobs/export.h"

#include <algorithm>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCheckedBytes = std::size_t{4} << 20;

bool is_there(const fs::path &path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// Reads where a result begins.
void look_at(const FarmJob &job, int task) {
    if (job.makes_rings(task))
        check_ring_files(job, read_ring_result(job, task), false);
    else if (job.film)
        const SegmentsReader reader(job, task);
    else
        const RowsReader reader(job, task);
}

void read_rows(const FarmJob &job, int task) {
    RowsReader reader(job, task);
    const std::size_t row = job.picture.rows.row_bytes();
    const int most = static_cast<int>(std::max<std::size_t>(1, kCheckedBytes / row));
    std::vector<std::uint8_t> rows;
    while (reader.rows_left() > 0) {
        const int count = std::min(most, reader.rows_left());
        rows.resize(row * static_cast<std::size_t>(count));
        reader.read(count, rows);
    }
    reader.finish();
}

void read_segments(const FarmJob &job, int task) {
    SegmentsReader reader(job, task);
    while (reader.segments_left() > 0)
        reader.read_segment([](std::span<const std::byte>) {});
    reader.finish();
}

TaskOutcome run_picture_task(const FarmJob &job, int task, const TaskMachine &machine,
                             const std::atomic<bool> &stop,
                             const std::function<void(double)> &progress) {
    const Stopwatch watch;
    ExportJob picture = load_picture(job);
    load_orbits(job, machine.threads, picture);
    const RenderRequest whole = BandMaker(picture, picture.method, picture.ranks).whole_request();
    check_rows(job, PartRows(picture, whole));
    picture.part = PicturePart{
        job.rows_of(job.part_of(task)), result_name(job, task), result_text(job, task),
        [&] { return record_text(record_of(machine.engine.info(), watch.ms() / 1000)); }};
    const ExportResult result = export_image(machine.engine, picture, stop, progress);
    return {result.finished, result.kept, watch.ms() / 1000};
}

} // namespace

TaskState task_state(const FarmJob &job, int task) {
    const fs::path file = job.result_file(task);
    if (is_there(file)) {
        try {
            look_at(job, task);
            return TaskState::done;
        } catch (const InputError &) { // it is made again
        }
    }
    return is_there(KeptFolder::of(file)) ? TaskState::begun : TaskState::missing;
}

std::vector<int> tasks_left(const FarmJob &job) {
    std::vector<int> left;
    for (int task = 1; task <= job.tasks(); ++task)
        if (task_state(job, task) != TaskState::done)
            left.push_back(task);
    if (!left.empty() && job.makes_rings(left.back())) // nobody needs them any more
        left.clear();
    return left;
}

std::optional<std::string> fault_of(const FarmJob &job, int task) {
    if (!is_there(job.result_file(task)))
        return "";
    try {
        if (job.makes_rings(task))
            check_ring_files(job, read_ring_result(job, task), true);
        else if (job.film)
            read_segments(job, task);
        else
            read_rows(job, task);
    } catch (const InputError &error) {
        return error.what();
    }
    return std::nullopt;
}

TaskOutcome run_task(const FarmJob &job, int task, const TaskMachine &machine,
                     const std::atomic<bool> &stop, const std::function<void(double)> &progress) {
    check_version(job);
    check_task(job, task);
    const auto run = job.makes_rings(task) ? run_ring_task
                     : job.film            ? run_film_task
                                           : run_picture_task;
    return run(job, task, machine, stop, progress);
}

} // namespace fathom::farm
