#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/new_folder.h"
#include "render/farm/segment_result.h"
#include "render/film/film_pictures.h"
#include "render/film/film_pieces.h"
#include "render/film/film_toml.h"
#include "render/images/checksum.h"

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fathom::farm {
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

/// Where a piece of the film goes; counted from 0.
using FileOfPiece = std::function<OutputName(int piece)>;

/// Reads the results of a film's tasks.
class ResultsReader {
  public:
    explicit ResultsReader(const FarmJob &job) : job_(job) {}

    /// Reads a part, its pieces into files, and what was made of it again; notes what is wrong.
    void add(int part, const FileOfPiece &file_of) {
        const auto made = read(job_.task_of(part), file_of);
        const int check = job_.check_of(part);
        if (check == 0)
            return;
        const auto again = read(check, nullptr);
        if (!made || !again || made->segments == again->segments)
            return;
        int piece = job_.pieces_of(part).first;
        for (std::size_t at = 0; made->segments[at] == again->segments[at]; ++at)
            ++piece;
        outcome_.differing.push_back(
            {job_.task_of(part), check, piece, made->record, again->record});
    }
    [[nodiscard]] bool is_sound() const {
        return outcome_.damaged.empty() && outcome_.differing.empty();
    }
    [[nodiscard]] JoinOutcome &outcome() noexcept { return outcome_; }

  private:
    std::optional<ReadResult> read(int task, const FileOfPiece &file_of) {
        try {
            ReadResult result;
            SegmentsReader reader(job_, task);
            for (int piece = job_.pieces_of(job_.part_of(task)).first; reader.segments_left() > 0;
                 ++piece)
                result.segments.push_back(
                    read_piece(reader, file_of ? std::optional(file_of(piece)) : std::nullopt));
            result.record = reader.finish();
            return result;
        } catch (const InputError &error) {
            outcome_.damaged.emplace_back(task, error.what());
            return std::nullopt;
        }
    }
    static SegmentSum read_piece(SegmentsReader &reader, const std::optional<OutputName> &name) {
        std::optional<OutputFile> file;
        if (name)
            file.emplace(*name);
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
    JoinOutcome outcome_;
};

VideoFile video_of(const FarmJob &job, const film::FilmExportJob &film, const OwnFolder &folder) {
    const film::FilmPlan &plan = job.film->plan;
    VideoFile video;
    video.folder = folder;
    for (int segment = 0; segment < plan.segments(); ++segment) {
        const film::FrameRange frames = plan.segment(segment);
        video.segments.push_back(
            {film::FilmPieces::segment_name(segment), frames.last - frames.first + 1});
    }
    video.text = text_to_hand_on(film.film);
    if (film.film.audio)
        video.audio = checked_file(job, kSoundFile);
    video.audio_begin = plan.frames.first / film.film.frames_per_second;
    return video;
}

JoinOutcome join_video(const FarmJob &job, const fs::path &file, const std::atomic<bool> &stop,
                       const std::function<void(double)> &progress) {
    film::FilmExportJob film = load_film(job);
    film.path = file;
    const auto format = video_format_of(job, film, stop);
    if (!format)
        return {};
    {
        // What can be seen to be impossible is said now.
        const OutputFile tried(file);
    }
    const NewFolder made(file.string() + ".segments"); // never keeps its name
    const OwnFolder folder(made.path());
    ResultsReader results(job);
    for (int part = 1; part <= job.cut.parts && !stop; ++part) {
        results.add(part, [&](int segment) {
            return OutputName(folder, film::FilmPieces::segment_name(segment));
        });
        progress(static_cast<double>(part) / job.cut.parts);
    }
    if (!stop && results.is_sound())
        results.outcome().finished = join_segments(*format, video_of(job, film, folder), stop);
    return std::move(results.outcome());
}

/// All is read before the first picture is written, so that nothing is written of what is damaged.
JoinOutcome join_pictures(const FarmJob &job, const fs::path &pattern,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress) {
    const film::PicturePattern pictures(pattern);
    const int first = job.film->plan.frames.first;
    ResultsReader checked(job);
    double done = 0;
    const auto read_all = [&](ResultsReader &results, const FileOfPiece &file_of) {
        for (int part = 1; part <= job.cut.parts && !stop; ++part) {
            results.add(part, file_of);
            progress(++done / (2.0 * job.cut.parts));
        }
        return !stop && results.is_sound();
    };
    if (!read_all(checked, nullptr))
        return std::move(checked.outcome());
    make_folder_of(pictures);
    ResultsReader results(job);
    results.outcome().finished =
        read_all(results, [&](int piece) { return pictures.file(first + piece); });
    return std::move(results.outcome());
}

} // namespace

JoinOutcome join_film(const FarmJob &job, const fs::path &file, const std::atomic<bool> &stop,
                      const std::function<void(double)> &progress) {
    return (job.film->writes_pictures() ? join_pictures : join_video)(job, file, stop, progress);
}

} // namespace fathom::farm
