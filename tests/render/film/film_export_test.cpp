// Films as files: their bytes, what is left of those that are stopped, and what goes on.
#include "render/film/film_export.h"

#include "render/base/error.h"
#include "render/base/turns.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/film/direct_frame.h"
#include "render/film/film_frames.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/film/film_pieces.h"
#include "render/film/film_toml.h"
#include "render/film/frame_feed.h"
#include "render/film/segment_schedule.h"
#include "render/images/exr_reader.h"
#include "render/import/location_file.h"
#include "render/jobs/export.h"
#include "tests/support/fake_engine.h"
#include "tests/support/film_files.h"
#include "tests/support/png_reading.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

const std::atomic<bool> kGoOn = false;
constexpr Size kSize{64, 36};
constexpr int kFrames = 50; ///< three segments of 20, 20 and 10
const auto kNoProgress = [](double) {};

/// From the whole set into its seahorse valley, with everything said. Where the bailout changes on
/// its way each frame is made by itself, one of the engine's for each of its samples.
Film film(double bailout = 300) {
    Film film;
    film.size = kSize;
    film.frames_per_second = 10;
    film.samples = 2;
    FilmKey begin;
    begin.location.iterations = 200;
    FilmKey end = begin;
    end.seconds = kFrames / film.frames_per_second;
    end.location.view.re = Decimal::parse("-0.7436");
    end.location.view.im = Decimal::parse("0.1318");
    end.location.view.zoom = Decimal::parse("100");
    end.location.view.rotation_degrees = 30;
    end.location.bailout = bailout;
    film.keys = {begin, end};
    return film;
}

FilmExportJob job_for(const fs::path &path) {
    FilmExportJob job;
    job.film = film();
    job.path = path;
    job.video.codec = file_type(path) == ".mkv" ? VideoCodec::ffv1 : VideoCodec::h264;
    return job;
}

FilmExportResult export_to(const FilmExportJob &job) {
    const auto engine = make_engine("cpu", {1, {}});
    return export_film(*engine, job, kGoOn, kNoProgress);
}

/// All frames as FilmFrames has them.
std::string frames_of(const FilmExportJob &job, int first, int last) {
    const auto engine = make_engine("cpu", {1, {}});
    SharedFilm film(job.film, frames_options(job));
    EXPECT_EQ(film.frames(), kFrames);
    Turns turns(1);
    FilmFrames frames(film, {*engine, turns});
    std::string bytes;
    for (int frame = first; frame <= last; ++frame) {
        const PixelRows rows = frames.make(frame, kGoOn).value();
        bytes.append(reinterpret_cast<const char *>(rows.bytes.get()),
                     static_cast<std::size_t>(rows.bytes_a_pixel) * kSize.width * kSize.height);
    }
    return bytes;
}

class FilmExport : public testing::Test {
  protected:
    void SetUp() override {
        if (!has_ffmpeg())
            GTEST_SKIP() << "there is no FFmpeg on this machine";
    }
    const TempFolder folder_;
};

