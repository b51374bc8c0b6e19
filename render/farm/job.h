#pragma once
#include "render/engines/render_request.h"
#include "render/film/film_export_job.h"
#include "render/jobs/band_schedule.h"
#include "render/jobs/export_job.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fathom {
class Engine;
struct OrbitProgress;
} // namespace fathom

namespace fathom::farm {

// A job is a folder that holds all that is needed to make a picture or a film in parts, on machines
// that know nothing of each other (docs/reference/farm-format.md). Its tasks, counted from 1, make
// a result each; who has them all joins them to the file that one machine makes alone, byte for
// byte. Nothing in the folder says where it lies, and nothing hangs on any clock.

/// Parts that a job may have.
inline constexpr int kMostParts = 100'000;

/// How a job's work is cut.
struct JobCut {
    int parts = 1; ///< 1 to kMostParts
    /// Each part whose number is a multiple of it is made twice, by another task, which tells
    /// whether two machines agree; 0: none.
    int check_every = 0;
    /// Of a film: tasks before all others that make the rings which more than one part needs; 0:
    /// each part makes its own.
    int ring_tasks = 0;
};

/// A file of a job beside its manifest.
struct JobFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t sum = 0; ///< CRC-32 (zlib's)
};

/// The picture of a job: an export's without what lies in files of their own (place, colours,
/// orbits).
struct JobPicture {
    Size size;
    int samples = 1;
    bool adaptive = false;
    std::string type; ///< of the picture: ".png", ".jpg", ".exr" or ".npy"
    ColourDepth depth = ColourDepth::usual;
    bool raw = false;
    int dots_per_inch = 0;
    int quality = 0;
    Precision precision = Precision::f64;
    Approximation approximation = Approximation::la;
    bool shortcuts = true;
    std::optional<Precision> first; ///< see FirstType
    PngShape rows{1, 1, 8};         ///< of a result with one row
};

/// The film of a job: an export's without what lies in files of their own.
struct JobFilm {
    std::string type; ///< ".mp4", ".mkv", ".mov" or ".webm"; of pictures ".png" or ".exr"
    VideoOptions video;
    film::FilmPlan plan;
    std::string ffmpeg;  ///< its version, which makes the bytes, too; none of pictures
    std::string encoder; ///< FFmpeg's

    [[nodiscard]] bool writes_pictures() const { return !is_video_type(type); }
};

struct FarmJob {
    std::filesystem::path folder;
    std::string id;      ///< 16 digits, made of all that the manifest says
    std::string program; ///< version of Fathom that planned it
    JobCut cut;
    JobPicture picture;          ///< unless it is a film
    std::optional<JobFilm> film; ///< then the rest of what is said of rows is about segments
    std::vector<JobFile> files;

    /// Those that make rings, cut.ring_tasks, then those that make parts, cut.parts, and behind
    /// them those that make some again.
    [[nodiscard]] int tasks() const noexcept;
    [[nodiscard]] bool makes_rings(int task) const noexcept { return task <= cut.ring_tasks; }
    /// Whether it makes a part that another task makes, too.
    [[nodiscard]] bool makes_again(int task) const noexcept {
        return task > cut.ring_tasks + cut.parts;
    }
    /// The part, from 1, that a task makes; not one that makes rings.
    [[nodiscard]] int part_of(int task) const noexcept;
    /// The task that makes the part, and the one that makes it again; 0: none does.
    [[nodiscard]] int task_of(int part) const noexcept { return cut.ring_tasks + part; }
    [[nodiscard]] int check_of(int part) const noexcept;
    /// The picture's rows that a part has.
    [[nodiscard]] RowRange rows_of(int part) const noexcept;
    /// The film's segments that a part has, from 0, the last one included.
    [[nodiscard]] film::FrameRange segments_of(int part) const noexcept;
    /// Their frames.
    [[nodiscard]] film::FrameRange frames_of(int part) const noexcept;
    /// What its result has: segments, or where the film is pictures these; from 0.
    [[nodiscard]] film::FrameRange pieces_of(int part) const noexcept;
    /// Where a task's result goes.
    [[nodiscard]] std::filesystem::path result_file(int task) const;
};

/// Reads a job's manifest, which may be hostile. Throws InputError that names the file: missing,
/// broken, changed since it was planned, of a newer format.
FarmJob read_job(const std::filesystem::path &folder);
/// Throws InputError, which names both, unless this version of the program planned the job.
void check_version(const FarmJob &job);
/// Throws InputError unless the job has such a task.
void check_task(const FarmJob &job, std::int64_t task);

