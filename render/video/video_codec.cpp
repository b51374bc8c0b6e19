#include "render/video/video_codec.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/jobs/export_job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace fathom {
namespace {

using Words = std::vector<std::string>;

/// How a codec's chroma is laid out, and so what sizes it can have.
enum class Layout {
    quarter, ///< 4:2:0
    half,    ///< 4:2:2
    rgb
};

/// What is known of a codec.
struct CodecFacts {
    VideoCodec codec;
    const char *name;
    const char *title;
    Words encoders; ///< the best first
    std::vector<int> bits;
    Layout layout;
    Words types;                     ///< of files
    double best_rate = 0, worst = 0; ///< constant rate factors for the qualities 100 and 1
};

const std::vector<CodecFacts> &all_facts() {
    using C = VideoCodec;
    static const Words of_h264 = {".mp4", ".mkv", ".mov"};
    static const Words of_av1 = {".mp4", ".mkv", ".webm"};
    static const std::vector<CodecFacts> facts = {
        {C::h264, "h264", "H.264", {"libx264"}, {8, 10}, Layout::quarter, of_h264, 10, 42},
        {C::h265, "h265", "H.265", {"libx265"}, {8, 10}, Layout::quarter, of_h264, 12, 44},
        {C::av1,
         "av1",
         "AV1",
         {"libsvtav1", "libaom-av1"},
         {8, 10},
         Layout::quarter,
         of_av1,
         10,
         63},
        {C::vp9, "vp9", "VP9", {"libvpx-vp9"}, {8, 10}, Layout::quarter, of_av1, 14, 60},
        {C::prores, "prores", "ProRes", {"prores_ks"}, {10}, Layout::half, {".mov", ".mkv"}},
        {C::ffv1, "ffv1", "FFV1", {"ffv1"}, {8, 10, 16}, Layout::rgb, {".mkv"}},
        {C::h264_nvenc,
         "h264-nvenc",
         "H.264",
         {"h264_nvenc"},
         {8},
         Layout::quarter,
         of_h264,
         12,
         44},
        {C::h265_nvenc,
         "h265-nvenc",
         "H.265",
         {"hevc_nvenc"},
         {8, 10},
         Layout::quarter,
         of_h264,
         12,
         44},
        {C::av1_nvenc,
         "av1-nvenc",
         "AV1",
         {"av1_nvenc"},
         {8, 10},
         Layout::quarter,
         of_av1,
         16,
         51}};
    return facts;
}

const CodecFacts &facts_of(VideoCodec codec) noexcept {
    return *std::find_if(all_facts().begin(), all_facts().end(),
                         [&](const CodecFacts &facts) { return facts.codec == codec; });
}

std::string in_list(const Words &words) {
    std::string list;
    for (std::size_t at = 0; at < words.size(); ++at)
        list += (at == 0 ? "" : at + 1 == words.size() ? " or " : ", ") + words[at];
    return list;
}

std::string codec_names() {
    Words names;
    for (const CodecFacts &facts : all_facts())
        names.emplace_back(facts.name);
    return in_list(names);
}

int quality_of(const VideoOptions &options) {
    return options.quality == 0 ? kUsualQuality : options.quality;
}

/// The constant rate factor of a quality: the same step of quality is the same step of it.
std::string rate_factor(const VideoOptions &options) {
    const CodecFacts &facts = facts_of(options.codec);
    const double share = (quality_of(options) - 1) / 99.0;
    return std::to_string(std::lround(facts.worst + (facts.best_rate - facts.worst) * share));
}

/// ProRes has no rate factor but five profiles, of which the fifth has another layout: proxy, LT,
/// standard, HQ.
std::string prores_profile(const VideoOptions &options) {
    return std::to_string(std::min(3, quality_of(options) / 25));
}

bool is_rgb(const VideoOptions &options) {
    return facts_of(options.codec).layout == Layout::rgb;
}

/// What the encoder is given where that is not raw_format: the same numbers, laid out otherwise;
/// else empty.
std::string encoder_format(const VideoOptions &options) {
    const int bits = bits_of(options);
    if (is_rgb(options))
        return bits == 8 ? "bgr0" : fmt::format("gbrp{}le", bits);
    return bits == 10 && options.codec >= VideoCodec::h264_nvenc ? "p010le" : "";
}

/// Files for players have luma and chroma by BT.709, whose primaries are sRGB's, in limited range:
/// frames come so, see kernels/colour/ycbcr.h. The tag for the transfer is sRGB's own, which is
/// what the numbers are: players that manage colours show them as a picture of the same view, and
/// all others do not look at it. What swscale does must not depend on the processor.
std::string filter(const VideoOptions &options) {
    const std::string format = encoder_format(options);
    const std::string conversion =
        format.empty() ? "" : fmt::format("scale=flags=accurate_rnd+bitexact,format={},", format);
    return fmt::format(
        "{}setparams=color_primaries=bt709:color_trc=iec61966-2-1:colorspace={}:range={}",
        conversion, is_rgb(options) ? "gbr" : "bt709", is_rgb(options) ? "pc" : "tv");
}

std::int64_t pixels_of(Size size) {
    return std::int64_t{size.width} * size.height;
}

/// More for large frames: a film waits for the encoder of its last segment.
const char *x264_threads(Size size) {
    constexpr std::int64_t kLarge = 4'000'000; // pixels
    return pixels_of(size) >= kLarge ? "8" : "4";
}

/// FFmpeg's encoder knows some numbers of slices alone, and no slice of more than 3.7 million
/// pixels (its ffv1enc.c: 8 << 24 over four planes of nine bits; of sixteen it takes more).
const char *ffv1_slices(Size size) {
    constexpr std::int64_t kMostOfSlice = (8 << 24) / (4 * 9); // pixels
    const std::int64_t pixels = pixels_of(size);
    return pixels <= 4 * kMostOfSlice ? "4" : pixels <= 16 * kMostOfSlice ? "16" : "64";
}

/// What each encoder is told. Presets are fast ones, for frames come fast: bench/notebook/films.md.
Words encoder_arguments(const VideoOptions &options, Size size, const std::string &encoder) {
    const std::string rate = rate_factor(options);
    // In a zoom no frame lies between two others: without B-frames it is as good in as many bytes,
    // and a third of the time goes. Halves of a pixel and the tree are worth what they take.
    if (encoder == "libx264")
        return {"-preset",
                "superfast",
                "-crf",
                rate,
                "-threads",
                x264_threads(size),
                "-x264-params",
                "cpu-independent=1:open-gop=0:bframes=0:subme=2:mbtree=1:rc-lookahead=10"};
    if (encoder == "libx265")
        return {"-preset", "superfast",    "-crf",
                rate,      "-x265-params", "pools=4:frame-threads=2:open-gop=0:log-level=error"};
    if (encoder == "libsvtav1")
        return {"-preset", "9", "-crf", rate, "-svtav1-params", "lp=4"};
    if (encoder == "libaom-av1")
        return {"-cpu-used", "7", "-crf", rate, "-b:v", "0", "-threads", "4", "-row-mt", "1"};
    if (encoder == "libvpx-vp9")
        return {"-deadline", "good", "-cpu-used", "5", "-crf",          rate,
                "-b:v",      "0",    "-threads",  "4", "-tile-columns", "2"};
    if (encoder == "prores_ks")
        return {"-profile:v", prores_profile(options), "-vendor", "apl0", "-threads", "4"};
    if (encoder == "ffv1")
        return {"-level",          "3",         "-g", "1",        "-slices",
                ffv1_slices(size), "-slicecrc", "1",  "-threads", "4"};
    return {"-rc", "vbr", "-cq", rate, "-b:v", "0", "-bf", "0"}; // NVENC's
}

void check_bits(const CodecFacts &facts, int bits, const std::filesystem::path &file) {
    if (std::find(facts.bits.begin(), facts.bits.end(), bits) != facts.bits.end())
        return;
    Words possible;
    for (const int each : facts.bits)
        possible.push_back(std::to_string(each));
    throw InputError(fmt::format("{}: {} has {} bits a channel here, not {}; choose {}",
                                 file.string(), facts.title, in_list(possible), bits,
                                 possible.size() > 1 ? "one of these" : "that"));
}

void check_size(const CodecFacts &facts, const std::filesystem::path &file, Size size) {
    constexpr std::int64_t kMostPixels = 200'000'000; // FFmpeg's frames, and FFV1's slices
    if (pixels_of(size) > kMostPixels)
        throw InputError(fmt::format("{}: a film in one file has at most {} million pixels a "
                                     "frame, got {} x {}; choose a smaller size, or pictures",
                                     file.string(), kMostPixels / 1'000'000, size.width,
                                     size.height));
    const Size even = {facts.layout == Layout::rgb ? size.width : size.width / 2 * 2,
                       facts.layout == Layout::quarter ? size.height / 2 * 2 : size.height};
    if (even == size)
        return;
    throw InputError(fmt::format("{}: {} has one colour for {} pixels, so it cannot be {} x {}; "
                                 "choose {} x {}",
                                 file.string(), facts.title,
                                 facts.layout == Layout::quarter ? "2 x 2" : "2 x 1", size.width,
                                 size.height, std::max(2, even.width), std::max(2, even.height)));
}

} // namespace

