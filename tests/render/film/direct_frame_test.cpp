// Frames that are made without rings.
#include "render/film/direct_frame.h"

#include "render/jobs/export.h"
#include "tests/support/film_exports.h"
#include "tests/support/png_reading.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

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

} // namespace
} // namespace fathom
