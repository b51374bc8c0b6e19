#include "render/video/video_encoder.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/output_file.h"
#include "render/jobs/export_job.h"

#include <fmt/format.h>
#include <span>
#include <stdexcept>
#include <string_view>

namespace fathom {
namespace {

using Words = std::vector<std::string>;

void append(Words &words, const Words &more) {
    words.insert(words.end(), more.begin(), more.end());
}

/// A time as FFmpeg reads it.
std::string seconds_text(std::int64_t microseconds) {
    return fmt::format("{}.{:06}", microseconds / 1'000'000, microseconds % 1'000'000);
}

Words segment_command(const VideoFormat &format, std::int64_t first) {
    Words words = {"ffmpeg",    "-nostdin",
                   "-loglevel", "error",
                   "-f",        "rawvideo",
                   "-pix_fmt",  raw_format(format.options),
                   "-s",        fmt::format("{}x{}", format.size.width, format.size.height),
                   "-r",        format.rate.text(),
                   "-i",        "pipe:0",
                   "-map",      "0:v"};
    append(words, encoding_arguments(format.options, format.size, format.encoder));
    // At their times in the film, where a frame that is decoded before it is shown may have a time
    // below 0 to be decoded at.
    append(words, {"-output_ts_offset", seconds_text(format.rate.microseconds(first)),
                   "-avoid_negative_ts", "disabled", "-f", "nut", "pipe:1"});
    return words;
}

/// What a frame has to be.
struct FrameKind {
    bool ycbcr = false;
    int bytes_a_pixel = 0; ///< of planes: of luma
    std::size_t bytes = 0;
};

FrameKind frame_kind(const VideoFormat &format) {
    if (const auto planes = ycbcr_frame(format.options, format.size))
        return {true, planes->bits == 8 ? 1 : 2, planes->bytes()};
    const int pixel_bytes = 3 * frame_bits(format.options) / 8;
    return {false, pixel_bytes,
            static_cast<std::size_t>(pixel_bytes) * format.size.width * format.size.height};
}

/// What a NUT file begins with (the NUT format, "file_id_string"); the packets behind it may follow
/// any others.
constexpr std::string_view kNutSignature("nut/multimedia container", 25);

/// Hands the segments on as one NUT file, whose headers come again. False if the child takes no
/// more.
bool feed_segments(const VideoFile &video, FedChild &child) {
    std::vector<char> bytes(std::size_t{1} << 20);
    for (const VideoSegment &segment : video.segments) {
        const std::filesystem::path path = video.folder->path() / segment.name;
        std::ifstream file = open_input_file(path);
        const bool is_first = &segment == &video.segments.front();
        std::string signature(kNutSignature.size(), ' ');
        file.read(signature.data(), static_cast<std::streamsize>(signature.size()));
        if (!file || signature != kNutSignature)
            throw DiskError(fmt::format("{}: this is no whole segment of a film any more; make the "
                                        "film anew",
                                        path.string()));
        if (is_first && !child.feed(std::as_bytes(std::span(kNutSignature))))
            return false;
        while (file) {
            file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
            const std::span<const char> read(bytes.data(), static_cast<std::size_t>(file.gcount()));
            if (!child.feed(std::as_bytes(read)))
                return false;
        }
        if (file.bad())
            throw DiskError(fmt::format("{}: it cannot be read", path.string()));
    }
    return true;
}

/// FFmpeg's form of metadata, in which some characters need a backslash.
std::string metadata(const std::string &text) {
    std::string escaped;
    for (const char letter : text) {
        if (std::string_view("=;#\\\n").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return ";FFMETADATA1\ncomment=" + escaped + '\n';
}

Words join_command(const VideoFormat &format, const VideoFile &video, std::int64_t frames,
                   const std::filesystem::path &output) {
    const std::string type = file_type(format.file);
    Words words = {
        "ffmpeg", "-nostdin",   "-loglevel", "error",
        "-f",     "ffmetadata", "-i",        ffmpeg_name(video.folder->path() / kMetadataName),
        "-f",     "nut",        "-i",        "pipe:0"};
    if (!video.audio.empty()) {
        const std::int64_t length = format.rate.microseconds(frames);
        append(words, {"-ss", fmt::format("{:.6f}", video.audio_begin), "-t", seconds_text(length),
                       "-i", ffmpeg_name(video.audio), "-map", "1:v", "-map", "2:a:0"});
        append(words, sound_arguments(type));
    } else {
        append(words, {"-map", "1:v"});
    }
    append(words, {"-c:v", "copy", "-map_metadata", "0", "-map_chapters", "-1", "-fflags",
                   "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"});
    const bool rgb = format.options.codec == VideoCodec::ffv1;
    append(words, {"-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-colorspace",
                   rgb ? "rgb" : "bt709", "-color_range", rgb ? "pc" : "tv"});
    if (const std::string tag = tag_of(format.options.codec, type); !tag.empty())
        append(words, {"-tag:v", tag});
    if (type == ".mp4" || type == ".mov")
        append(words, {"-movflags", "+faststart+write_colr"});
    append(words, {"-f", muxer_of(type), "-y", ffmpeg_name(output)});
    return words;
}

} // namespace

VideoEncoder::VideoEncoder(const VideoFormat &format, std::int64_t first, FedChild::Sink output,
                           const std::atomic<bool> &stop)
    // Who makes the frames goes first: what waits for an encoder can wait, and what waits for a
    // frame is a whole GPU.
    : format_(format), stop_(stop),
      child_(segment_command(format, first), std::move(output), stop, FedChild::Priority::lower) {}

bool VideoEncoder::write(const PixelRows &frame) {
    const FrameKind kind = frame_kind(format_);
    if (frame.rows != format_.size.height || frame.bytes_a_pixel != kind.bytes_a_pixel ||
        frame.ycbcr != kind.ycbcr || frame.png_lines)
        throw std::logic_error("VideoEncoder: a frame of another kind");
    if (child_.feed(std::as_bytes(std::span(frame.bytes.get(), kind.bytes))))
        return true;
    if (end())
        throw DiskError(fmt::format("FFmpeg could not encode {}: it ended before the last frame",
                                    format_.file.string()));
    return false;
}

bool VideoEncoder::finish() {
    return end();
}

bool VideoEncoder::end() {
    const ChildEnd end = child_.finish();
    check_ffmpeg_end(end, fmt::format("encode {}", format_.file.string()));
    return !stop_ && end.how == ChildEnd::How::exited;
}

void try_encoder(const VideoFormat &format, const std::atomic<bool> &stop) {
    const FrameKind kind = frame_kind(format);
    VideoEncoder encoder(
        format, 0, [](std::span<const std::byte>) {}, stop);
    const std::shared_ptr<const std::uint8_t> zeros(new std::uint8_t[kind.bytes](),
                                                    std::default_delete<std::uint8_t[]>());
    try {
        if (encoder.write({zeros, kind.bytes_a_pixel, format.size.height, false, kind.ycbcr}))
            encoder.finish();
    } catch (const DiskError &error) {
        const std::string codec = to_string(format.options.codec);
        const std::size_t of_gpu = codec.find("-nvenc");
        if (of_gpu == codec.npos)
            throw;
        throw DiskError(fmt::format("{}; not every NVIDIA GPU encodes, and its driver has to be "
                                    "there: if there is none, choose {}",
                                    error.what(), codec.substr(0, of_gpu)));
    }
}

bool join_segments(const VideoFormat &format, const VideoFile &video,
                   const std::atomic<bool> &stop) {
    write_text_file({*video.folder, kMetadataName},
                    metadata(video.text.size() <= kMostFilmText ? video.text : ""));
    OutputFile file(format.file);
    std::int64_t frames = 0;
    for (const VideoSegment &segment : video.segments)
        frames += segment.frames;
    FedChild child(
        join_command(format, video, frames, file.path_for_others()),
        [](std::span<const std::byte>) {}, stop);
    // Where it does not read, its end tells.
    static_cast<void>(feed_segments(video, child));
    const ChildEnd end = child.finish();
    check_ffmpeg_end(end, fmt::format("write {}", format.file.string()));
    if (stop || end.how != ChildEnd::How::exited)
        return false;
    file.commit();
    return true;
}

} // namespace fathom
