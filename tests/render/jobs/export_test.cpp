#include "render/jobs/export.h"

#include "kernels/colour/fine_colour.h"
#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/supersample.h"
#include "render/images/kept_pieces.h"
#include "render/images/srgb.h"
#include "render/import/location_file.h"
#include "render/places/palette.h"
#include "tests/support/frame_colours.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <span>

namespace fathom::export_test {

void ignore_progress(double) {}

ExportJob job_for(const std::filesystem::path &path) {
    ExportJob job;
    job.location.view.re = Decimal::parse("-0.743643887037151");
    job.location.view.im = Decimal::parse("0.13182590420533");
    job.location.view.zoom = Decimal::parse("500");
    job.location.view.rotation_degrees = 12.5;
    job.location.palette = "dusk";
    job.size = {301, 223};
    job.lut = load_lut(std::nullopt, "default");
    job.path = path;
    return job;
}

/// The colours of the whole picture in one frame, sampled at `subpixel`.
std::vector<std::uint32_t> colours(Engine &engine, const ExportJob &job, Subpixel subpixel) {
    RenderRequest request =
        make_request(job.location, job.size, {0, 0, job.size.width, job.size.height}, subpixel,
                     job.method.precision);
    request.colour.lut = job.lut;
    return colours_of(engine, request);
}

TEST(Export, OneSampleIsTheFramesOwnPixels) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    const ExportJob job = job_for(folder / "a.png");
    const std::atomic<bool> stop = false;
    double last = 0;
    const ExportResult result = export_image(*engine, job, stop, [&](double done) {
        EXPECT_GE(done, last);
        last = done;
    });
    EXPECT_TRUE(result.finished);
    EXPECT_EQ(last, 1.0);
    const DecodedPng png = decode_png(job.path);
    ASSERT_EQ(png.width, 301u);
    ASSERT_EQ(png.height, 223u);
    const auto rgba = colours(*engine, job, {});
    for (std::size_t at = 0; at < rgba.size(); ++at)
        for (int channel = 0; channel < 3; ++channel)
            ASSERT_EQ(png.rgb[3 * at + channel], rgba[at] >> (8 * channel) & 0xff) << at;
    EXPECT_EQ(read_location_file(job.path).location, job.location);
}

TEST(Export, ALongBandReportsItsProgress) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    ExportJob job = job_for(folder / "a.png"); // one band
    job.location.view.re = Decimal::parse("-0.1");
    job.location.view.im = Decimal::parse("0");
    job.location.iterations = 300'000;
    job.method.shortcuts = false; // with them it is over before it is asked
    const std::atomic<bool> stop = false;
    std::set<double> seen;
    ASSERT_TRUE(export_image(*engine, job, stop, [&](double done) { seen.insert(done); }).finished);
    EXPECT_GT(seen.size(), 3u);
    EXPECT_EQ(*seen.rbegin(), 1.0);
}

TEST(Export, SamplesAreAveragedInLinearLight) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    ExportJob job = job_for(folder / "a.png");
    job.samples = 5;
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(export_image(*engine, job, stop, ignore_progress).finished);
    const DecodedPng png = decode_png(job.path);
    std::vector<std::vector<std::uint32_t>> samples;
    for (int sample = 0; sample < job.samples; ++sample)
        samples.push_back(colours(*engine, job, sample_position(sample)));
    // By floating point with libm, which may differ where a mean falls on the border between two
    // bytes.
    int off_by_one = 0;
    for (std::size_t at = 0; at < png.rgb.size(); ++at) {
        double sum = 0;
        for (const auto &rgba : samples) {
            const double v = (rgba[at / 3] >> (8 * (at % 3)) & 0xff) / 255.0;
            sum += v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        }
        const double mean = sum / job.samples;
        const double expected =
            255 * (mean <= 0.0031308 ? 12.92 * mean : 1.055 * std::pow(mean, 1 / 2.4) - 0.055);
        ASSERT_NEAR(png.rgb[at], expected, 0.6);
        off_by_one += std::lround(expected) != png.rgb[at];
    }
    EXPECT_LT(off_by_one, static_cast<int>(png.rgb.size() / 200));
}

TEST(Export, BandsOfAWidePictureFitTogether) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    ExportJob job = job_for(folder / "wide.png");
    job.location.iterations = 20;
    job.size = {300'000, 20}; // a band is six rows
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(export_image(*engine, job, stop, ignore_progress).finished);
    const DecodedPng png = decode_png(job.path);
    const auto rgba = colours(*engine, job, {});
    for (std::size_t at = 0; at < rgba.size(); ++at)
        ASSERT_EQ(png.rgb[3 * at], rgba[at] & 0xff) << at;
}

