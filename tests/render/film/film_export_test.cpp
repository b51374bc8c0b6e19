// Films as files: their bytes, what is left of those that are stopped, and what goes on.
#include "render/film/film_export.h"

#include "render/base/error.h"
#include "render/film/film_path.h"
#include "render/images/kept_folder.h"
#include "render/import/location_file.h"
#include "tests/support/film_exports.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::film::film_export_test {

namespace fs = std::filesystem;

class FilmExport : public FfmpegTest {};

TEST_F(FilmExport, HoldsTheFramesThatWereMade) {
    FilmExportJob job = job_for(folder_ / "a.mkv");
    const FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(result.frames, kFilmFrames);
    EXPECT_EQ(result.kept_frames, 0);
    EXPECT_TRUE(decode_film(job.path) == frames_of(job, 0, kFilmFrames - 1));
    EXPECT_EQ(folder_.count(), 1);
    job.video.bits = 16;
    job.range = FrameRange{13, 34};
    EXPECT_EQ(export_to(job).frames, 22);
    EXPECT_TRUE(decode_film(job.path, "rgb48be") == frames_of(job, 13, 34));
}

/// A group of engines that each make frames at the same time.
class Group : public Engine {
  public:
    explicit Group(std::vector<std::shared_ptr<Engine>> engines) : engines_(std::move(engines)) {}
    [[nodiscard]] const EngineInfo &info() const override { return engines_.front()->info(); }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        return engines_.front()->make_frame(request);
    }
    [[nodiscard]] std::vector<Engine *> parts() override {
        std::vector<Engine *> parts;
        for (const auto &engine : engines_)
            parts.push_back(engine.get());
        return parts;
    }

  private:
    const std::vector<std::shared_ptr<Engine>> engines_;
};

TEST_F(FilmExport, HasTheSameBytesOnAnyLanes) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    std::string alone;
    constexpr double kRings = 256; // the other key's
    for (const auto &[bailout, lanes] : std::vector<std::pair<double, int>>{
             {300, 1}, {300, 2}, {300, 5}, {kRings, 1}, {kRings, 3}, {kRings, 4}}) {
        job.film = seahorse_film(bailout);
        job.lanes = lanes;
        if (lanes == 1) {
            ASSERT_TRUE(export_to(job).finished);
            alone = read_all(job.path);
            continue;
        }
        const auto first = cpu_device(), second = cpu_device();
        first->on_host = second->on_host = lanes == 2 || lanes == 3; // else they help each other
        Group group({std::make_shared<FakeEngine>(first), std::make_shared<FakeEngine>(second)});
        ASSERT_TRUE(export_film(group, job, kGoOn, kNoProgress).finished);
        EXPECT_TRUE(read_all(job.path) == alone) << lanes;
        EXPECT_GT(first->frames, 0);
        EXPECT_GT(second->frames, 0);
    }
}

TEST_F(FilmExport, DoesWithoutAnEngineThatFails) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    ASSERT_TRUE(export_to(job).finished);
    const std::string whole = read_all(job.path);
    job.lanes = 2;
    const auto good = cpu_device(), bad = cpu_device();
    bad->making = [&](RenderRequest &) {
        if (bad->attempts > 5)
            throw DeviceError("it burns");
    };
    {
        Group group({std::make_shared<FakeEngine>(good), std::make_shared<FakeEngine>(bad)});
        ASSERT_TRUE(export_film(group, job, kGoOn, kNoProgress).finished);
        EXPECT_TRUE(read_all(job.path) == whole);
    }
    good->making = bad->making;
    Group group({std::make_shared<FakeEngine>(good), std::make_shared<FakeEngine>(bad)});
    EXPECT_EQ(message_of<DeviceError>([&] { export_film(group, job, kGoOn, kNoProgress); }),
              "it burns");
    EXPECT_TRUE(read_all(job.path) == whole); // an old file
    EXPECT_EQ(folder_.count(), 1);
}

TEST_F(FilmExport, LeavesNothingWhereItIsStopped) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    write_all(job.path, "an old file");
    EXPECT_FALSE(stop_after(job, 140));
    EXPECT_EQ(read_all(job.path), "an old file");
    EXPECT_EQ(folder_.count(), 1);
}

TEST_F(FilmExport, GoesOnWhereItEnded) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    job.lanes = 1;
    ASSERT_TRUE(export_to(job).finished);
    const std::string whole = read_all(job.path);
    fs::remove(job.path);
    job.continued = true;
    // Four samples a frame: in the last segment, while others may still be written.
    const fs::path kept = KeptFolder::of(job.path);
    EXPECT_FALSE(stop_after(job, 180, kept / "000000.nut"));
    ASSERT_TRUE(fs::exists(kept / "000000.nut"));
    EXPECT_FALSE(fs::exists(job.path));

    FilmExportJob other = job;
    other.film.samples = 2;
    EXPECT_TRUE(contains(message_of<InputError>([&] { export_to(other); }),
                         "keeps the beginning of another picture or film"));
    other = job;
    other.continued = false;
    EXPECT_TRUE(contains(message_of<InputError>([&] { export_to(other); }),
                         "keeps what an interrupted run has made"));

    FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_GE(result.kept_frames, 10);
    EXPECT_TRUE(read_all(job.path) == whole);
    fs::remove(job.path);

    // One byte of the first segment is another.
    EXPECT_FALSE(stop_after(job, 180, kept / "000000.nut"));
    std::string segment = read_all(kept / "000000.nut");
    segment[segment.size() / 2] = static_cast<char>(segment[segment.size() / 2] ^ 1);
    write_all(kept / "000000.nut", segment);
    result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_LE(result.kept_frames, 30);
    EXPECT_TRUE(read_all(job.path) == whole);
    EXPECT_EQ(folder_.count(), 1);
}

TEST_F(FilmExport, WritesPicturesWithTheirPlaces) {
    FilmExportJob job = job_for(folder_.path() / "frames" / "f%04d.png");
    job.range = FrameRange{10, 12};
    ASSERT_TRUE(export_to(job).finished);
    const std::string expected = frames_of(job, 10, 12);
    const std::size_t bytes = std::size_t{3} * kFilmSize.width * kFilmSize.height;
    for (int frame = 10; frame <= 12; ++frame) {
        const fs::path file = folder_.path() / "frames" / fmt::format("f{:04}.png", frame);
        EXPECT_TRUE(output_of({"ffmpeg", "-v", "error", "-i", file.string(), "-f", "rawvideo",
                               "-pix_fmt", "rgb24", "pipe:1"}) ==
                    expected.substr(static_cast<std::size_t>(frame - 10) * bytes, bytes));
        EXPECT_EQ(read_location_file(file).location,
                  FilmPath(job.film, kFilmSize).at(frame / job.film.frames_per_second));
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "frames"), {}), 3);
}

} // namespace fathom::film::film_export_test