const char *to_string(VideoCodec codec) noexcept {
    return facts_of(codec).name;
}

VideoCodec video_codec(std::string_view name) {
    for (const CodecFacts &facts : all_facts())
        if (name == facts.name)
            return facts.codec;
    throw InputError(fmt::format("there is no codec {} here; choose {}",
                                 in_quotes(std::string(name)), codec_names()));
}

bool is_video_type(std::string_view type) {
    return !muxer_of(type).empty();
}

VideoCodec usual_codec(std::string_view type) {
    return type == ".webm" ? VideoCodec::vp9 : VideoCodec::h264;
}

std::string muxer_of(std::string_view type) {
    static const std::map<std::string_view, const char *> muxers = {
        {".mkv", "matroska"}, {".mov", "mov"}, {".mp4", "mp4"}, {".webm", "webm"}};
    const auto found = muxers.find(type);
    return found == muxers.end() ? "" : found->second;
}

Words sound_arguments(std::string_view type) {
    if (type == ".webm")
        return {"-c:a", "libopus", "-b:a", "160k"};
    if (type == ".mkv")
        return {"-c:a", "copy"};
    return {"-c:a", "aac", "-b:a", "192k"};
}

std::string tag_of(VideoCodec codec, std::string_view type) {
    const bool has_tags = type == ".mp4" || type == ".mov";
    const bool is_h265 = codec == VideoCodec::h265 || codec == VideoCodec::h265_nvenc;
    return has_tags && is_h265 ? "hvc1" : ""; // Apple's players know no other
}

