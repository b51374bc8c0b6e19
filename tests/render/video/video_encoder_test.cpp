// Films in one file: read back by ffprobe, and every frame decoded.
#include "render/video/video_encoder.h"

#include "kernels/colour/ycbcr_rows.h"
#include "render/base/error.h"
#include "tests/support/environment.h"
#include "tests/support/film_files.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>

namespace fathom::video_encoder_test {

namespace fs = std::filesystem;

constexpr Size kSize{128, 96};
constexpr int kPatch = 32; ///< pixels a side of the chart's
const std::atomic<bool> kGoOn = false;

/// Twelve patches, moved by one after each eighth frame.
std::vector<std::uint8_t> chart(int frame) {
    static constexpr std::uint8_t kColours[12][3] = {
        {0, 0, 0},     {255, 255, 255}, {255, 0, 0},     {0, 255, 0},
        {0, 0, 255},   {255, 255, 0},   {128, 128, 128}, {20, 40, 80},
        {200, 90, 30}, {90, 200, 160},  {35, 10, 60},    {250, 240, 225}};
    std::vector<std::uint8_t> rgb;
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x) {
            const int patch = y / kPatch * (kSize.width / kPatch) + x / kPatch;
            const auto &colour = kColours[(patch + frame / 8) % 12];
            rgb.insert(rgb.end(), colour, colour + 3);
        }
    return rgb;
}

/// The same with two bytes a channel, the high one first.
std::vector<std::uint8_t> doubled(const std::vector<std::uint8_t> &rgb) {
    std::vector<std::uint8_t> words;
    for (const std::uint8_t byte : rgb)
        words.insert(words.end(), {byte, byte});
    return words;
}

/// The planes of a frame in RGB of 8 or 16 bits.
std::vector<std::uint8_t> planes_of(const kernels::YcbcrFrame &frame,
                                    const std::vector<std::uint8_t> &rgb) {
    std::vector<std::uint8_t> planes(frame.bytes());
    kernels::make_ycbcr(frame, rgb.data(), planes.data());
    return planes;
}

/// The bytes of the chart as they are encoded.
std::vector<std::uint8_t> encoded_chart(const VideoOptions &options, int frame) {
    const auto rgb = frame_bits(options) == 16 ? doubled(chart(frame)) : chart(frame);
    const auto planes = ycbcr_frame(options, kSize);
    return planes ? planes_of(*planes, rgb) : rgb;
}

PixelRows chart_rows(const VideoOptions &options, int frame) {
    PixelRows rows = rows_of(encoded_chart(options, frame), kSize.height, 0);
    rows.ycbcr = ycbcr_frame(options, kSize).has_value();
    rows.bytes_a_pixel = (rows.ycbcr ? 1 : 3) * frame_bits(options) / 8;
    return rows;
}

const Ffmpeg &ffmpeg() {
    static const Ffmpeg found = find_ffmpeg("a.mp4", kGoOn);
    return found;
}

bool has_encoder(VideoCodec codec) {
    try {
        return !encoder_of({codec, 0, 0}, kSize, ffmpeg().encoders).empty();
    } catch (const InputError &) {
        return false;
    }
}

VideoFormat format_of(const VideoOptions &options, double rate, const fs::path &file) {
    return {kSize, frame_rate(rate), options, encoder_of(options, kSize, ffmpeg().encoders), file};
}

std::string encode_segment(const VideoFormat &format, int first, int count) {
    std::string bytes;
    VideoEncoder encoder(
        format, first,
        [&](std::span<const std::byte> part) {
            bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
        },
        kGoOn);
    for (int frame = first; frame < first + count; ++frame)
        EXPECT_TRUE(encoder.write(chart_rows(format.options, frame)));
    EXPECT_TRUE(encoder.finish());
    return bytes;
}

/// A film of segments with so many frames.
void write_film(const VideoFormat &format, const std::vector<int> &segments, VideoFile video = {}) {
    const TempFolder folder;
    video.folder.emplace(folder.path());
    int first = 0;
    for (const int frames : segments) {
        const std::string name = std::to_string(first) + ".nut";
        write_all(folder.path() / name, encode_segment(format, first, frames));
        video.segments.push_back({name, frames});
        first += frames;
    }
    EXPECT_TRUE(join_segments(format, video, kGoOn));
}

/// The largest difference from the chart in the middle of a patch.
int off_from_chart(const std::string &decoded, int frames) {
    const std::size_t frame_bytes = std::size_t{3} * kSize.width * kSize.height;
    EXPECT_EQ(decoded.size(), frame_bytes * static_cast<std::size_t>(frames));
    int most = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const auto expected = chart(frame);
        for (int y = kPatch / 2; y < kSize.height; y += kPatch)
            for (int x = kPatch / 2; x < kSize.width; x += kPatch)
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    const std::size_t at =
                        std::size_t{3} * (static_cast<std::size_t>(y) * kSize.width + x) + channel;
                    const int value =
                        static_cast<std::uint8_t>(decoded.at(frame * frame_bytes + at));
                    most = std::max(most, std::abs(value - expected.at(at)));
                }
    }
    return most;
}

