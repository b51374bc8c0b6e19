#pragma once
#include "render/base/child_process.h"
#include "render/images/png_writer.h"
#include "tests/support/temp_folder.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fathom {

/// What a program writes to standard output; a failed test where it does not end well.
inline std::string output_of(const std::vector<std::string> &command) {
    const std::atomic<bool> stop = false;
    std::string output;
    FedChild child(
        command,
        [&](std::span<const std::byte> bytes) {
            output.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        },
        stop);
    const ChildEnd end = child.finish();
    EXPECT_EQ(end.code, 0) << command.front() << ": " << end.errors;
    EXPECT_EQ(end.how, ChildEnd::How::exited) << command.front();
    return output;
}

inline bool has_ffmpeg() {
    const std::atomic<bool> stop = false;
    return run_child({"ffmpeg", "-version"}, stop).how == ChildEnd::How::exited &&
           run_child({"ffprobe", "-version"}, stop).how == ChildEnd::How::exited;
}

/// Tests that films are made in, each with a folder of its own; skipped where there is no FFmpeg.
class FfmpegTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!has_ffmpeg())
            GTEST_SKIP() << "there is no FFmpeg on this machine";
    }
    const TempFolder folder_;
};

/// What ffprobe says of a film: "streams", "format", and of each frame of its pictures "frames".
inline nlohmann::json probe_film(const std::filesystem::path &file) {
    return nlohmann::json::parse(
        output_of({"ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format",
                   "-show_frames", "-select_streams", "v", "-of", "json", file.string()}),
        nullptr, false);
}

/// All pictures of a film as FFmpeg decodes them, by the colours that its tags say.
inline std::string decode_film(const std::filesystem::path &file,
                               const std::string &format = "rgb24") {
    return output_of({"ffmpeg", "-v", "error", "-i", file.string(), "-map", "0:v", "-sws_flags",
                      "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp", "-f", "rawvideo",
                      "-pix_fmt", format, "pipe:1"});
}

/// Rows of a frame that begin with these bytes.
inline PixelRows rows_of(const std::vector<std::uint8_t> &bytes, int rows, int bytes_a_pixel) {
    auto copy = std::make_shared<std::vector<std::uint8_t>>(bytes);
    return {std::shared_ptr<const std::uint8_t>(copy, copy->data()), bytes_a_pixel, rows, false};
}

} // namespace fathom