const std::vector<int> &possible_bits(VideoCodec codec) noexcept {
    return facts_of(codec).bits;
}

int bits_of(const VideoOptions &options) noexcept {
    return options.bits == 0 ? facts_of(options.codec).bits.front() : options.bits;
}

int frame_bits(const VideoOptions &options) noexcept {
    return bits_of(options) == 8 ? 8 : 16;
}

std::optional<kernels::YcbcrFrame> ycbcr_frame(const VideoOptions &options, Size size) noexcept {
    if (is_rgb(options))
        return std::nullopt;
    const bool quarter = facts_of(options.codec).layout == Layout::quarter;
    return kernels::YcbcrFrame{size.width, size.height, bits_of(options), quarter};
}

std::string raw_format(const VideoOptions &options) {
    if (is_rgb(options))
        return frame_bits(options) == 16 ? "rgb48be" : "rgb24";
    return fmt::format("{}{}",
                       facts_of(options.codec).layout == Layout::quarter ? "yuv420p" : "yuv422p",
                       bits_of(options) == 8 ? "" : "10le");
}

void check_video(const VideoOptions &options, const std::filesystem::path &file, Size size) {
    const CodecFacts &facts = facts_of(options.codec);
    check_bits(facts, bits_of(options), file);
    if (options.quality != 0 && options.codec == VideoCodec::ffv1)
        throw InputError(
            fmt::format("{}: FFV1 loses nothing; leave the quality out", file.string()));
    if (std::find(facts.types.begin(), facts.types.end(), file_type(file)) == facts.types.end())
        throw InputError(fmt::format("{}: such a file does not hold {} here; choose a name that "
                                     "ends in {}, or another codec",
                                     file.string(), facts.title, in_list(facts.types)));
    check_size(facts, file, size);
}

std::string encoder_of(const VideoOptions &options, Size size,
                       const std::set<std::string> &encoders) {
    const CodecFacts &facts = facts_of(options.codec);
    constexpr int kLeastOfSvt = 64; // that encoder's own limit
    for (const std::string &encoder : facts.encoders)
        if (encoders.contains(encoder) &&
            (encoder != "libsvtav1" || std::min(size.width, size.height) >= kLeastOfSvt))
            return encoder;
    throw InputError(fmt::format("the FFmpeg of this machine has no encoder {} for {}; choose "
                                 "another codec",
                                 in_list(facts.encoders), facts.name));
}

Words encoding_arguments(const VideoOptions &options, Size size, const std::string &encoder) {
    // One frame at the beginning that needs no other; nothing before it is needed later.
    Words words = {"-vf",  filter(options), "-c:v",           encoder,   "-g",
                   "1000", "-flags:v",      "+bitexact+cgop", "-fflags", "+bitexact"};
    if (!is_rgb(options))
        words.insert(words.end(), {"-chroma_sample_location", "left"});
    const Words more = encoder_arguments(options, size, encoder);
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace fathom