TEST_F(FilmExport, HoldsTheFramesThatWereMade) {
    FilmExportJob job = job_for(folder_ / "a.mkv");
    const FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(result.frames, kFrames);
    EXPECT_EQ(result.kept_frames, 0);
    EXPECT_TRUE(decode_film(job.path) == frames_of(job, 0, kFrames - 1));
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

std::shared_ptr<FakeDevice> cpu_device() {
    auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu", {1, {}});
    return device;
}

TEST_F(FilmExport, HasTheSameBytesOnAnyLanes) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    std::string alone;
    constexpr double kRings = 256; // the other key's
    for (const auto &[bailout, lanes] : std::vector<std::pair<double, int>>{
             {300, 1}, {300, 2}, {300, 5}, {kRings, 1}, {kRings, 3}}) {
        job.film = film(bailout);
        job.lanes = lanes;
        if (lanes == 1) {
            ASSERT_TRUE(export_to(job).finished);
            alone = read_all(job.path);
            continue;
        }
        const auto first = cpu_device(), second = cpu_device();
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

/// Stops when so many frames were asked of the engine.
bool stop_after(const FilmExportJob &job, int frames) {
    std::atomic<bool> stop = false;
    const auto device = cpu_device();
    device->making = [&](RenderRequest &) { stop = stop || device->attempts > frames; };
    FakeEngine engine(device);
    return export_film(engine, job, stop, kNoProgress).finished;
}

TEST_F(FilmExport, LeavesNothingWhereItIsStopped) {
    FilmExportJob job = job_for(folder_ / "a.mp4");
    write_all(job.path, "an old file");
    EXPECT_FALSE(stop_after(job, 70));
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
    // Two samples a frame: in the third segment, while the second one may still be written.
    EXPECT_FALSE(stop_after(job, 90));
    const fs::path kept = KeptFolder::of(job.path);
    ASSERT_TRUE(fs::exists(kept / "000000.nut"));
    EXPECT_FALSE(fs::exists(job.path));

    FilmExportJob other = job;
    other.film.samples = 1;
    EXPECT_TRUE(contains(message_of<InputError>([&] { export_to(other); }),
                         "keeps the beginning of another picture or film"));
    other = job;
    other.continued = false;
    EXPECT_TRUE(contains(message_of<InputError>([&] { export_to(other); }),
                         "keeps what an interrupted run has made"));

    FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_GE(result.kept_frames, 20);
    EXPECT_TRUE(read_all(job.path) == whole);
    fs::remove(job.path);

    // One byte of the first segment is another.
    EXPECT_FALSE(stop_after(job, 90));
    std::string segment = read_all(kept / "000000.nut");
    segment[segment.size() / 2] = static_cast<char>(segment[segment.size() / 2] ^ 1);
    write_all(kept / "000000.nut", segment);
    result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_LE(result.kept_frames, 20);
    EXPECT_TRUE(read_all(job.path) == whole);
    EXPECT_EQ(folder_.count(), 1);
}

TEST_F(FilmExport, WritesPicturesWithTheirPlaces) {
    FilmExportJob job = job_for(folder_.path() / "frames" / "f%04d.png");
    job.range = FrameRange{10, 12};
    ASSERT_TRUE(export_to(job).finished);
    const std::string expected = frames_of(job, 10, 12);
    for (int frame = 10; frame <= 12; ++frame) {
        const fs::path file = folder_.path() / "frames" / fmt::format("f{:04}.png", frame);
        EXPECT_TRUE(
            output_of({"ffmpeg", "-v", "error", "-i", file.string(), "-f", "rawvideo", "-pix_fmt",
                       "rgb24", "pipe:1"}) ==
            expected.substr(static_cast<std::size_t>(frame - 10) * 64 * 36 * 3, 64 * 36 * 3));
        EXPECT_EQ(read_location_file(file).location,
                  FilmPath(job.film, kSize).at(frame / job.film.frames_per_second));
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "frames"), {}), 3);
}

TEST(FilmPictures, GoOnAndMakeDamagedOnesAgain) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder.path() / "%03d.png");
    job.lanes = 1;
    ASSERT_TRUE(export_to(job).finished);
    const std::string third = read_all(folder / "003.png"), last = read_all(folder / "049.png");
    for (const auto &entry : fs::directory_iterator(folder.path()))
        fs::remove(entry);
    job.continued = true;
    EXPECT_FALSE(stop_after(job, 50));
    const auto made = folder.count() - 1; // and the folder of what is kept
    EXPECT_GT(made, 10);
    write_all(folder / "003.png", "damaged");
    const FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(result.kept_frames, made - 1);
    EXPECT_TRUE(read_all(folder / "003.png") == third);
    EXPECT_TRUE(read_all(folder / "049.png") == last);
    EXPECT_EQ(folder.count(), kFrames);
}