TEST(Export, AStoppedExportLeavesTheOldFile) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    const ExportJob job = job_for(folder / "a.png");
    write_all(job.path, "old");
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(export_image(*engine, job, stop, ignore_progress).finished);
    EXPECT_EQ(read_all(job.path), "old");
    EXPECT_EQ(folder.count(), 1);
}

// Wherever it is stopped, what is made in the end is the file of one run.
TEST(Export, AStoppedExportGoesOn) {
    for (const char *name : {"a.png", "a.npy", "a.exr", "a.jpg"})
        for (const int samples : {1, 2}) {
            const TempFolder folder;
            const auto engine = make_engine("cpu");
            ExportJob job = job_for(folder / name);
            job.size = {3000, 2400}; // four bands
            job.location.iterations = 100;
            job.samples = samples;
            job.raw = is_npy(job);
            if (samples > 1 && is_npy(job))
                continue;
            std::atomic<bool> stop = false;
            ASSERT_TRUE(export_image(*engine, job, stop, ignore_progress).finished);
            const std::string whole = read_all(job.path);
            std::filesystem::remove(job.path);
            job.continued = true;
            double kept = 0;
            int runs = 0;
            for (bool finished = false; !finished; ++runs) {
                ASSERT_LT(runs, 100);
                stop = false;
                const double far = 0.2 * (runs + 1);
                const ExportResult result = export_image(
                    *engine, job, stop, [&](double done) { stop = done < 1 && done > far; });
                EXPECT_GE(result.kept, kept);
                kept = result.kept;
                finished = result.finished;
                EXPECT_EQ(std::filesystem::exists(job.path), finished);
            }
            EXPECT_GT(runs, 2);
            EXPECT_GT(kept, 0.0);
            EXPECT_TRUE(read_all(job.path) == whole) << name << ", " << samples << " samples";
            EXPECT_EQ(folder.count(), 1);
        }
}

TEST(Export, WhatIsKeptTellsThePicture) {
    const TempFolder folder;
    ExportJob job = job_for(folder / "a.png");
    job.samples = 4;
    job.adaptive = true;
    job.location.automatic_iterations = job.location.automatic_colours = false;
    EXPECT_THROW((void)unfinished_picture(job.path), InputError);
    {
        KeptPieces pieces(job.path, purpose_of(job));
        pieces.append(std::as_bytes(std::span("rows")), 0);
    }
    const ExportJob kept = unfinished_picture(job.path);
    EXPECT_EQ(kept.location, job.location);
    EXPECT_EQ(std::pair(kept.size.width, kept.size.height), std::pair(301, 223));
    EXPECT_EQ(kept.samples, 4);
    EXPECT_TRUE(kept.adaptive);
    EXPECT_EQ(kept.path, job.path);
    job.adaptive = false;
    write_all(KeptFolder::purpose_of(job.path), purpose_of(job));
    EXPECT_FALSE(unfinished_picture(job.path).adaptive);
    remove_unfinished_picture(job.path);
    EXPECT_EQ(folder.count(), 0);
}

TEST(Export, SaysWhereWhatIsKeptIsNoPictures) {
    const TempFolder folder;
    const ExportJob job = job_for(folder / "a.png");
    const KeptPieces kept(job.path, "a film");
    const std::string good = purpose_of(job);
    for (const std::string &text :
         {std::string(), std::string("a film"), std::string(100'000, '\0'),
          good.substr(0, good.size() / 2), "0" + good.substr(3), "9999999" + good,
          good.substr(0, good.find("Software")), std::string("\xff\xfe#")}) {
        write_all(KeptFolder::purpose_of(job.path), text);
        EXPECT_TRUE(contains(message_of<InputError>([&] { (void)unfinished_picture(job.path); }),
                             "a.png.unfinished: what is kept there is no picture's"))
            << text.substr(0, 100);
    }
}

TEST(Export, RefusesWhatItCannotWrite) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = false;
    const auto refused = [&](auto change) {
        ExportJob job = job_for(folder / "a.png");
        change(job);
        return message_of<InputError>([&] { export_image(*engine, job, stop, ignore_progress); });
    };
    EXPECT_TRUE(contains(refused([&](ExportJob &job) { job.path = folder / "a.gif"; }), "'.gif'"));
    EXPECT_TRUE(contains(refused([](ExportJob &job) { job.size.width = 0; }), "0 x 223"));
    EXPECT_TRUE(contains(refused([](ExportJob &job) { job.samples = 257; }), "257"));
    EXPECT_TRUE(contains(refused([&](ExportJob &job) {
                             job.path = folder / "a.npy";
                             job.samples = 2;
                         }),
                         "one sample a pixel"));
    EXPECT_EQ(folder.count(), 0);
}