struct Kind {
    VideoOptions options;
    const char *type;
    const char *name;   ///< as ffprobe has it
    const char *format; ///< of its pixels
};

class VideoCodecs : public FfmpegTest {};

void expect_tags(const nlohmann::json &stream, const Kind &kind, int frames) {
    const bool rgb = kind.options.codec == VideoCodec::ffv1;
    EXPECT_EQ(stream["codec_name"], kind.name);
    EXPECT_EQ(stream["pix_fmt"], kind.format);
    EXPECT_EQ(stream["width"], kSize.width);
    EXPECT_EQ(stream["height"], kSize.height);
    EXPECT_EQ(stream["nb_read_frames"], std::to_string(frames));
    EXPECT_EQ(stream["color_primaries"], "bt709") << kind.name;
    EXPECT_EQ(stream["color_transfer"], "iec61966-2-1") << kind.name;
    EXPECT_EQ(stream["color_space"], rgb ? "gbr" : "bt709") << kind.name;
    EXPECT_EQ(stream["color_range"], rgb ? "pc" : "tv") << kind.name;
    if (kind.options.codec == VideoCodec::h264) {
        EXPECT_EQ(stream["chroma_location"], "left");
    }
    EXPECT_EQ(stream["r_frame_rate"], "30/1");
}

/// `second`: what one is in the file's own unit, or 0: as ffprobe says it.
void expect_times(const nlohmann::json &probed, double rate, double tolerance) {
    int frame = 0;
    for (const auto &each : probed["frames"]) {
        const double seconds = std::stod(each["pts_time"].get<std::string>());
        EXPECT_NEAR(seconds, frame / rate, tolerance) << frame;
        ++frame;
    }
    EXPECT_EQ(std::to_string(frame), probed["streams"][0]["nb_read_frames"].get<std::string>());
}

TEST_F(VideoCodecs, GiveColoursTimesAndTextBack) {
    using C = VideoCodec;
    int tried = 0;
    for (const Kind &kind :
         std::vector<Kind>{{{C::h264, 8, 100}, ".mp4", "h264", "yuv420p"},
                           {{C::h264, 10, 100}, ".mkv", "h264", "yuv420p10le"},
                           {{C::h265, 8, 100}, ".mp4", "hevc", "yuv420p"},
                           {{C::h265, 10, 100}, ".mov", "hevc", "yuv420p10le"},
                           {{C::av1, 8, 100}, ".mp4", "av1", "yuv420p"},
                           {{C::av1, 10, 100}, ".webm", "av1", "yuv420p10le"},
                           {{C::vp9, 8, 100}, ".webm", "vp9", "yuv420p"},
                           {{C::vp9, 10, 100}, ".mkv", "vp9", "yuv420p10le"},
                           {{C::prores, 10, 75}, ".mov", "prores", "yuv422p10le"},
                           {{C::ffv1, 8, 0}, ".mkv", "ffv1", "bgr0"},
                           {{C::ffv1, 10, 0}, ".mkv", "ffv1", "gbrp10le"},
                           {{C::ffv1, 16, 0}, ".mkv", "ffv1", "gbrp16le"}}) {
        if (!has_encoder(kind.options.codec))
            continue;
        ++tried;
        const fs::path file = folder_.path() / (std::string("a") + kind.type);
        VideoFile video;
        video.text = "# a film; with = all\\that\n\"needs\" care: #1\n";
        write_film(format_of(kind.options, 30, file), {12, 5, 7}, video);
        const nlohmann::json probed = probe_film(file);
        expect_tags(probed["streams"][0], kind, 24);
        const bool milliseconds =
            kind.type == std::string(".mkv") || kind.type == std::string(".webm");
        expect_times(probed, 30, milliseconds ? 0.00051 : 1e-6);
        const auto &tags = probed["format"]["tags"];
        EXPECT_EQ(tags.value(milliseconds ? "COMMENT" : "comment", ""), video.text) << kind.name;
        // Luma and colour differences in whole levels are up to 2 off, and codecs lose a bit.
        EXPECT_LE(off_from_chart(decode_film(file), 24), 3)
            << kind.name << ' ' << kind.format << ' ' << kind.type;
    }
    if (tried == 0)
        GTEST_SKIP() << "this FFmpeg has none of the encoders";
}

