// Films as pictures: their names, what goes on, light.
#include "render/film/film_pictures.h"

#include "render/base/error.h"
#include "render/images/exr_reader.h"
#include "tests/support/film_exports.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fathom::film::film_pictures_test {

namespace fs = std::filesystem;

TEST(FilmPictures, GoOnAndMakeDamagedOnesAgain) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder.path() / "%03d.png");
    job.lanes = 1;
    ASSERT_TRUE(export_to(job).finished);
    const std::string third = read_all(folder / "003.png"), last = read_all(folder / "049.png");
    for (const auto &entry : fs::directory_iterator(folder.path()))
        fs::remove(entry);
    job.continued = true;
    EXPECT_FALSE(stop_after(job, 100, folder / "012.png"));
    const auto made = folder.count() - 1; // and the folder of what is kept
    EXPECT_GT(made, 10);
    write_all(folder / "003.png", "damaged");
    const FilmExportResult result = export_to(job);
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(result.kept_frames, made - 1);
    EXPECT_TRUE(read_all(folder / "003.png") == third);
    EXPECT_TRUE(read_all(folder / "049.png") == last);
    EXPECT_EQ(folder.count(), kFilmFrames);
}

TEST(FilmPictures, HoldLightAsOpenExr) {
    const TempFolder folder;
    FilmExportJob job = job_for(folder.path() / "%03d.exr");
    job.range = FrameRange{7, 7};
    ASSERT_TRUE(export_to(job).finished);
    const std::string words = frames_of(job, 7, 7);
    ExrReader reader(folder / "007.exr");
    EXPECT_TRUE(reader.header().texts.contains("Fathom"));
    const std::size_t pixels = static_cast<std::size_t>(kFilmSize.width) * kFilmSize.height;
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

} // namespace fathom::film::film_pictures_test
