#pragma once
#include "render/engines/render_request.h"
#include "render/places/location.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fathom {

class Engine;
class ReferenceCache;
struct RankTable;

/// Samples a pixel that an export may take.
inline constexpr int kMaxSamples = 256;

/// A picture to write, of any size: it is computed and written in bands, so memory does not grow
/// with it.
struct ExportJob {
    Location location;
    Size size;
    int samples = 1;                         ///< per pixel, 1 to kMaxSamples
    Method method;                           ///< see export_method
    std::shared_ptr<const PaletteTable> lut; ///< of location.palette
    /// Goes on where an earlier run of the same export ended, and leaves what it has made for the
    /// next one if it does not finish: see ContinuedFile. Not of a .exr.
    bool continued = false;
    /// .png (8-bit RGB, with the location as text), .exr (linear light, likewise; see ExrPicture)
    /// or .npy (iterations and smooth counts)
    std::filesystem::path path;
    int dots_per_inch = 0;     ///< of a .png, 1 to kMaxDotsPerInch, or 0: not said
    bool whole_floats = false; ///< the colours of a .exr: float instead of half
    bool raw = false;          ///< of a .exr: raw data, too (see raw_channels.h)
    /// Of its colours; null: if they need any, they are found by a survey.
    std::shared_ptr<const RankTable> ranks;
};

/// Times of an export. Its parts run beside each other, so they may add up to more than the total.
struct ExportResult {
    bool finished = false; ///< false: it was stopped, and no file was written
    double kept = 0;       ///< share of the picture that an earlier run had written
    double iterate_ms = 0;
    double colour_ms = 0;
    double encode_ms = 0; ///< spent handing rows to the writer, waiting for it included
    double total_ms = 0;
};

/// What tells a file's type: the ending of its name in small letters, with its dot; empty if there
/// is none.
std::string file_type(const std::filesystem::path &path);

/// How the job's picture is to be iterated on that engine: see decide_method. A .npy or
/// raw data without a precision of their own are double, for their readers want the numbers (on the
/// whole set float gives another escape index at 1 of 1,000 pixels, all at the boundary).
Method export_method(const ExportJob &job, MethodChoice choice, const EngineTraits &engine,
                     std::shared_ptr<ReferenceCache> reference_cache = nullptr);

/// Throws InputError unless the path ends in .png, .exr or .npy and fits the job (samples only for
/// .png and .exr, raw data only for .exr with one sample: the mean of counts is none).
void check_export_job(const ExportJob &job);

/// Rows of the bands that a picture of that width is computed in: some `pixels` each, and whole
/// blocks of the colour filter, so that bands have the colours of the picture in one piece.
int band_rows(int width, std::int64_t pixels) noexcept;

/// Places inside a pixel where sample `index` (from 0) is taken: the R2 sequence (M. Roberts, "The
/// unreasonable effectiveness of quasirandom sequences", 2018) from the pixel's centre, rounded to
/// 1/256 of a pixel. The first is the centre.
Subpixel sample_position(int index) noexcept;

/// What tells the job's file from others in bytes: if it is continued, that must be the same.
std::string purpose_of(const ExportJob &job);

/// Computes and writes a picture. `progress` is called from this thread with the share done, 0 to
/// 1, several times a second. With several samples a pixel is their mean in linear light. Throws
/// InputError, DeviceError or DiskError; whenever it does not finish, no file is left behind and an
/// old one is untouched.
ExportResult export_image(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress);

} // namespace fathom
