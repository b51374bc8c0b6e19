#pragma once
#include "render/farm/job.h"
#include "render/film/film_rings.h"

#include <string>
#include <vector>

namespace fathom::farm {

/// A file with samples of a ring, in the folder of rings.
struct RingFile {
    film::FilmRing ring;
    JobFile file;
};

/// Where the files of rings are: "results/rings".
std::filesystem::path rings_folder(const FarmJob &job);

/// Writes the result of a task that makes rings: a list of their files, which are there. Throws
/// DiskError.
void write_ring_result(const FarmJob &job, int task, const std::vector<RingFile> &files,
                       const TaskRecord &record);
/// Reads such a result, which may be hostile. Throws InputError that names the file: missing,
/// damaged, another job's, task's or version's.
std::vector<RingFile> read_ring_result(const FarmJob &job, int task);

/// Throws InputError unless all these files are there; with `thoroughly` unless each byte is sound.
void check_ring_files(const FarmJob &job, const std::vector<RingFile> &files, bool thoroughly);

} // namespace fathom::farm