TEST(FilmPictures, HoldLightAsOpenExr) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder.path() / "%03d.exr");
    job.range = FrameRange{7, 7};
    ASSERT_TRUE(export_to(job).finished);
    const std::string words = frames_of(job, 7, 7);
    ExrReader reader(folder / "007.exr");
    EXPECT_TRUE(reader.header().texts.contains("Fathom"));
    const std::size_t pixels = static_cast<std::size_t>(kSize.width) * kSize.height;
    ASSERT_EQ(words.size(), 6 * pixels);
    std::size_t channel = 0;
    for (const char *name : {"R", "G", "B"}) {
        ASSERT_TRUE(reader.has(name, ExrType::half));
        std::vector<float> light(pixels);
        const ExrReader::Wanted wanted{name, std::span(light)};
        reader.read(0, std::span(&wanted, 1));
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            const auto *word = reinterpret_cast<const std::uint8_t *>(&words[6 * pixel + channel]);
            const double value = (word[0] * 256 + word[1]) / 65535.0; // IEC 61966-2-1
            const double expected =
                value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
            ASSERT_NEAR(light[pixel], expected, expected / 2048 + 1e-7) << name << pixel;
        }
        channel += 2;
    }
}

TEST(FilmPictures, HaveOneNumberInTheirNames) {
    for (const char *bad : {"a.png", "%d.png", "%06d%06d.png", "%00d.png", "%06s.png", "%6d.png",
                            "%06d.jpg", "%06d", "100%.png", "%n%06d.png", "%012d.png", "%%06d.png"})
        EXPECT_TRUE(contains(message_of<InputError>([&] { PicturePattern{bad}; }),
                             "need one number in their name"))
            << bad;
    const PicturePattern pattern("a %n b/x%04dy.EXR");
    EXPECT_EQ(pattern.folder(), "a %n b");
    EXPECT_EQ(pattern.type(), ".exr");
    EXPECT_EQ(pattern.file(7), "a %n b/x0007y.EXR");
    EXPECT_EQ(pattern.file(123456), "a %n b/x123456y.EXR");
}

TEST(FilmJob, RefusesWhatCannotBe) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder / "a.mp4");
    const auto refusal = [&] { return message_of<InputError>([&] { check_film_job(job); }); };
    job.range = FrameRange{40, 50};
    EXPECT_TRUE(contains(refusal(), "no frames 40-50: the film has 50, 0 to 49"));
    job.range.reset();
    job.film.audio = folder / "none.wav";
    EXPECT_TRUE(contains(refusal(), "there is no such file for the film's sound"));
    job.path = folder / "%06d.png";
    EXPECT_TRUE(contains(refusal(), "pictures have no sound"));
    job.film.audio.reset();
    job.video.quality = 50;
    EXPECT_TRUE(contains(refusal(), "leave the quality out"));
    job.video.quality = 0;
    job.video.bits = 10;
    EXPECT_TRUE(contains(refusal(), "8 or 16 bits"));
    job.path = folder / "a.avi";
    EXPECT_TRUE(contains(refusal(), "ends in .mp4, .mkv, .mov or .webm"));
    job = job_for(folder / "a.mp4");
    job.film.size = {65, 36};
    EXPECT_TRUE(contains(refusal(), "choose 64 x 36"));
}

TEST(FilmJob, ThatEndedEarlyHasItsFilmInTheFolder) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder / "film.mp4");
    job.film.audio = "/tmp/a sound.flac";
    job.film.keys[1].palette_cycles = 2.5;
    EXPECT_THROW((void)unfinished_film(job.path), InputError);
    const KeptFolder kept(job.path, purpose_of(job, {"7.1", {"libx264", "aac"}}), "pieces");
    EXPECT_EQ(unfinished_film(job.path), job.film);
    FilmExportJob pictures = job_for(folder / "%06d.png");
    pictures.video = {};
    pictures.range = FrameRange{3, 8};
    const KeptFolder other(pictures.path, purpose_of(pictures, {}), "pieces");
    EXPECT_EQ(unfinished_film(pictures.path), pictures.film);
}

