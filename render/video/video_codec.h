#pragma once
#include "kernels/colour/ycbcr.h"
#include "render/places/picture_size.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

enum class VideoCodec { h264, h265, av1, vp9, prores, ffv1, h264_nvenc, h265_nvenc, av1_nvenc };

/// How a film in one file is encoded.
struct VideoOptions {
    VideoCodec codec = VideoCodec::h264;
    int bits = 0;    ///< a channel: 8, 10 or 16; 0: as is usual for the codec
    int quality = 0; ///< 1 to 100; 0: kUsualQuality
    friend bool operator==(const VideoOptions &, const VideoOptions &) = default;
};
inline constexpr int kUsualQuality = 75;

/// "h264", ..., "h264-nvenc".
const char *to_string(VideoCodec codec) noexcept;
/// The codec of that name. Throws InputError that lists all of them.
VideoCodec video_codec(std::string_view name);

/// Whether a file of that type (as file_type has it) is a film in one file.
bool is_video_type(std::string_view type);
/// The codec that such a file usually has: VP9 for a .webm, else H.264.
VideoCodec usual_codec(std::string_view type);
/// The muxer of FFmpeg for such a file, and its encoder for the sound.
std::string muxer_of(std::string_view type);
std::vector<std::string> sound_arguments(std::string_view type);
/// What FFmpeg is to call the codec in such a file, where that matters to players; or empty.
std::string tag_of(VideoCodec codec, std::string_view type);

/// Bits a channel that it can have here, the usual ones first.
const std::vector<int> &possible_bits(VideoCodec codec) noexcept;
/// The bits that are meant.
int bits_of(const VideoOptions &options) noexcept;
/// Bits of the frames that are encoded, where they are RGB: 8, or 16 for whatever is finer.
int frame_bits(const VideoOptions &options) noexcept;
/// The planes that frames of that size are encoded from; nothing where that is RGB.
std::optional<kernels::YcbcrFrame> ycbcr_frame(const VideoOptions &options, Size size) noexcept;
/// What FFmpeg calls the frames that it is given.
std::string raw_format(const VideoOptions &options);

/// Throws InputError where codec, bits and quality do not go together, the file cannot hold the
/// codec, or the codec cannot have pictures of that size.
void check_video(const VideoOptions &options, const std::filesystem::path &file, Size size);

/// FFmpeg's encoder for it, of those that it has. Throws InputError where there is none.
std::string encoder_of(const VideoOptions &options, Size size,
                       const std::set<std::string> &encoders);

/// What tells FFmpeg to make such a video of frames of that size in raw_format: filter and encoder.
/// What comes out depends on nothing else but FFmpeg's version: every number of threads is fixed,
/// and no encoder chooses what it does by the processor.
std::vector<std::string> encoding_arguments(const VideoOptions &options, Size size,
                                            const std::string &encoder);

} // namespace fathom
