#include "render/bench/bench_film.h"

#include "render/base/assets.h"
#include "render/base/byte_words.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/turns.h"
#include "render/bench/bench_runs.h"
#include "render/bench/scratch_folder.h"
#include "render/engines/engine.h"
#include "render/film/direct_frame.h"
#include "render/film/film_export.h"
#include "render/film/film_frames.h"
#include "render/film/film_path.h"
#include "render/film/film_toml.h"
#include "render/film/ring_room.h"
#include "render/film/segment_output.h"
#include "render/places/palette.h"
#include "render/video/ffmpeg.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// Takes frames and drops them, for a machine that has nothing to encode them with.
class NoOutput : public film::SegmentOutput {
  public:
    [[nodiscard]] int kept(int /*segment*/) override { return 0; }
    std::unique_ptr<film::SegmentWriter> begin(int /*segment*/,
                                               const std::atomic<bool> & /*stop*/) override {
        return std::make_unique<Writer>();
    }
    bool finish(const std::atomic<bool> & /*stop*/) override { return true; }

  private:
    class Writer : public film::SegmentWriter {
      public:
        [[nodiscard]] bool wants(int /*frame*/) override { return true; }
        bool write(int /*frame*/, const PixelRows & /*rows*/) override { return true; }
        bool finish() override { return true; }
    };
};

/// Why films are not encoded on this machine; empty if they are.
std::string encoding_problem(const film::FilmExportJob &job, const std::atomic<bool> &stop) {
    try {
        const Ffmpeg ffmpeg = find_ffmpeg(job.path.filename(), stop);
        if (!stop)
            video_format(job, ffmpeg);
        return {};
    } catch (const Error &error) {
        return fmt::format("frames were made and not encoded: {}", error.what());
    }
}

Size even(Size size) {
    return {std::max(film::FilmLimits::kMinSide, size.width / 2 * 2),
            std::max(film::FilmLimits::kMinSide, size.height / 2 * 2)};
}

double pixels_of(Size size) {
    return static_cast<double>(size.width) * size.height;
}

/// The film as a device makes it.
film::Film film_for(const BenchmarkDevice &device, const FilmBench &bench, film::Film film) {
    constexpr Size kCpuSize{640, 360};
    if (!device.is_gpu())
        film.frames_per_second = std::min(film.frames_per_second, kCpuFilmRate);
    if (bench.size)
        film.size = *bench.size;
    else if (!device.is_gpu() && pixels_of(film.size) > pixels_of(kCpuSize))
        film.size = even(scaled(film.size, std::sqrt(pixels_of(kCpuSize) / pixels_of(film.size))));
    film.audio.reset(); // sound is copied, not made
    return film;
}

film::Film in_other_colours(film::Film film) {
    for (film::FilmKey &key : film.keys)
        key.location.own_palette = Palette{"bench", {{0, 0, 0, 0}, {0.5, 255, 255, 255}}};
    return film;
}

/// What of a film is measured.
struct FilmTask {
    const BenchmarkFilm *film = nullptr;
    FilmWork work{};
};

std::vector<FilmTask> tasks_of(const std::vector<BenchmarkFilm> &films) {
    std::vector<FilmTask> tasks;
    for (const BenchmarkFilm &film : films) {
        tasks.push_back({&film, FilmWork::whole});
        if (ring_bytes(film.film) > 0) {
            tasks.push_back({&film, FilmWork::keeping_rings});
            tasks.push_back({&film, FilmWork::from_kept_rings});
        }
        tasks.push_back({&film, FilmWork::frame_by_frame});
    }
    return tasks;
}

class FilmMeter {
  public:
    FilmMeter(const FilmBench &bench, const std::atomic<bool> &stop) : bench_(bench), stop_(stop) {}

    /// Nothing if stopped.
    std::optional<FilmRow> measure(const BenchmarkDevice &device, const FilmTask &task) {
        film::FilmExportJob job;
        job.film = film_for(device, bench_, task.film->film);
        job.path = folder_.path() / "film.mp4";
        FilmRow row;
        row.film = task.film->name;
        row.work = task.work;
        row.device = device.id;
        row.instruction_set = device.instruction_set;
        const bool rings =
            task.work == FilmWork::keeping_rings || task.work == FilmWork::from_kept_rings;
        if (rings)
            use_rings(task.work, job, row.remark);
        const bool measured = row.remark.empty();
        row.size = job.film.size;
        row.frames_per_second = job.film.frames_per_second;
        row.samples =
            task.work == FilmWork::frame_by_frame ? kDirectSamples : film_samples(job.film);
        row.frames = plan_of(job).count();
        const bool done = !measured || (task.work == FilmWork::frame_by_frame
                                            ? make_frame_by_frame(*device.engine, job.film, row)
                                            : make_film(*device.engine, job, row));
        std::error_code ignored;
        if (task.work == FilmWork::from_kept_rings)
            fs::remove_all(rings_folder(), ignored);
        return done ? std::optional(std::move(row)) : std::nullopt;
    }

  private:
    static constexpr int kDirectSamples = 16;
    static constexpr int kDirectFrames = 36; ///< of a film, spread evenly

    [[nodiscard]] fs::path rings_folder() const { return folder_.path() / "rings"; }

