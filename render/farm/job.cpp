#include "render/farm/job.h"

#include "kernels/colour/colour_filter.h"
#include "render/base/error.h"
#include "render/base/version.h"
#include "render/farm/job_files.h"
#include "render/farm/job_limits.h"
#include "render/farm/manifest.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::farm {
namespace {

std::int64_t blocks_of(int rows) {
    return (rows + kernels::kFilterBlock - 1) / kernels::kFilterBlock;
}

/// Where, of `units` that cannot be cut, those of the part of that index begin.
int begin_of(std::int64_t units, int index, int parts) {
    return static_cast<int>(units * index / parts);
}

} // namespace

int most_parts(const FarmJob &job) noexcept {
    const std::int64_t units =
        job.film ? job.film->plan.segments() : blocks_of(job.picture.size.height);
    return static_cast<int>(std::min<std::int64_t>(units, kMostParts));
}

int FarmJob::tasks() const noexcept {
    return cut.ring_tasks + cut.parts + (cut.check_every > 0 ? cut.parts / cut.check_every : 0);
}

int FarmJob::part_of(int task) const noexcept {
    const int part = task - cut.ring_tasks;
    return part <= cut.parts ? part : (part - cut.parts) * cut.check_every;
}

int FarmJob::check_of(int part) const noexcept {
    const int every = cut.check_every;
    return every > 0 && part % every == 0 ? cut.ring_tasks + cut.parts + part / every : 0;
}

RowRange FarmJob::rows_of(int part) const noexcept {
    const std::int64_t blocks = blocks_of(picture.size.height);
    const auto begin = [&](int index) {
        return std::min(begin_of(blocks, index, cut.parts) * kernels::kFilterBlock,
                        picture.size.height);
    };
    return {begin(part - 1), begin(part) - begin(part - 1)};
}

film::FrameRange FarmJob::segments_of(int part) const noexcept {
    const int segments = film->plan.segments();
    return {begin_of(segments, part - 1, cut.parts), begin_of(segments, part, cut.parts) - 1};
}

film::FrameRange FarmJob::frames_of(int part) const noexcept {
    const film::FrameRange segments = segments_of(part);
    return {film->plan.segment(segments.first).first, film->plan.segment(segments.last).last};
}

film::FrameRange FarmJob::pieces_of(int part) const noexcept {
    if (!film->writes_pictures())
        return segments_of(part);
    const film::FrameRange frames = frames_of(part);
    return {frames.first - film->plan.frames.first, frames.last - film->plan.frames.first};
}

std::filesystem::path FarmJob::result_file(int task) const {
    const char *type = makes_rings(task) ? ".rings" : film ? ".film" : ".png";
    return folder / kResultsFolder / fmt::format("{:06}{}", task, type);
}

FarmJob read_job(const std::filesystem::path &folder) {
    const std::filesystem::path path = folder / kManifestName;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw InputError(fmt::format("{} is no job: there is no {} in it; name the folder of a job "
                                     "that was planned",
                                     folder.string(), kManifestName));
    FarmJob job = parse_manifest(TomlDocument::read_file(path), path.string());
    job.folder = folder;
    return job;
}

void check_version(const FarmJob &job) {
    if (job.program != version())
        throw InputError(fmt::format("{} was planned by Fathom {} and this is Fathom {}: use the "
                                     "same version on all machines, or plan the job again",
                                     job.folder.string(), job.program, version()));
}

void check_task(const FarmJob &job, std::int64_t task) {
    if (task < 1 || task > job.tasks())
        throw InputError(fmt::format("{} has the tasks 1 to {}, and no task {}",
                                     job.folder.string(), job.tasks(), task));
}

std::string as_ranges(const std::vector<int> &numbers) {
    std::string text;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[first]);
        if (last > first)
            text += fmt::format("-{}", numbers[last]);
        first = last + 1;
    }
    return text;
}

} // namespace fathom::farm