TEST(FilmJob, SaysWhereWhatIsKeptIsNoFilms) {
    const TempFolder folder;
    const fs::path path = folder / "film.mp4";
    const KeptFolder kept(path, "a picture", "pieces");
    const std::string film = to_text(job_for(path).film);
    for (const std::string &text :
         {std::string(), std::string("a picture"), std::string(100'000, '\0'),
          film.substr(0, film.size() / 2), "Fathom\n" + film + "[[", std::string("\xff\xfe#")}) {
        write_all(KeptFolder::purpose_of(path), text);
        EXPECT_TRUE(contains(message_of<InputError>([&] { (void)unfinished_film(path); }),
                             "film.mp4.unfinished: what is kept there is no film's"))
            << text.substr(0, 100);
    }
    // What would block whoever opened it.
    fs::remove(KeptFolder::purpose_of(path));
    ASSERT_EQ(::mkfifo(KeptFolder::purpose_of(path).c_str(), 0600), 0);
    EXPECT_THROW((void)unfinished_film(path), InputError);
}

TEST(DirectFrame, IsThePictureOfAnExport) {
    const TempFolder folder;
    const auto engine = make_engine("cpu", {1, {}});
    ExportJob job;
    job.location = film().keys.back().location;
    job.size = kSize;
    job.samples = 3;
    job.lut = load_lut(std::nullopt, job.location);
    job.path = folder / "a.png";
    job.method = export_method(job, {}, engine->info().traits);
    export_image(*engine, job, kGoOn, kNoProgress);
    Turns turns(1);
    ColourSettings colour;
    colour.lut = job.lut;
    colour.scheme = job.location.colour;
    colour.mixed = true;
    const auto mean = engine->make_mean(job.location.colour.dither != kernels::ColourDither::none);
    mean->begin(kSize, 0, 0);
    ASSERT_TRUE(add_direct_frame({job.location, 0, kSize, job.samples}, {*engine, turns}, colour,
                                 *mean, kGoOn));
    std::vector<std::uint8_t> rgb(std::size_t{3} * kSize.width * kSize.height);
    mean->resolve(rgb);
    const DecodedPng picture = decode_png(job.path);
    EXPECT_TRUE(picture.rgb == rgb);
}

TEST(SegmentSchedule, KeepsLanesOnRunsOfTheirOwn) {
    SegmentSchedule schedule(std::vector<bool>(12, false));
    EXPECT_EQ(schedule.take(-1), 0);
    EXPECT_EQ(schedule.take(-1), 6); // the middle of 1 to 11
    schedule.made(0);
    EXPECT_EQ(schedule.take(0), 1);
    EXPECT_EQ(schedule.take(-1), 9);
    for (const int next : {2, 3, 4, 5}) {
        schedule.made(next - 1);
        EXPECT_EQ(schedule.take(next - 1), next);
    }
    schedule.made(5);
    EXPECT_EQ(schedule.take(5), 8); // 7 and 8, of which whoever makes 6 will take the first
    schedule.give_back(8);
    EXPECT_EQ(schedule.take(-1), 8);
    EXPECT_FALSE(schedule.over());
}

TEST(SegmentSchedule, BeginsWhereNobodyWillComeAlong) {
    std::vector<bool> made(6, false);
    made[0] = made[1] = true;
    SegmentSchedule schedule(made);
    EXPECT_EQ(schedule.take(-1), 2);
    for (int taken = 1; taken < 4; ++taken)
        EXPECT_TRUE(schedule.take(-1).has_value());
    EXPECT_EQ(schedule.take(-1), std::nullopt);
    for (const int segment : {2, 3, 4, 5})
        schedule.made(segment);
    EXPECT_TRUE(schedule.over());
    EXPECT_TRUE(SegmentSchedule({true}).over());
}

TEST(FrameFeed, PassesOnWhatWritingThrows) {
    const PixelRows none;
    FrameFeed feed([](int frame, const PixelRows &) {
        if (frame == 3)
            throw DiskError("full");
        return true;
    });
    EXPECT_EQ(message_of<DiskError>([&] {
                  for (int frame = 0; frame < 100; ++frame)
                      feed.put(frame, none);
                  feed.finish();
              }),
              "full");
    std::vector<int> written;
    FrameFeed all([&](int frame, const PixelRows &) {
        written.push_back(frame);
        return true;
    });
    for (int frame = 0; frame < 10; ++frame)
        EXPECT_TRUE(all.put(frame, none));
    EXPECT_TRUE(all.finish());
    EXPECT_EQ(written, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

} // namespace
} // namespace fathom
