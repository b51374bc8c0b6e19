#pragma once
#include "render/base/own_folder.h"
#include "render/images/png_writer.h"
#include "render/video/ffmpeg.h"
#include "render/video/frame_rate.h"
#include "render/video/video_codec.h"

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// What all segments of a film in one file have in common.
struct VideoFormat {
    Size size;
    FrameRate rate;
    VideoOptions options;
    std::string encoder;        ///< of FFmpeg, see encoder_of
    std::filesystem::path file; ///< that is to come, for sentences
};

/// Encodes one segment of a film: FFmpeg reads its frames, and what it makes of them (a NUT file,
/// which keeps every time exactly) is handed on as it comes. For one thread.
class VideoEncoder {
  public:
    /// `first`: frames of the film's file before it. `stop` has to outlive it; so have what
    /// `output` refers to.
    VideoEncoder(const VideoFormat &format, std::int64_t first, FedChild::Sink output,
                 const std::atomic<bool> &stop);

    /// Appends a frame, whole: the planes of ycbcr_frame, or where there are none 3 bytes a pixel,
    /// 6 where frame_bits says 16. False if stopped. Throws DiskError with FFmpeg's words where it
    /// fails, what the output throws, and std::logic_error for rows of another kind.
    bool write(const PixelRows &frame);
    /// Ends the segment. False if stopped. Throws likewise.
    bool finish();

  private:
    /// Takes its end and throws what it died of.
    bool end();

    const VideoFormat format_;
    const std::atomic<bool> &stop_;
    FedChild child_;
};

/// Encodes a frame of zeros to nowhere, so that what this machine's FFmpeg cannot do is said before
/// any work. Throws as VideoEncoder.
void try_encoder(const VideoFormat &format, const std::atomic<bool> &stop);

/// The frames of a segment of the film that is in this file.
struct VideoSegment {
    std::string name; ///< in the folder: letters, digits, dots and dashes
    int frames = 0;
};

/// A film in one file, made of segments that are encoded.
struct VideoFile {
    std::optional<OwnFolder> folder;    ///< of the segments; the metadata are written there
    std::vector<VideoSegment> segments; ///< in their order
    std::string text;                   ///< the film's, for whoever wants to make it again
    std::filesystem::path audio;        ///< empty: none
    double audio_begin = 0;             ///< seconds of it that are left out
};

/// The name of what is left in the folder.
inline constexpr const char *kMetadataName = "metadata";
/// The longest text that a film in one file carries, in bytes; a longer one is left out.
inline constexpr std::size_t kMostFilmText = std::size_t{1} << 20;

/// Joins them without encoding them again, as `format.file`: whole or not at all. Frame n is at n /
/// rate as exactly as the kind of file can say it (a .mkv or .webm counts in milliseconds). Sound
/// is as long as the film at most. The same segments give the same bytes. False if stopped. Throws
/// DiskError.
bool join_segments(const VideoFormat &format, const VideoFile &video,
                   const std::atomic<bool> &stop);

} // namespace fathom
