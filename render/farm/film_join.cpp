#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/new_folder.h"
#include "render/farm/segment_result.h"
#include "render/film/film_pieces.h"
#include "render/film/film_toml.h"
#include "render/images/checksum.h"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace fathom {
namespace {

namespace fs = std::filesystem;

struct SegmentSum {
    std::uint64_t bytes = 0;
    std::uint32_t sum = 0;
    friend bool operator==(const SegmentSum &, const SegmentSum &) = default;
};

/// What was read of a task's result.
struct ReadResult {
    std::vector<SegmentSum> segments;
    TaskRecord record;
};

/// Takes the results of a film's tasks apart into files of segments.
class SegmentsJoiner {
  public:
    SegmentsJoiner(const FarmJob &job, fs::path folder) : job_(job), folder_(std::move(folder)) {}

    /// Reads a part, and what was made of it again; notes what is wrong.
    void add(int part) {
        const auto made = read(part, true);
        const int every = job_.cut.check_every;
        if (every == 0 || part % every != 0)
            return;
        const int check = job_.cut.parts + part / every;
        const auto again = read(check, false);
        if (!made || !again || made->segments == again->segments)
            return;
        int segment = job_.segments_of(part).first;
        for (std::size_t at = 0; made->segments[at] == again->segments[at]; ++at)
            ++segment;
        outcome_.differing.push_back({part, check, segment, made->record, again->record});
    }
    [[nodiscard]] JoinOutcome &outcome() noexcept { return outcome_; }

  private:
    std::optional<ReadResult> read(int task, bool keep) {
        try {
            ReadResult result;
            SegmentsReader reader(job_, task);
            for (int segment = job_.segments_of(job_.part_of(task)).first;
                 reader.segments_left() > 0; ++segment)
                result.segments.push_back(read_segment(reader, keep ? segment : -1));
            result.record = reader.finish();
            return result;
        } catch (const InputError &error) {
            outcome_.damaged.emplace_back(task, error.what());
            return std::nullopt;
        }
    }
    /// Into its file, unless it has no number.
    SegmentSum read_segment(SegmentsReader &reader, int number) {
        std::optional<OutputFile> file;
        if (number >= 0)
            file.emplace(folder_ / FilmPieces::segment_name(number));
        SegmentSum sum;
        reader.read_segment([&](std::span<const std::byte> bytes) {
            sum.bytes += bytes.size();
            sum.sum = crc32_of(bytes, sum.sum);
            if (file)
                file->write(bytes);
        });
        if (file)
            file->commit();
        return sum;
    }

    const FarmJob &job_;
    const fs::path folder_;
    JoinOutcome outcome_;
};

VideoFile video_of(const FarmJob &job, const FilmExportJob &film, const fs::path &folder) {
    const FilmPlan &plan = job.film->plan;
    VideoFile video;
    video.folder = folder;
    for (int segment = 0; segment < plan.segments(); ++segment) {
        const FrameRange frames = plan.segment(segment);
        video.segments.push_back(
            {FilmPieces::segment_name(segment), frames.last - frames.first + 1});
    }
    video.text = to_text(film.film);
    if (film.film.audio)
        video.audio = checked_file(job, kSoundFile);
    video.audio_begin = plan.frames.first / film.film.frames_per_second;
    return video;
}

} // namespace

JoinOutcome join_film(const FarmJob &job, const fs::path &file, const std::atomic<bool> &stop,
                      const std::function<void(double)> &progress) {
    FilmExportJob film = load_film(job);
    film.path = file;
    const auto format = video_format_of(job, film, stop);
    if (!format)
        return {};
    {
        // What can be seen to be impossible is said now.
        const OutputFile tried(file);
    }
    const NewFolder folder(file.string() + ".segments"); // never keeps its name
    SegmentsJoiner joiner(job, folder.path());
    for (int part = 1; part <= job.cut.parts && !stop; ++part) {
        joiner.add(part);
        progress(static_cast<double>(part) / job.cut.parts);
    }
    JoinOutcome &outcome = joiner.outcome();
    if (!stop && outcome.damaged.empty() && outcome.differing.empty())
        outcome.finished = join_segments(*format, video_of(job, film, folder.path()), stop);
    return std::move(outcome);
}

} // namespace fathom
