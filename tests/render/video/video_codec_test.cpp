// What a film in one file may be, and which of FFmpeg's encoders makes it.
#include "render/video/video_codec.h"

#include "render/base/error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace fathom::video_codec_test {

TEST(VideoOptions, RefuseWhatDoesNotGoTogether) {
    using C = VideoCodec;
    const auto refusal = [](const VideoOptions &options, const char *file, Size size = {64, 36}) {
        return message_of<InputError>([&] { check_video(options, file, size); });
    };
    EXPECT_TRUE(contains(refusal({C::h264}, "a.mp4", {65, 37}), "choose 64 x 36"));
    EXPECT_TRUE(contains(refusal({C::prores}, "a.mov", {65, 37}), "choose 64 x 37"));
    EXPECT_TRUE(contains(refusal({C::vp9}, "a.webm", {1, 1}), "choose 2 x 2"));
    EXPECT_NO_THROW(check_video({C::ffv1, 16, 0}, "a.mkv", {65, 37}));
    EXPECT_TRUE(contains(refusal({C::ffv1}, "a.mkv", {16384, 16384}), "at most 200 million"));
    EXPECT_TRUE(contains(refusal({C::h264}, "a.webm"), "ends in .mp4, .mkv or .mov"));
    EXPECT_TRUE(contains(refusal({C::ffv1}, "a.mp4"), "ends in .mkv"));
    EXPECT_TRUE(contains(refusal({C::h264, 16}, "a.mp4"), "8 or 10 bits"));
    EXPECT_EQ(possible_bits(C::h264), (std::vector<int>{8, 10}));
    EXPECT_EQ(possible_bits(C::prores), (std::vector<int>{10}));
    EXPECT_TRUE(contains(refusal({C::prores, 8}, "a.mov"), "10 bits"));
    EXPECT_TRUE(contains(refusal({C::ffv1, 8, 50}, "a.mkv"), "loses nothing"));
    EXPECT_TRUE(contains(message_of<InputError>([] { video_codec("divx"); }), "h264-nvenc"));
    EXPECT_EQ(usual_codec(".webm"), C::vp9);
    EXPECT_EQ(usual_codec(".mp4"), C::h264);
    const std::set<std::string> few = {"libaom-av1", "libsvtav1"};
    EXPECT_EQ(encoder_of({C::av1}, {64, 64}, few), "libsvtav1");
    EXPECT_EQ(encoder_of({C::av1}, {64, 36}, few), "libaom-av1");
    EXPECT_TRUE(contains(message_of<InputError>([&] {
                             encoder_of({C::h264}, {64, 64}, few);
                         }),
                         "no encoder libx264"));
}

} // namespace fathom::video_codec_test
