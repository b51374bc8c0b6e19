#include "render/film/film_export.h"

#include "render/base/clock.h"
#include "render/engines/engine.h"
#include "render/film/film_lanes.h"
#include "render/film/segment_output.h"

#include <algorithm>
#include <cstdint>
#include <thread>

namespace fathom::film {
namespace {

/// Where a lane begins it makes rings that another one has, too: so there are no more than keep a
/// part of the engine at work, and each makes runs of some segments. Frames of many samples keep it
/// at work by two lanes, and leave less to wait for at the film's end. An encoder has four threads,
/// but it waits for itself half of the time.
FilmCrew crew_for(const FilmExportJob &job, std::size_t parts) {
    constexpr unsigned kCoresOfEncoder = 2;
    constexpr int kLanesOfPart = 3, kLanesOfHeavyPart = 2, kSegmentsOfLane = 8;
    constexpr std::int64_t kManySamples = 20'000'000; // of a frame
    const auto engines = static_cast<int>(parts);
    const int encoders = static_cast<int>(std::thread::hardware_concurrency() / kCoresOfEncoder);
    const int segments = plan_of(job).segments();
    const Size size = job.film.size;
    const bool heavy =
        std::int64_t{size.width} * size.height * film_samples(job.film) >= kManySamples;
    const int of_part = std::min({heavy ? kLanesOfHeavyPart : kLanesOfPart, encoders / engines,
                                  segments / kSegmentsOfLane / engines});
    const int wanted = job.lanes > 0 ? job.lanes : engines * std::max(1, of_part);
    const int lanes = std::clamp(wanted, 1, segments);
    // One more than are made at a time: that one's last frames are written meanwhile.
    return {lanes, std::max(encoders, lanes + 1)};
}

} // namespace

FilmExportResult export_film_to(SegmentOutput &output, Engine &engine, const FilmExportJob &job,
                                const std::atomic<bool> &stop,
                                const std::function<void(double)> &progress) {
    const Stopwatch watch;
    const auto parts = engine.parts().size();
    const FilmCrew crew = crew_for(job, parts);
    FilmExportResult result;
    result.frames = plan_of(job).count();
    {
        FilmLanes work(engine, job, output, crew);
        result.kept_frames = work.kept();
        int reported = 0; // what an engine that failed had made is lost
        const bool made = work.wait(stop, [&](int frames) {
            reported = std::max(reported, std::min(frames, result.frames));
            progress(static_cast<double>(reported) / result.frames);
        });
        if (!made)
            return result;
        const FilmFramesTimes times = work.times();
        result.orbit_ms = times.orbit_ms / static_cast<double>(parts);
        result.rings_ms = times.rings_ms / static_cast<double>(parts);
        result.frames_ms = times.frames_ms / static_cast<double>(parts);
        result.encode_ms = work.encode_ms() / crew.writers;
    }
    const Stopwatch joining;
    result.finished = output.finish(stop);
    result.encode_ms += joining.ms();
    result.total_ms = watch.ms();
    return result;
}

FilmExportResult export_film(Engine &engine, const FilmExportJob &job,
                             const std::atomic<bool> &stop,
                             const std::function<void(double)> &progress) {
    check_film_job(job);
    const Stopwatch watch;
    const auto output =
        make_segment_output(job, crew_for(job, engine.parts().size()).writers, stop);
    FilmExportResult result;
    if (output)
        result = export_film_to(*output, engine, job, stop, progress);
    result.frames = plan_of(job).count();
    result.total_ms = watch.ms();
    return result;
}

} // namespace fathom::film
