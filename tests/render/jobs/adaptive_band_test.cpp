// Pictures with more samples where neighbours differ.
#include "render/jobs/adaptive_band.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/frame_mean.h"
#include "render/images/exr_reader.h"
#include "render/jobs/export.h"
#include "render/jobs/refinement.h"
#include "render/places/palette.h"
#include "tests/support/frame_colours.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace fathom::adaptive_band_test {

/// Of many bands, with odd sides, so that blocks of the filter at its edges lack pixels.
ExportJob job_for(const std::filesystem::path &path) {
    ExportJob job;
    job.location.view.re = Decimal::parse("-0.7436");
    job.location.view.im = Decimal::parse("0.1318");
    job.location.view.zoom = Decimal::parse("700");
    job.location.view.rotation_degrees = 31;
    job.location.iterations = 120;
    job.location.colour.density = 0.2;
    job.location.colour.filter = kernels::ColourFilter::footprint;
    job.location.colour.dither = kernels::ColourDither::ordered;
    job.size = {1201, 2403};
    job.samples = 3;
    job.adaptive = true;
    job.lut = load_lut(std::nullopt, "default");
    job.path = path;
    return job;
}

bool run(Engine &engine, const ExportJob &job, double stop_at = 2) {
    std::atomic<bool> stop = false;
    const auto progress = [&](double done) { stop = stop || done > stop_at; };
    return export_image(engine, job, stop, progress, {1 << 16, 1 << 14}).finished;
}

TEST(AdaptiveBand, AnExportIsWhatTheWindowShowsAtRest) {
    using kernels::ColourDither;
    using kernels::ColourFilter;
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    for (const auto &[filter, dither] : {std::pair{ColourFilter::footprint, ColourDither::ordered},
                                         std::pair{ColourFilter::none, ColourDither::none}}) {
        ExportJob job = job_for(folder / "a.png");
        job.location.colour.filter = filter;
        job.location.colour.dither = dither;
        ASSERT_TRUE(run(*engine, job));
        RenderRequest request = make_request(
            job.location, job.size, {0, 0, job.size.width, job.size.height}, {}, job.method);
        request.colour.lut = job.lut;
        const auto plain = colours_of(*engine, request);
        Refinement refinement(request, plain, job.samples);
        // Bands meet every 54 rows.
        std::set<std::uint32_t> rows;
        for (const std::uint32_t at : refinement.pixels())
            rows.insert(at / 1201);
        ASSERT_GT(rows.size(), 2403u * 3 / 4);
        while (const auto points = refinement.next())
            refinement.add(colours_of(*engine, *points));
        const auto expected = refinement.picture();
        ASSERT_NE(expected->rgba, plain);
        const DecodedPng png = decode_png(job.path);
        for (std::size_t at = 0; at < plain.size(); ++at)
            for (int channel = 0; channel < 3; ++channel)
                ASSERT_EQ(png.rgb[3 * at + channel], expected->rgba[at] >> (8 * channel) & 255)
                    << at % 1201 << ' ' << at / 1201;
    }
}

std::vector<float> light_of(const std::filesystem::path &path) {
    ExrReader reader(path);
    const ExrHeader &header = reader.header();
    const std::size_t pixels = static_cast<std::size_t>(header.width) * header.height;
    std::vector<float> planes[3];
    for (auto &plane : planes)
        plane.resize(pixels);
    reader.read(
        0, std::vector<ExrReader::Wanted>{{"R", planes[0]}, {"G", planes[1]}, {"B", planes[2]}});
    std::vector<float> light;
    for (std::size_t at = 0; at < pixels; ++at)
        for (const auto &plane : planes)
            light.push_back(plane[at]);
    return light;
}

/// That of a picture whose samples go by need each pixel is that of one with as many samples
/// everywhere, if the window gives it some, and otherwise of one with a single sample. `read` gives
/// three values for each pixel of a file.
template <class Read>
void expect_samples_by_need(Engine &engine, ExportJob job, const std::set<std::uint32_t> &edges,
                            Read read) {
    const auto values = [&](int samples, bool adaptive) {
        job.samples = samples;
        job.adaptive = adaptive;
        EXPECT_TRUE(run(engine, job));
        return read(job.path);
    };
    const auto by_need = values(3, true), all = values(3, false), one = values(1, false);
    const auto width = static_cast<std::uint32_t>(job.size.width);
    const std::uint32_t pixels = width * static_cast<std::uint32_t>(job.size.height);
    ASSERT_EQ(by_need.size(), std::size_t{3} * pixels);
    ASSERT_NE(all, one);
    for (std::uint32_t at = 0; at < pixels; ++at) {
        const auto &expected = edges.count(at) != 0 ? all : one;
        for (std::size_t value = 3 * at; value < 3 * at + 3; ++value)
            ASSERT_EQ(by_need[value], expected[value]) << at % width << ' ' << at / width;
    }
}

