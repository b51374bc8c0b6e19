// What a film is to become: what is refused of it, and what the folder of an unfinished one tells.
#include "render/base/error.h"
#include "render/film/film_pieces.h"
#include "render/film/film_toml.h"
#include "render/images/kept_folder.h"
#include "tests/support/film_exports.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fathom::film::film_job_test {

namespace fs = std::filesystem;

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

} // namespace fathom::film::film_job_test