TEST_F(VideoCodecs, Ffv1LosesNothing) {
    const fs::path file = folder_ / "a.mkv";
    for (const int bits : {8, 16}) {
        write_film(format_of({VideoCodec::ffv1, bits, 0}, 30, file), {2, 1});
        std::string expected;
        for (int frame = 0; frame < 3; ++frame) {
            const auto bytes = bits == 8 ? chart(frame) : doubled(chart(frame));
            expected.append(bytes.begin(), bytes.end());
        }
        EXPECT_TRUE(decode_film(file, bits == 8 ? "rgb24" : "rgb48be") == expected) << bits;
    }
}

TEST_F(VideoCodecs, HaveLargeFrames) {
    for (const auto codec : {VideoCodec::ffv1, VideoCodec::h264})
        if (has_encoder(codec)) {
            VideoFormat format = format_of({codec, 0, 0}, 30, folder_ / "a.mkv");
            format.size = {7680, 4320};
            EXPECT_NO_THROW(try_encoder(format, kGoOn)) << to_string(codec);
        }
}

TEST_F(VideoCodecs, SayTimesExactlyAtAnyRate) {
    if (!has_encoder(VideoCodec::h264))
        GTEST_SKIP() << "this FFmpeg has no libx264";
    const fs::path file = folder_ / "a.mp4";
    for (const double rate : {1.0, 12.5, 29.97, 37.0, 119.88}) {
        write_film(format_of({VideoCodec::h264, 8, 50}, rate, file), {7, 7, 7, 3});
        const FrameRate meant = frame_rate(rate);
        const nlohmann::json probed = probe_film(file);
        EXPECT_EQ(probed["streams"][0]["r_frame_rate"], meant.text());
        expect_times(probed, static_cast<double>(meant.frames) / static_cast<double>(meant.seconds),
                     1e-6);
    }
}

/// The same bytes whatever the machine has, and the same file of the same segments.
TEST_F(VideoCodecs, DependOnNoCores) {
    cpu_set_t all;
    ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core)
        if (CPU_ISSET(core, &all))
            CPU_SET(core, &one);
    for (const VideoCodec codec : {VideoCodec::h264, VideoCodec::h265, VideoCodec::av1,
                                   VideoCodec::vp9, VideoCodec::prores, VideoCodec::ffv1}) {
        if (!has_encoder(codec))
            continue;
        const VideoFormat format = format_of({codec, 0, 0}, 30, folder_ / "a.mkv");
        const std::string on_all = encode_segment(format, 0, 30);
        ::sched_setaffinity(0, sizeof one, &one);
        const std::string on_one = encode_segment(format, 0, 30);
        ::sched_setaffinity(0, sizeof all, &all);
        EXPECT_GT(on_all.size(), 500U);
        EXPECT_TRUE(on_all == on_one) << to_string(codec);
    }
    const VideoFormat format = format_of({VideoCodec::ffv1, 8, 0}, 30, folder_ / "b.mkv");
    write_film(format, {5, 5});
    const std::string first = read_all(format.file);
    write_film(format, {5, 5});
    EXPECT_TRUE(read_all(format.file) == first);
}

TEST_F(VideoCodecs, TakeSoundAsLongAsTheFilm) {
    if (!has_encoder(VideoCodec::h264) || !has_encoder(VideoCodec::vp9))
        GTEST_SKIP() << "this FFmpeg lacks an encoder";
    for (const auto &[type, codec, length] :
         std::vector<std::tuple<const char *, const char *, const char *>>{{".mp4", "aac", "9"},
                                                                           {".mov", "aac", "0.2"},
                                                                           {".webm", "opus", "9"},
                                                                           {".mkv", "flac", "9"}}) {
        const fs::path sound = folder_ / "sound: it's.flac";
        output_of({"ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                   std::string("sine=frequency=440:duration=") + length, "-f", "flac",
                   "file:" + sound.string()});
        const fs::path file = folder_.path() / (std::string("a") + type);
        VideoFile video;
        video.audio = sound;
        const bool webm = type == std::string(".webm");
        write_film(format_of({webm ? VideoCodec::vp9 : VideoCodec::h264, 8, 0}, 30, file), {20, 10},
                   video);
        const auto streams = nlohmann::json::parse(
            output_of({"ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_packets",
                       "-of", "json", file.string()}));
        ASSERT_EQ(streams["streams"].size(), 2U) << type;
        EXPECT_EQ(streams["streams"][0]["nb_read_frames"], "30") << type;
        EXPECT_EQ(streams["streams"][1]["codec_name"], codec) << type;
        double end = 0;
        for (const auto &packet : streams["packets"])
            if (packet["codec_type"] == "audio")
                end = std::max(end, std::stod(packet["pts_time"].get<std::string>()));
        EXPECT_LT(end, 1.01) << type;
        EXPECT_GT(end, length == std::string("9") ? 0.85 : 0.1) << type;
    }
}

