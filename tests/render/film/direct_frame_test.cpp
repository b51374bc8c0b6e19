// Frames that are made without rings.
#include "render/film/direct_frame.h"

#include "render/jobs/export.h"
#include "tests/support/film_exports.h"
#include "tests/support/frames_of_films.h"
#include "tests/support/png_reading.h"

#include <gtest/gtest.h>

namespace fathom::film::direct_frame_test {

TEST(DirectFrame, IsThePictureOfAnExport) {
    const TempFolder folder;
    const auto engine = make_engine("cpu", {1, {}});
    ExportJob job;
    job.location = seahorse_film().keys.back().location;
    job.size = kFilmSize;
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
    mean->begin(kFilmSize, 0, 0);
    ASSERT_TRUE(add_direct_frame({job.location, 0, kFilmSize, job.samples}, {*engine, turns},
                                 colour, *mean, kGoOn));
    std::vector<std::uint8_t> rgb(std::size_t{3} * kFilmSize.width * kFilmSize.height);
    mean->resolve(rgb);
    const DecodedPng picture = decode_png(job.path);
    EXPECT_TRUE(picture.rgb == rgb);
}

TEST(DirectFrame, HasAsManySamplesAsRingsMakeAPixelOf) {
    EXPECT_EQ(direct_samples(1, 1), 4);
    EXPECT_EQ(direct_samples(2, 1), 8);
    EXPECT_EQ(direct_samples(16, 1), 64);
    EXPECT_EQ(direct_samples(64, 1), 64) << "no more than may be asked for";
    EXPECT_EQ(direct_samples(2, 4), 2) << "moments are samples, too";
    EXPECT_EQ(direct_samples(2, 3), 3);
    EXPECT_EQ(direct_samples(2, 64), 1);
    EXPECT_EQ(direct_samples(64, 64), 1);
}

/// A Julia set whose seed moves from a place with many spirals by so much in four seconds.
Film moving_julia(const char *seed_to) {
    Film film = zoom("0", "0", "2", "2", 1000);
    for (FilmKey &key : film.keys) {
        key.location.formula.julia = true;
        key.location.formula.seed_re = Decimal::parse("-0.8");
        key.location.formula.seed_im = Decimal::parse("0.156");
    }
    film.keys[1].location.formula.seed_re = Decimal::parse(seed_to);
    return film;
}

TEST(DirectFrame, OfAFilmIsTheMeanOfFourTimesItsSamples) {
    const auto engine = make_engine("cpu", {1, {}});
    const Film film = moving_julia("-0.79");
    const Bytes frame = frames_of(film, options_of(2), *engine, {20}).front();
    EXPECT_TRUE(frame == direct_frame(film, *engine, 20, 8));
    EXPECT_LT(mean_difference(frame, direct_frame(film, *engine, 20, 16)), 6);
}

// So what moves by less than a double tells is with motion blur as without.
TEST(DirectFrame, HasOtherPlacesInAPixelInEachMoment) {
    const auto engine = make_engine("cpu", {1, {}});
    const Film film = moving_julia("-0.79999999999999999999");
    FilmFramesOptions options = options_of(2);
    const Bytes still = frames_of(film, options, *engine, {20}).front();
    options.blur_frames = 4;
    const Bytes blurred = frames_of(film, options, *engine, {20}).front();
    EXPECT_TRUE(blurred == still);
    EXPECT_FALSE(direct_frame(film, *engine, 20, 2) == still);
}

} // namespace fathom::film::direct_frame_test
