#pragma once
#include "render/farm/job.h"

namespace fathom::farm {

// What is done differently where a job makes a film, by segments.

/// Of this machine; the manifest's, but for another version or encoder: then it throws InputError
/// that names both. DiskError where there is none; nothing if stopped.
/// Not of a film of pictures.
std::optional<VideoFormat> video_format_of(const FarmJob &job, const film::FilmExportJob &film,
                                           const std::atomic<bool> &stop);

/// As run_task.
TaskOutcome run_film_task(const FarmJob &job, int task, const TaskMachine &machine,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress);
/// As join_job, where no result is missing.
JoinOutcome join_film(const FarmJob &job, const std::filesystem::path &file,
                      const std::atomic<bool> &stop, const std::function<void(double)> &progress);

} // namespace fathom::farm
