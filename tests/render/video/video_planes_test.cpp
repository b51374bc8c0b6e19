// The planes of films' frames, and what FFmpeg makes of them: nothing else than it was given.
#include "kernels/colour/ycbcr_rows.h"
#include "render/video/ffmpeg.h"
#include "render/video/video_codec.h"
#include "tests/support/film_files.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace fathom::video_planes_test {

constexpr Size kSize{128, 96};
const std::atomic<bool> kGoOn = false;

/// The planes of a frame in RGB of 8 or 16 bits.
std::vector<std::uint8_t> planes_of(const kernels::YcbcrFrame &frame,
                                    const std::vector<std::uint8_t> &rgb) {
    std::vector<std::uint8_t> planes(frame.bytes());
    kernels::make_ycbcr(frame, rgb.data(), planes.data());
    return planes;
}

class VideoPlanes : public FfmpegTest {};

/// What FFmpeg makes of the bytes.
std::string through_ffmpeg(std::vector<std::string> command, std::string_view bytes) {
    std::string output;
    const std::vector<std::string> begin = {"ffmpeg", "-nostdin", "-loglevel", "error"};
    command.insert(command.begin(), begin.begin(), begin.end());
    FedChild child(
        command,
        [&](std::span<const std::byte> part) {
            output.append(reinterpret_cast<const char *>(part.data()), part.size());
        },
        kGoOn);
    EXPECT_TRUE(child.feed(std::as_bytes(std::span(bytes))));
    const ChildEnd end = child.finish();
    EXPECT_EQ(end.code, 0) << end.errors;
    return output;
}

/// Frames of all colours, no two pixels alike.
std::string noise_planes(const VideoOptions &options, int frames) {
    std::string all;
    std::uint32_t state = 1;
    const kernels::YcbcrFrame frame = ycbcr_frame(options, kSize).value();
    for (int i = 0; i < frames; ++i) {
        std::vector<std::uint8_t> rgb(frame.luma_samples() * (frame_bits(options) == 8 ? 3 : 6));
        for (std::uint8_t &byte : rgb) {
            state = state * 1664525 + 1013904223;
            byte = static_cast<std::uint8_t>(state >> 24);
        }
        const auto planes = planes_of(frame, rgb);
        all.append(planes.begin(), planes.end());
    }
    return all;
}

std::vector<std::string> raw_input(const VideoOptions &options) {
    return {"-f",       "rawvideo",
            "-pix_fmt", raw_format(options),
            "-s",       std::to_string(kSize.width) + "x" + std::to_string(kSize.height),
            "-i",       "pipe:0"};
}

TEST_F(VideoPlanes, AreLeftAsTheyAre) {
    if (!find_ffmpeg("a.mp4", kGoOn).encoders.contains("libx264"))
        GTEST_SKIP() << "this FFmpeg has no libx264";
    for (const int bits : {8, 10}) {
        const VideoOptions options{VideoCodec::h264, bits, 0};
        auto command = raw_input(options);
        // The film's own arguments, but for what x264 may lose.
        auto encoding = encoding_arguments(options, kSize, "libx264");
        const auto rate = std::find(encoding.begin(), encoding.end(), "-crf");
        ASSERT_NE(rate, encoding.end());
        rate[0] = "-qp";
        rate[1] = "0";
        command.insert(command.end(), encoding.begin(), encoding.end());
        command.insert(command.end(), {"-f", "nut", "pipe:1"});
        const std::string planes = noise_planes(options, 5);
        const std::string decoded = through_ffmpeg(
            {"-i", "pipe:0", "-pix_fmt", raw_format(options), "-f", "rawvideo", "pipe:1"},
            through_ffmpeg(command, planes));
        EXPECT_TRUE(decoded == planes) << bits;
    }
}

/// NVENC wants ten bits in the upper ones of words, and the colour differences in pairs.
TEST_F(VideoPlanes, AreOnlyLaidOutOtherwiseForNvenc) {
    const VideoOptions options{VideoCodec::h265_nvenc, 10, 0};
    const auto encoding = encoding_arguments(options, kSize, "hevc_nvenc");
    ASSERT_EQ(encoding.front(), "-vf");
    auto command = raw_input(options);
    command.insert(command.end(),
                   {"-vf", encoding[1], "-c:v", "rawvideo", "-f", "rawvideo", "pipe:1"});
    const std::string planes = noise_planes(options, 2);
    const kernels::YcbcrFrame frame = ycbcr_frame(options, kSize).value();
    const auto shifted = [&](std::size_t at) {
        const unsigned level = static_cast<std::uint8_t>(planes[2 * at]) |
                               static_cast<unsigned>(planes[2 * at + 1]) << 8;
        return std::string{static_cast<char>(level << 6), static_cast<char>(level >> 2)};
    };
    std::string expected;
    for (std::size_t first = 0; 2 * first < planes.size(); first += frame.bytes() / 2) {
        const std::size_t cb = first + frame.luma_samples();
        for (std::size_t at = first; at < cb; ++at)
            expected += shifted(at);
        for (std::size_t at = cb; at < cb + frame.chroma_samples(); ++at)
            expected += shifted(at) + shifted(at + frame.chroma_samples());
    }
    EXPECT_TRUE(through_ffmpeg(command, planes) == expected);
}

/// FFmpeg's own conversion of smooth pictures, which rounds now and then otherwise.
TEST_F(VideoPlanes, AreNearlyFfmpegsOwn) {
    std::vector<std::uint8_t> rgb;
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x)
            rgb.insert(rgb.end(),
                       {static_cast<std::uint8_t>(x + y), static_cast<std::uint8_t>(2 * x),
                        static_cast<std::uint8_t>(250 - x - y / 2)});
    const VideoOptions options{VideoCodec::h264, 8, 0};
    auto command = raw_input({VideoCodec::ffv1, 8, 0});
    command.insert(command.end(),
                   {"-vf",
                    "scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+"
                    "full_chroma_int+bitexact,format=yuv420p",
                    "-f", "rawvideo", "pipe:1"});
    const std::string theirs = through_ffmpeg(command, std::string(rgb.begin(), rgb.end()));
    const auto ours = planes_of(ycbcr_frame(options, kSize).value(), rgb);
    ASSERT_EQ(theirs.size(), ours.size());
    int most = 0;
    for (std::size_t at = 0; at < ours.size(); ++at)
        most = std::max(most, std::abs(static_cast<std::uint8_t>(theirs[at]) - ours[at]));
    EXPECT_LE(most, 2);
}

} // namespace fathom::video_planes_test
