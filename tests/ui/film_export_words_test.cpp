// What a person types to say which frames of a film are made, and where its rings are kept.
#include "ui/state/film_export_words.h"

#include "render/base/error.h"
#include "tests/support/temp_folder.h"
#include "ui/state/film_formats.h"
#include "ui/texts/film.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace fathom::ui::film_export_words_test {

namespace fs = std::filesystem;

std::string why(const std::string &words, int frames) {
    try {
        typed_frames(words, frames);
    } catch (const InputError &error) {
        return error.what();
    }
    return {};
}

TEST(FilmExportWords, TellFrames) {
    EXPECT_EQ(typed_frames("3-8", 15), (film::FrameRange{3, 8}));
    EXPECT_EQ(typed_frames("0-14", 15), (film::FrameRange{0, 14}));
    EXPECT_EQ(typed_frames("14", 15), (film::FrameRange{14, 14}));
    for (const char *all : {"all", "", "  "})
        EXPECT_FALSE(typed_frames(all, 15)) << all;
    EXPECT_EQ(frames_text(film::FrameRange{3, 8}), "3-8");
    EXPECT_EQ(frames_text(film::FrameRange{5, 5}), "5");
    EXPECT_EQ(typed_frames(frames_text({}), 15), std::nullopt);
}

TEST(FilmExportWords, RefuseWhatIsNoneOfTheFilmsFrames) {
    for (const char *words : {"8-3", "-3", "3-", "a", "3-8x", "1.5", "3--8", "99999999999"})
        EXPECT_NE(why(words, 15).find("such as 0-119"), std::string::npos) << words;
    EXPECT_EQ(why("3-15", 15), fmt::format(texts::film::kRangeBeyond, 15, 14));
    EXPECT_EQ(why("15", 15), why("3-15", 15));
}

TEST(FilmExportWords, TellAFolderForRings) {
    const TempFolder folder;
    fs::create_directory(folder / "made");
    EXPECT_EQ(typed_rings_folder("", folder / "made"), fs::path());
    EXPECT_EQ(typed_rings_folder("rings", folder / "made"), folder / "made" / "rings");
    EXPECT_EQ(typed_rings_folder((folder / "made").string(), "/"), folder / "made");
    // It is made with all folders above it.
    EXPECT_EQ(typed_rings_folder("a/b/c", folder / "made"), folder / "made" / "a/b/c");
    EXPECT_FALSE(fs::exists(folder / "made" / "a"));
    std::ofstream(folder / "file") << "a film";
    EXPECT_THROW(typed_rings_folder((folder / "file").string(), "/"), InputError);
    EXPECT_THROW(typed_rings_folder((folder / "file" / "rings").string(), "/"), InputError);
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may write anywhere";
    fs::permissions(folder / "made", fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_THROW(typed_rings_folder("rings", folder / "made"), InputError);
    fs::permissions(folder / "made", fs::perms::owner_all);
}

TEST(FilmExportWords, LeaveOutAFolderForRingsThatCannotBeUsedAnyMore) {
    const TempFolder folder;
    EXPECT_EQ(usable_rings_folder(""), "");
    EXPECT_EQ(usable_rings_folder("rings"), "");
    EXPECT_EQ(usable_rings_folder((folder / "new").string()), (folder / "new").string());
    std::ofstream(folder / "file") << "a film";
    EXPECT_EQ(usable_rings_folder((folder / "file").string()), "");
}

TEST(FilmFormats, MakeTheJobThatWasBegun) {
    film::Film film;
    film.audio = "/tmp/sound.flac";
    BegunFilm begun{"/tmp/a.mp4", "h265", 30, 10, "/tmp/rings", 3, 8};
    const film::FilmExportJob job = film_job(film, begun);
    EXPECT_EQ(job.film, film);
    EXPECT_EQ(job.path, "/tmp/a.mp4");
    EXPECT_EQ(job.video.codec, VideoCodec::h265);
    EXPECT_EQ(job.video.quality, 30);
    EXPECT_EQ(job.video.bits, 10);
    EXPECT_EQ(job.rings_folder, "/tmp/rings");
    EXPECT_EQ(job.range, (film::FrameRange{3, 8}));
    EXPECT_TRUE(job.continued);
    begun.last_frame = 2;
    EXPECT_FALSE(film_job(film, begun).range);
    // Pictures are silent and lose nothing.
    const film::FilmExportJob pictures = film_job(film, {"/tmp/%06d.png", "png", 30, 16, ""});
    EXPECT_FALSE(pictures.film.audio);
    EXPECT_EQ(pictures.video.quality, 0);
    EXPECT_EQ(pictures.video.bits, 16);
    // What nobody knows is the usual one.
    EXPECT_EQ(film_job(film, {"/tmp/a.mp4", "betamax", 75, 3, ""}).video.codec, VideoCodec::h264);
}

} // namespace fathom::ui::film_export_words_test