TEST_F(VideoCodecs, SayWhatIsNoSound) {
    const fs::path sound = folder_ / "a: sound.wav";
    output_of({"ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=0.2", "-f", "wav",
               "file:" + sound.string()});
    EXPECT_NO_THROW(check_sound(sound, kGoOn));
    const std::string bytes = read_all(sound);
    const fs::path broken = folder_ / "broken.wav";
    std::ofstream(broken, std::ios::binary) << bytes.substr(8);
    const fs::path silent = folder_ / "silent.mkv";
    write_film(format_of({VideoCodec::ffv1, 8, 0}, 30, silent), {2});
    for (const fs::path &none : {broken, silent, folder_ / "gone.wav"})
        EXPECT_TRUE(contains(message_of<InputError>([&] { check_sound(none, kGoOn); }),
                             none.string() + ": FFmpeg finds no sound in this file"))
            << none;
    const Environment path("PATH", folder_.path().string());
    EXPECT_NO_THROW(check_sound(broken, kGoOn)) << "nobody can tell";
}

/// $PATH is a folder with a program of the test's that is called ffmpeg.
class FakeFfmpeg {
  public:
    explicit FakeFfmpeg(const std::string &script)
        : path_("PATH", (folder_.path().string() + ":/usr/bin:/bin")) {
        if (script.empty())
            return;
        write_all(folder_ / "ffmpeg", "#!/bin/sh\n" + script);
        fs::permissions(folder_ / "ffmpeg", fs::perms::owner_all);
    }

  private:
    const TempFolder folder_;
    const Environment path_;
};

VideoFormat any_format() {
    return {kSize, frame_rate(30), {VideoCodec::h264, 8, 0}, "libx264", "a.mp4"};
}

TEST(VideoEncoder, SaysWhatKilledIt) {
    const auto death = [](const std::string &script) {
        const FakeFfmpeg fake(script);
        return message_of<DiskError>([] {
            VideoEncoder encoder(
                any_format(), 0, [](std::span<const std::byte>) {}, kGoOn);
            for (int frame = 0; frame < 100; ++frame)
                encoder.write(chart_rows(any_format().options, frame));
            encoder.finish();
        });
    };
    EXPECT_EQ(death("echo 'Svt[info]: hello' >&2\necho 'first' >&2\necho 'the last' >&2\nexit 1\n"),
              "FFmpeg could not encode a.mp4: the last");
    EXPECT_EQ(death("exit 7\n"), "FFmpeg could not encode a.mp4: it ended with code 7");
    EXPECT_EQ(death("kill -9 $$\n"), "FFmpeg could not encode a.mp4: signal 9 ended it");
    EXPECT_EQ(death("exit 0\n"), "FFmpeg could not encode a.mp4: it ended before the last frame");
    EXPECT_EQ(death("cat > /dev/null\necho 'at the end' >&2\nexit 1\n"),
              "FFmpeg could not encode a.mp4: at the end");
}

TEST(VideoEncoder, JoinsSegmentsAlone) {
    const TempFolder folder;
    VideoFormat format = any_format();
    format.file = folder.path() / "film.mp4";
    VideoFile video;
    video.folder.emplace(folder.path());
    video.segments = {{"1.nut", 1}};
    const std::string expected =
        (folder.path() / "1.nut").string() +
        ": this is no whole segment of a film any more; make the film anew";
    const auto joining = [&] { join_segments(format, video, kGoOn); };
    EXPECT_EQ(message_of<DiskError>(joining), expected); // it is not there
    write_all(folder.path() / "1.nut", "nut/multimedia contained");
    EXPECT_EQ(message_of<DiskError>(joining), expected);
    EXPECT_FALSE(fs::exists(format.file));
}

TEST(VideoEncoder, StopsOneThatHangs) {
    const FakeFfmpeg fake("exec sleep 1000\n");
    std::atomic<bool> stop = false;
    VideoEncoder encoder(
        any_format(), 0, [](std::span<const std::byte>) {}, stop);
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop = true;
    });
    int frames = 0;
    while (encoder.write(chart_rows(any_format().options, 0)))
        ++frames;
    stopper.join();
    EXPECT_LT(frames, 100); // what the system holds of what nobody reads
}

TEST(Ffmpeg, IsAskedForWhereThereIsNone) {
    const TempFolder empty;
    const Environment path("PATH", empty.path().string());
    const std::string words = message_of<DiskError>([] { find_ffmpeg("a.mp4", kGoOn); });
    EXPECT_TRUE(contains(words, "a.mp4: "));
    EXPECT_TRUE(contains(words, "apt install ffmpeg"));
    EXPECT_TRUE(contains(words, "folder/%06d.png"));
}

} // namespace fathom::video_encoder_test