/// A picture that is to be a job. Its location, method and colours are settled but for the ranks;
/// what its path tells is its type.
struct PicturePlan {
    std::filesystem::path folder; ///< that is to be made
    ExportJob picture;
    JobCut cut;
};
/// Throws InputError for more parts than the picture can have, or a folder that is there already.
void check_plan(const PicturePlan &plan);
/// Writes the job, for which ranks are found and reference orbits are made here, once. Nothing if
/// stopped. Throws as check_plan, DiskError, and as the engine; then no folder is left.
std::optional<FarmJob> plan_picture(const PicturePlan &plan, Engine &engine,
                                    OrbitProgress *progress, const std::atomic<bool> &stop);

/// Likewise a film. What its path tells is its type.
struct FilmJobPlan {
    std::filesystem::path folder;
    film::FilmExportJob film;
    JobCut cut;
};
/// Throws as check_plan, of the film.
void check_plan(const FilmJobPlan &plan);
/// What a film's tasks would have in common.
struct SharedRings {
    int rings = 0; ///< of the film's zooms
    /// Share of the samples of all rings that parts make of which another one has made them before,
    /// where none of the tasks are for rings.
    double made_twice = 0;
};
SharedRings shared_rings(const FilmJobPlan &plan);
/// Writes the job, with a copy of the sound, for which limits, colours and reference orbits are
/// found here, once. Nothing if stopped. Throws InputError, as the engine, and DiskError where
/// there is no FFmpeg, too; then no folder is left.
std::optional<FarmJob> plan_film(const FilmJobPlan &plan, Engine &engine,
                                 const std::atomic<bool> &stop,
                                 const std::function<void(double)> &progress);

enum class TaskState {
    missing,
    begun, ///< it was cut, and the next one who does it goes on there
    done
};
/// By a look at the result's beginning and end; whether all bytes between are sound is seen when it
/// is read.
TaskState task_state(const FarmJob &job, int task);
/// The tasks that are not done, in order; those of rings only while a part is left.
std::vector<int> tasks_left(const FarmJob &job);
/// What a task takes of others' results.
struct TaskNeeds {
    std::vector<int> tasks;         ///< that have to be done before it
    std::vector<int> missing;       ///< those of them that are not
    std::vector<std::string> files; ///< of the others what it reads, by their paths in the folder
};
/// Throws InputError where the job's files are not as they were planned.
TaskNeeds needs_of(const FarmJob &job, int task);

/// "3,7-12": rising numbers as ranges, as schedulers take them.
std::string as_ranges(const std::vector<int> &numbers);

/// Reads a task's whole result. Nothing if it is sound, else what is wrong with it, a sentence;
/// empty where there is none.
std::optional<std::string> fault_of(const FarmJob &job, int task);

/// What a result says of its making, for people.
struct TaskRecord {
    std::string host, device;
    std::string when; ///< in UTC, by the host's clock
    double seconds = 0;
};

struct TaskOutcome {
    bool finished = false; ///< false: it was stopped; what it made is kept for the next one
    double kept = 0;       ///< share that an earlier run had made
    double seconds = 0;
};
/// What does a task.
struct TaskMachine {
    Engine &engine;
    int threads = 0; ///< for what a reference orbit needs; 0: one for each core
};
/// Makes the result of a task, anew if there is one; of a film by the FFmpeg of this machine. Any
/// number of processes may do the same one at a time. Throws InputError, DiskError, and as the
/// engine.
TaskOutcome run_task(const FarmJob &job, int task, const TaskMachine &machine,
                     const std::atomic<bool> &stop, const std::function<void(double)> &progress);

/// A part whose two results are not the same.
struct TaskDifference {
    int part = 0, check = 0; ///< tasks
    int at = 0; ///< row of the picture, segment or picture of the film: the first that differs
    TaskRecord part_record, check_record;
};
struct JoinOutcome {
    bool finished = false; ///< the file is there
    std::vector<int> missing;
    std::vector<std::pair<int, std::string>> damaged; ///< tasks, and what is wrong with each
    std::vector<TaskDifference> differing;
    double seconds = 0;
};
/// Makes the job's file of the results, if all are there, sound, and equal where there are two. A
/// result that is seen to be damaged when it is read is renamed, so that its task is not done.
/// Memory does not grow with the picture. Throws InputError for a name that does not end as the
/// job's type, and DiskError.
JoinOutcome join_job(const FarmJob &job, const std::filesystem::path &file,
                     const std::atomic<bool> &stop, const std::function<void(double)> &progress);

} // namespace fathom::farm
