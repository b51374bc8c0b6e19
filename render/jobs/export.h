#pragma once
#include "render/jobs/band_schedule.h"
#include "render/jobs/export_job.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace fathom {

class Engine;

/// What the time of an export went to, in ms. Its stages run beside each other, and each moment
/// counts for one of them alone, so these add up to the total.
struct ExportParts {
    double survey_ms = 0;  ///< finding ranks of colours
    double iterate_ms = 0; ///< iterating, with reference orbits and the search for doubtful pixels
    double colour_ms = 0;  ///< colouring, as far as it was not hidden behind iterating
    double copy_ms = 0;    ///< likewise, reading colours and taking means of them
    double encode_ms = 0;  ///< all the rest: nothing but opening, encoding and writing the file
};

/// For how long each stage of an export was at work, in ms. They run beside each other, so they may
/// add up to more than the total; of several engines that compute it they are the mean.
struct StageTimes {
    double iterate_ms = 0; ///< on the device; of frames at once at most the time that passed
    double colour_ms = 0;  ///< likewise
    double copy_ms = 0;    ///< spent reading colours and taking means of them
    double encode_ms = 0;  ///< spent handing rows to the writer, waiting for it included
};

/// What came of an export.
struct ExportResult {
    bool finished = false; ///< false: it was stopped, and no file was written
    double kept = 0;       ///< share of the picture that an earlier run had written
    ExportParts parts;
    StageTimes busy;
    double total_ms = 0;
};

/// Places inside a pixel where sample `index` (from 0) is taken: the R2 sequence (M. Roberts, "The
/// unreasonable effectiveness of quasirandom sequences", 2018) from the pixel's centre, rounded to
/// 1/256 of a pixel. The first is the centre.
Subpixel sample_position(int index) noexcept;
/// The scheme that colours sample `index` (from 0) of several a pixel. The filter stands for what
/// few samples miss of their pixels; of many the mean itself is nearer to the truth
/// (docs/reference/colours.md has figures), so all but the first ones go without.
kernels::ColourScheme sample_scheme(kernels::ColourScheme scheme, int index) noexcept;

/// Computes and writes a picture, with all parts of the engine (Engine::parts) at once: the bytes
/// depend neither on them nor on `sizes`. `progress` is called from this thread with the share
/// done, 0 to 1, several times a second. With several samples a pixel is their mean in linear
/// light. Throws InputError, DeviceError or DiskError; whenever it does not finish, no file is left
/// behind and an old one is untouched.
ExportResult export_image(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress, const BandSizes &sizes = {});

} // namespace fathom