    /// Has the job keep its rings or begin with them, in a size for which the disk has room; says
    /// why not otherwise.
    void use_rings(FilmWork work, film::FilmExportJob &job, std::string &remark) {
        constexpr double kShare = 0.25; // other planes of the samples may come on top
        constexpr double kLeastFactor = 1.0 / 8;
        // As many as the whole film has: a smaller one would take more by itself, and more room.
        job.film.samples = film_samples(job.film);
        if (work == FilmWork::keeping_rings) {
            std::error_code unknown;
            const auto space = fs::space(folder_.path(), unknown);
            const double free = unknown ? 0 : static_cast<double>(space.available);
            const double bytes = ring_bytes(job.film);
            const double factor =
                std::min(1.0, std::sqrt(std::min(kShare * free, bench_.most_ring_bytes) / bytes));
            ring_size_ = factor == 1 ? job.film.size : even(scaled(job.film.size, factor));
            no_room_.clear();
            if (factor < kLeastFactor)
                no_room_ = fmt::format(
                    "not measured: its rings take {}, for which {} has no room; set TMPDIR to a "
                    "folder on a larger disk",
                    byte_words(bytes), folder_.path().parent_path().string());
        } else {
            job.film = in_other_colours(std::move(job.film));
        }
        job.film.size = ring_size_;
        job.rings_folder = rings_folder();
        remark = no_room_;
    }

    /// False if stopped.
    bool make_film(Engine &engine, const film::FilmExportJob &job, FilmRow &row) {
        check_film_job(job);
        row.remark = encoding_problem(job, stop_);
        row.made = row.frames;
        const auto no_progress = [](double) {};
        NoOutput nowhere;
        const film::FilmExportResult result =
            row.remark.empty() ? export_film(engine, job, stop_, no_progress)
                               : export_film_to(nowhere, engine, job, stop_, no_progress);
        row.orbit_ms = result.orbit_ms;
        row.rings_ms = result.rings_ms;
        row.frames_ms = result.frames_ms;
        if (row.remark.empty())
            row.encode_ms = result.encode_ms;
        row.total_ms = result.total_ms;
        return result.finished;
    }

    /// Times some frames; the total is what all would take. False if stopped.
    bool make_frame_by_frame(Engine &engine, const film::Film &film, FilmRow &row) {
        const film::FilmPath path(film, film.size);
        const std::vector<Engine *> parts = engine.parts();
        Turns turns(parts.front()->frames_at_once());
        row.made = std::min(row.frames, kDirectFrames);
        const Stopwatch watch;
        for (int i = 0; i < row.made; ++i) {
            const auto number = (2 * std::int64_t{i} + 1) * row.frames / (2 * row.made);
            const double seconds = static_cast<double>(number) / film.frames_per_second;
            const film::DirectFrame frame{path.at(seconds), path.palette_cycles(seconds), film.size,
                                          kDirectSamples};
            if (!make_directly(frame, {*parts.front(), turns}))
                return false;
        }
        row.frames_ms = watch.ms();
        row.total_ms = *row.frames_ms * row.frames / row.made / static_cast<double>(parts.size());
        row.remark = fmt::format("frame by frame: {} frames of {} samples a pixel were made; the "
                                 "total is what all of a film would take",
                                 row.made, kDirectSamples);
        return true;
    }

    bool make_directly(const film::DirectFrame &frame, const film::SharedEngine &engine) {
        ColourSettings colour;
        colour.lut = load_lut(find_assets_dir(), frame.location);
        colour.mixed = true;
        const auto mean =
            engine.engine.make_mean(frame.location.colour.dither != kernels::ColourDither::none);
        mean->begin(frame.size, 0, 0);
        if (!add_direct_frame(frame, engine, colour, *mean, stop_))
            return false;
        const auto bytes = static_cast<std::size_t>(3 * pixels_of(frame.size));
        mean->resolve({engine.engine.take_memory(bytes).get(), bytes});
        return true;
    }

    const FilmBench &bench_;
    const std::atomic<bool> &stop_;
    const ScratchFolder folder_;
    Size ring_size_;      ///< of the film that keeps its rings
    std::string no_room_; ///< why it does not; or empty
};

} // namespace

std::vector<BenchmarkFilm> benchmark_films() {
    const auto assets = find_assets_dir();
    std::error_code error;
    std::vector<BenchmarkFilm> films;
    if (assets)
        for (const fs::directory_entry &entry : fs::directory_iterator(*assets / "films", error))
            if (entry.path().extension() == ".toml")
                films.push_back(
                    {entry.path().stem().string(), film::read_film_file(entry.path()).film});
    std::sort(films.begin(), films.end(),
              [](const BenchmarkFilm &a, const BenchmarkFilm &b) { return a.name < b.name; });
    return films;
}

double ring_bytes(const film::Film &film) {
    film::FilmExportJob job;
    job.film = film;
    film::SharedFilm shared(film, frames_options(job));
    return kept_ring_bytes(shared, {0, shared.frames() - 1});
}

bool bench_film(std::vector<BenchmarkDevice> &devices, const FilmBench &bench,
                const BenchmarkWatch &watch, BenchReport &report) {
    FilmMeter meter(bench, watch.stop);
    std::string previous;
    return measure_each(
        devices, tasks_of(bench.films), watch,
        [&](const BenchmarkDevice &device) {
            const bool another_set = std::exchange(previous, device.id) == device.id;
            return !another_set && (device.id != "reference" || bench.with_reference);
        },
        [&](const BenchmarkDevice &device, const FilmTask &task) {
            return meter.measure(device, task);
        },
        report.films);
}

} // namespace fathom
