#pragma once
#include "render/film/film_export_job.h"

#include <atomic>
#include <functional>

namespace fathom {
class Engine;
} // namespace fathom

namespace fathom::film {

class SegmentOutput;

/// What an export of a film took. Its stages run beside each other, so they may add up to more than
/// the total; of several engines they are the mean.
struct FilmExportResult {
    bool finished = false; ///< false: it was stopped; no file was written, of pictures only some
    int frames = 0;        ///< of the film that was asked for
    int kept_frames = 0;   ///< that an earlier run had made
    double orbit_ms = 0, rings_ms = 0, frames_ms = 0; ///< see FilmFramesTimes
    double encode_ms = 0; ///< spent on handing frames to encoders and on joining
    double total_ms = 0;
};

/// Makes the frames of a film and writes them, as one file by FFmpeg or as pictures. The film is
/// cut into segments (see FilmPlan); lanes make them side by side, each a run of its own, so that
/// all parts of the engine (Engine::parts) and several encoders are at work. The bytes depend
/// neither on them nor on the engine. `progress` is called from this thread with the share done, 0
/// to 1, several times a second.
///
/// Throws InputError, DeviceError or DiskError. Whenever it does not finish an old file is
/// untouched, and nothing is left but, of a job that is continued, the folder that the next run
/// goes on with, and pictures that are whole.
FilmExportResult export_film(Engine &engine, const FilmExportJob &job,
                             const std::atomic<bool> &stop,
                             const std::function<void(double)> &progress);

/// Likewise of a film whose segments go to `output`, which puts them in place.
FilmExportResult export_film_to(SegmentOutput &output, Engine &engine, const FilmExportJob &job,
                                const std::atomic<bool> &stop,
                                const std::function<void(double)> &progress);

} // namespace fathom::film