TEST(Export, NumbersAreDoubleUnlessAskedOtherwise) {
    ExportJob job = job_for("a.png");
    job.location = {};
    EXPECT_EQ(export_method(job, {}, {}).precision, Precision::f32)
        << "the whole set has room for float";
    job.location.view.zoom = Decimal::parse("1e6");
    EXPECT_EQ(export_method(job, {}, {}).precision, Precision::f64);
    job.location = {};
    job.path = "a.NPY";
    EXPECT_EQ(export_method(job, {}, {}).precision, Precision::f64);
}

TEST(SamplePositions, StartAtTheCentreAndCoverThePixel) {
    EXPECT_EQ(sample_position(0).x, 128);
    EXPECT_EQ(sample_position(0).y, 128);
    // Each cell of a 4 x 4 grid gets some of 64 samples, none more than twice its share.
    int cells[4][4] = {};
    std::set<std::pair<int, int>> seen;
    for (int index = 0; index < 64; ++index) {
        const Subpixel position = sample_position(index);
        ASSERT_TRUE(position.x >= 0 && position.x < 256 && position.y >= 0 && position.y < 256);
        ++cells[position.y / 64][position.x / 64];
        seen.insert({position.x, position.y});
    }
    EXPECT_EQ(seen.size(), 64u);
    for (const auto &row : cells)
        for (const int count : row)
            EXPECT_TRUE(count >= 2 && count <= 8) << count;
}

TEST(Supersampler, KeepsAFlatColourAndMixesLight) {
    Supersampler supersampler;
    std::vector<std::uint32_t> all(256);
    for (std::uint32_t value = 0; value < 256; ++value)
        all[value] = 0xff000000U | value * 0x010101U;
    std::vector<std::uint8_t> rgb(3 * all.size());
    supersampler.reset(all.size());
    for (int sample = 0; sample < 7; ++sample)
        supersampler.add(all);
    supersampler.resolve(rgb);
    for (std::size_t at = 0; at < rgb.size(); ++at)
        EXPECT_EQ(rgb[at], at / 3);
    supersampler.reset(1);
    supersampler.add(std::vector<std::uint32_t>{0xff000000U});
    supersampler.add(std::vector<std::uint32_t>{0xffffffffU});
    rgb.resize(3);
    supersampler.resolve(rgb);
    EXPECT_EQ(rgb[0], 188) << "half the light of white is sRGB 188, not 128";
}

TEST(Supersampler, KeepsEveryByteOfFineSamples) {
    Supersampler supersampler;
    std::vector<std::uint32_t> all(256);
    for (std::uint32_t value = 0; value < 256; ++value)
        all[value] = kernels::packed({{256 * value, 256 * value, 256 * value}});
    for (const int samples : {1, 3, 16}) {
        supersampler.reset(all.size());
        for (int sample = 0; sample < samples; ++sample)
            supersampler.add_packed(all);
        std::vector<std::uint8_t> rgb(3 * all.size());
        for (const std::uint32_t threshold : {8U, 100U, 247U}) {
            supersampler.resolve_dithered(0, rgb, [&](std::size_t) { return threshold; });
            for (std::size_t at = 0; at < rgb.size(); ++at)
                EXPECT_EQ(rgb[at], at / 3) << threshold;
        }
    }
}

TEST(Supersampler, DithersTheMeansOfFineSamples) {
    Supersampler supersampler;
    // 8 x 8 pixels of each level have its mean, but for what rounds: packing, light in 1/65535, of
    // which a dark level has 20, and thresholds beside a byte.
    constexpr double kLightAndThresholds = 1.0 / 40 + 1.0 / 24;
    for (std::uint32_t level = 0; level <= 65280; level += 37) {
        supersampler.reset(64);
        const std::vector<std::uint32_t> sample(64, kernels::packed({{level, level, level}}));
        supersampler.add_packed(sample);
        supersampler.add_packed(sample);
        std::vector<std::uint8_t> rgb(std::size_t{3} * 64);
        supersampler.resolve_dithered(0, rgb, [](std::size_t pixel) {
            const auto at = static_cast<std::int32_t>(pixel);
            return kernels::dither_threshold(at % 8, at / 8);
        });
        double sums[3] = {};
        for (std::size_t at = 0; at < rgb.size(); ++at)
            sums[at % 3] += rgb[at];
        EXPECT_NEAR(sums[0] / 64, level / 256.0, 1.0 / 16 + kLightAndThresholds) << level;
        EXPECT_NEAR(sums[1] / 64, level / 256.0, 1.0 / 16 + kLightAndThresholds) << level;
        EXPECT_NEAR(sums[2] / 64, level / 256.0, 1.0 / 8 + kLightAndThresholds) << level;
    }
}

} // namespace fathom::export_test
