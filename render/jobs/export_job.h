#pragma once
#include "render/engines/render_request.h"
#include "render/jobs/doubtful_pixels.h"
#include "render/jobs/picture_part.h"
#include "render/places/location.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace fathom {

class ReferenceCache;
struct RankTable;

/// Samples a pixel that an export may take.
inline constexpr int kMaxSamples = 256;

/// How finely a picture's colours are kept.
enum class ColourDepth {
    usual,   ///< 8 bits in a .png, half in a .exr
    bits8,   ///< a channel of a .png
    bits16,  ///< likewise, of the mean of samples in linear light, without dithering
    half,    ///< of a .exr
    floating ///< likewise
};

/// A stream that is open, such as standard output.
struct PictureStreamTarget {
    int descriptor = -1; ///< -1: none
    std::string type;    ///< ".png", ".jpg", ".exr" or ".npy"
};

/// A picture to write, of any size: it is computed and written in bands, so memory does not grow
/// with it.
struct ExportJob {
    Location location;
    Size size;
    int samples = 1;       ///< per pixel, 1 to kMaxSamples
    bool adaptive = false; ///< the second and further ones only where neighbours differ, see
                           ///< Refinement: of pictures
    Method method;         ///< see export_method
    std::optional<FirstType> first; ///< see there; none: all pixels are of the method's type
    std::shared_ptr<const PaletteTable> lut; ///< of location.palette
    /// Goes on where an earlier run of the same export ended, and leaves what it has made for the
    /// next one if it does not finish: see KeptPieces.
    bool continued = false;
    /// Tells apart what its samples are read from (see Recording::mark); empty if it is iterated.
    std::string source;
    /// .png (RGB, with the location as text), .exr (linear light, likewise; see ExrPicture)
    /// or .npy (iterations and smooth counts; see NpyRows); .jpg or .jpeg (as .png, but for what
    /// it loses)
    std::filesystem::path path;
    /// Takes the file piece by piece instead of the path, which then is its name in sentences; of
    /// a .exr the pieces come when the last one is there.
    PictureStreamTarget stream;
    int dots_per_inch = 0; ///< of a .png or .jpg, 1 to kMaxDotsPerInch (65,535), or 0: not said
    int quality = 0;       ///< of a .jpg, 1 to 100, or 0: as JpegOptions has it
    ColourDepth depth = ColourDepth::usual;
    bool raw = false; ///< of a .exr or .npy: raw data, too (see raw_channels.h and npy_rows.h)
    /// Of its colours; null: if they need any, they are found by a survey.
    std::shared_ptr<const RankTable> ranks;
    /// Instead of the picture these of its rows, into a file of their own: then `path` tells the
    /// picture's type alone, and the part is always continued.
    std::optional<PicturePart> part;
};

/// What tells a file's type: the ending of its name in small letters, with its dot; empty if there
/// is none.
std::string file_type(const std::filesystem::path &path);

/// Whether such a type is a JPEG's.
bool is_jpeg_type(std::string_view type);

/// How the job's picture is to be iterated on that engine: see decide_method. A .npy or
/// raw data without a precision of their own are double, for their readers want the numbers (on the
/// whole set float gives another escape index at 1 of 1,000 pixels, all at the boundary).
Method export_method(const ExportJob &job, MethodChoice choice, const EngineTraits &engine,
                     std::shared_ptr<ReferenceCache> reference_cache = nullptr);

/// Throws InputError unless the type is .png, .jpg, .exr or .npy and fits the job (samples only for
/// .png and .exr, raw data only for .exr and .npy with one sample: the mean of counts is none).
void check_export_job(const ExportJob &job);

/// Likewise of a picture whose samples are those of the file `data` (see RecordedEngine): unless
/// its type is .png, .jpg or .exr, and where it would replace that file.
void check_recolour_job(const ExportJob &job, const std::filesystem::path &data);

/// The type of what is written, as file_type.
std::string type_of(const ExportJob &job);
/// Whether that is one of NumPy, an OpenEXR, or a JPEG (.jpg or .jpeg).
bool is_npy(const ExportJob &job);
bool is_exr(const ExportJob &job);
bool is_jpeg(const ExportJob &job);

/// Whether it is a PNG of 16 bits a channel.
bool has_sixteen_bits(const ExportJob &job);

/// What tells the job's file from others in bytes: if it is continued, that must be the same.
std::string purpose_of(const ExportJob &job);

/// What the folder beside an unfinished file says it is for, at most `most` bytes. Throws
/// InputError, one sentence, where nothing is kept of that file.
std::string unfinished_purpose(const std::filesystem::path &path, std::size_t most);

/// The picture of which a continued export has left a beginning beside `path`: its location, size,
/// samples and path. Throws InputError, one sentence, where nothing is kept of it, or something
/// else.
ExportJob unfinished_picture(const std::filesystem::path &path);
/// Removes that beginning. Throws InputError likewise, FolderInUse and DiskError.
void remove_unfinished_picture(const std::filesystem::path &path);

} // namespace fathom