TEST(AdaptiveBand, LightIsThatOfTheSamePixels) {
    using kernels::ColourDither;
    using kernels::ColourFilter;
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    for (const auto &[filter, dither] : {std::pair{ColourFilter::footprint, ColourDither::ordered},
                                         std::pair{ColourFilter::none, ColourDither::none}}) {
        ExportJob job = job_for(folder / "a.png");
        job.size = {401, 803};
        job.location.colour.filter = filter;
        job.location.colour.dither = dither;
        RenderRequest request = make_request(
            job.location, job.size, {0, 0, job.size.width, job.size.height}, {}, job.method);
        request.colour.lut = job.lut;
        const Refinement refinement(request, colours_of(*engine, request), job.samples);
        const std::set<std::uint32_t> edges(refinement.pixels().begin(), refinement.pixels().end());
        ASSERT_LT(edges.size(), std::size_t{401} * 803 * 4 / 5);
        job.depth = ColourDepth::bits16;
        expect_samples_by_need(*engine, job, edges,
                               [](const auto &path) { return decode_png16(path).rgb; });
        job.depth = ColourDepth::floating;
        job.path = folder / "a.exr";
        expect_samples_by_need(*engine, job, edges, light_of);
    }
}

TEST(AdaptiveBand, IsTheSameWhereSamplesAreTakenEverywhere) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> never = false;
    int frames = 0;
    const auto compute = [&](const RenderRequest &request, double) {
        ++frames;
        auto frame = engine->make_frame(request);
        EXPECT_TRUE(frame->iterate(never));
        return frame;
    };
    for (const bool dithered : {true, false}) {
        ExportJob job = job_for("x.png");
        job.size = {211, 143}; // of which the last row and column lack the rest of their blocks
        if (!dithered)
            job.location.colour.dither = kernels::ColourDither::none;
        const auto request_of = [&](const Region &region, int sample) {
            RenderRequest request =
                make_request(job.location, job.size, region, sample_position(sample), job.method);
            request.colour.lut = job.lut;
            request.colour.scheme = sample_scheme(request.colour.scheme, sample);
            return request;
        };
        for (const Region &band : {Region{0, 0, 211, 60}, {0, 60, 211, 40}, {0, 100, 211, 43}}) {
            const RenderRequest wider = request_of(with_neighbours(band, job.size), 0);
            const auto by_need = adaptive_rows(wider, band, 5, {compute, nullptr});
            const auto mean = make_host_mean(dithered);
            std::vector<std::uint8_t> rgb(std::size_t{3} * band.width * band.height);
            std::size_t pixels = 0;
            const auto is_faster = [&](std::size_t count) { return (pixels = count) > 0; };
            const auto everywhere = [&] {
                mean->begin({band.width, band.height}, 0, band.y);
                for (int sample = 0; sample < 5; ++sample) {
                    RenderRequest request = request_of(band, sample);
                    request.colour.mixed = true;
                    mean->add(*compute(request, 0));
                }
                mean->resolve(rgb);
                return std::optional(
                    PixelRows{{std::shared_ptr<void>(), rgb.data()}, 3, band.height});
            };
            frames = 0;
            const auto taken =
                adaptive_rows(wider, band, 5, {compute, nullptr, is_faster, everywhere});
            EXPECT_EQ(frames, 6);
            EXPECT_GT(pixels, 1000U);
            const auto words = [](const PixelRows &rows, std::size_t count) {
                std::vector<std::uint8_t> bytes(4 * count);
                std::copy_n(rows.bytes.get(), bytes.size(), bytes.begin());
                return bytes;
            };
            ASSERT_TRUE(by_need && taken);
            EXPECT_EQ(words(*by_need, rgb.size() / 3), words(*taken, rgb.size() / 3))
                << band.y << ' ' << dithered;
        }
    }
}

TEST(AdaptiveBand, SamplesEverywhereAreForWhatIteratesFast) {
    constexpr std::size_t kBand = 2 << 20;
    EXPECT_TRUE(everywhere_is_faster(0.7, kBand, kBand / 5)) << "the list alone takes longer";
    EXPECT_FALSE(everywhere_is_faster(40, kBand, kBand / 5));
    EXPECT_FALSE(everywhere_is_faster(0.7, kBand, 1000)) << "hardly any pixel needs them";
    EXPECT_TRUE(everywhere_is_faster(40, kBand, kBand));
}

TEST(AdaptiveBand, AnInterruptedExportGoesOn) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    ASSERT_TRUE(run(*engine, job_for(folder / "whole.png")));
    ExportJob job = job_for(folder / "parts.png");
    job.continued = true;
    ASSERT_FALSE(run(*engine, job, 0.75)) << "between two bands";
    ASSERT_TRUE(run(*engine, job));
    EXPECT_EQ(read_all(folder / "parts.png"), read_all(folder / "whole.png"));
    ExportJob other = job_for(folder / "other.png");
    other.adaptive = false;
    EXPECT_NE(purpose_of(other), purpose_of(job)) << "their pieces must not be mixed";
}

TEST(AdaptiveBand, IsRefusedWhereItMeansNothing) {
    ExportJob job = job_for("x.png");
    EXPECT_NO_THROW(check_export_job(job));
    for (const char *file : {"x.jpg", "x.exr"}) {
        job.path = file;
        EXPECT_NO_THROW(check_export_job(job)) << file;
    }
    job.raw = true; // of one sample
    EXPECT_THROW(check_export_job(job), InputError);
    job = job_for("x.npy");
    EXPECT_THROW(check_export_job(job), InputError);
    job = job_for("x.png");
    job.samples = 1;
    EXPECT_THROW(check_export_job(job), InputError);
}

} // namespace fathom::adaptive_band_test
